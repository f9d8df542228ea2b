export const amdFamilies: string[];
export function nullGpuEnvironment(family: string, memoryBytes?: number): Promise<Record<string, string>>;
export type ShimmedGpu = 'turing' | 'ampere' | 'm1' | 'adreno740';
export function shimmedNode(gpu: ShimmedGpu): Promise<{ command: string[]; variables: Record<string, string> }>;
