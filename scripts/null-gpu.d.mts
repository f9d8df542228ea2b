export function nullGpuEnvironment(family: string, memoryBytes?: number): Promise<Record<string, string>>;
export type Chip =
  | 'polaris10'
  | 'vega10'
  | 'navi10'
  | 'navi21'
  | 'navi31'
  | 'gfx1201'
  | 'turing'
  | 'ampere'
  | 'm1'
  | 'adreno740';
export const chipNames: readonly Chip[];
export function nodeOnChip(
  chip: Chip,
  statistics: string,
): Promise<{ command: string[]; variables: Record<string, string> }>;
