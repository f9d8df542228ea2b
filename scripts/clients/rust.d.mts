/** Runs Cargo; returns its standard output. */
export function cargo(folder: string, args: string[], options?: { input?: string }): Promise<string>;
