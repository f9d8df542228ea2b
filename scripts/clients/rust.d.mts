/** What Cargo printed on stdout. */
export function cargo(folder: string, args: string[], options?: { input?: string }): Promise<string>;
