/** One of WebGPU's `subgroupMatrixConfigs`: [M, K] x [K, N] of these types, e.g. f16 x f16 -> f32, 16 x 16 x 16. */
export interface MatrixProduct {
  componentType: string;
  resultComponentType: string;
  M: number;
  N: number;
  K: number;
}

/** Subgroup matrix configuration of kernels, for subgroups of SIZE lanes. SIZED: kernels request that size. */
export interface MatrixShape {
  M: number;
  N: number;
  K: number;
  SIZE: number;
  SIZED: 0 | 1;
}

export const SUBGROUP_MATRIX = 'chromium-experimental-subgroup-matrix';
const NEEDED = ['shader-f16', 'subgroups', SUBGROUP_MATRIX];

/** Workgroup memory that `matmul_matrix.wgsl` needs. Half of it would hold no tile worth using. */
const WORKGROUP_BYTES = 32 * 1024;

/** Largest subgroup size to use: the default of NVIDIA, Apple and AMD. More lanes would have no share of a tile. */
const MAX_LANES = 32;

/** Returns the configurations of an adapter. Dawn reports them in the adapter's info, not in the device's. */
export function matrixProducts(info: GPUAdapterInfo): MatrixProduct[] {
  const { subgroupMatrixConfigs } = info as { subgroupMatrixConfigs?: Iterable<MatrixProduct> };
  return Array.from(subgroupMatrixConfigs ?? [], ({ componentType, resultComponentType, M, N, K }) => {
    return { componentType, resultComponentType, M, N, K };
  });
}

/** Returns the largest configuration of f16 with f32 sums that divides the kernels' tiles, or undefined. */
export function matrixShapeOf(gpu: GPUDevice, products: readonly MatrixProduct[]): MatrixShape | undefined {
  const { subgroupMinSize = 0, subgroupMaxSize = 0 } = gpu.adapterInfo;
  const SIZE = Math.min(subgroupMaxSize, MAX_LANES);
  // Metal has a single subgroup size, which cannot be requested.
  const SIZED = gpu.features.has('subgroup-size-control' as GPUFeatureName) ? 1 : 0;
  const enough =
    NEEDED.every((feature) => gpu.features.has(feature as GPUFeatureName)) &&
    subgroupMinSize <= SIZE &&
    (SIZED === 1 || subgroupMinSize === subgroupMaxSize) &&
    gpu.limits.maxComputeWorkgroupStorageSize >= WORKGROUP_BYTES;
  if (!enough) return undefined;
  const [largest] = products
    .filter(({ componentType, resultComponentType }) => componentType === 'f16' && resultComponentType === 'f32')
    .filter(({ M, N, K }) => [M, N, K].every((size) => size === 8 || size === 16))
    .sort((a, b) => b.M * b.N * b.K - a.M * a.N * a.K);
  return largest && { M: largest.M, N: largest.N, K: largest.K, SIZE, SIZED };
}
