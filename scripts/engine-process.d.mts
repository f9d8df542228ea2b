/** Returns a free port of 127.0.0.1. */
export function freePort(): Promise<number>;
