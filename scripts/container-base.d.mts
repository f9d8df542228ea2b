/** Builds the image unless it exists; returns its name. */
export function containerBase(): Promise<string>;
