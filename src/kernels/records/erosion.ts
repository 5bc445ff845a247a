/** Which way `flow` erodes. Both compilers read this file, so it holds nothing but integers. */
export const none = 0;
export const alongRows = 1;
export const alongColumns = 2;
