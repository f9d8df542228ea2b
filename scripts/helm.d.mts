/** Builds it where it is not there yet. */
export function helmProgram(): Promise<string>;
