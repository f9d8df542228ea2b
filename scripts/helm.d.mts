/** Returns the path of Helm; builds it on first use. */
export function helmProgram(): Promise<string>;
