export const amdFamilies: string[];
export function nullGpuEnvironment(family: string, memoryBytes?: number): Promise<Record<string, string>>;
