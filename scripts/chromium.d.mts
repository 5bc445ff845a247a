/** The path of a Chromium: CHROMIUM_PATH if it is set, else the first on the PATH; undefined if there is none. */
export function findChromium(): string | undefined;
/** The list entry of Mesa's software driver (lavapipe); undefined if it is not installed. */
export function findSoftwareVulkan(): string | undefined;
