export const generatedPath: string;
export function generate(target?: string): Promise<void>;
