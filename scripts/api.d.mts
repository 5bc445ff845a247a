export declare const API_PAGES: Record<string, [name: string, holds: string]>;
export declare function writeApi(folder: string): void;
