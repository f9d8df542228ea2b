/** Makes the image unless it is there; returns its name. */
export function containerBase(): Promise<string>;
