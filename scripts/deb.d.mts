export function makeDeb(folder: string): Promise<string>;
