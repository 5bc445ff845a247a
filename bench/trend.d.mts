export function trend(values: number[]): number;
