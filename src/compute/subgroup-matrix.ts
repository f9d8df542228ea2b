/** One of WebGPU's `subgroupMatrixConfigs`: [M, K] x [K, N] of these types, e.g. f16 x f16 -> f32, 16 x 16 x 16. */
export interface MatrixProduct {
  componentType: string;
  resultComponentType: string;
  M: number;
  N: number;
  K: number;
}

/** The product of subgroup matrices that kernels are compiled with, in subgroups of SIZE lanes, asked for if SIZED. */
export interface MatrixShape {
  M: number;
  N: number;
  K: number;
  SIZE: number;
  SIZED: 0 | 1;
}

export const SUBGROUP_MATRIX = 'chromium-experimental-subgroup-matrix';
const NEEDED = ['shader-f16', 'subgroups', SUBGROUP_MATRIX];

/** What `matmul_matrix.wgsl` takes: half of its workgroup memory would hold no tile that is worth it. */
const WORKGROUP_BYTES = 32 * 1024;

/** Lanes of a subgroup: NVIDIA's, Apple's and AMD's own choice. More would have no share in a tile. */
const MOST_LANES = 32;

/** The products that an adapter has. Dawn tells of them in what adapters say of themselves, not in what devices say. */
export function matrixProducts(info: GPUAdapterInfo): MatrixProduct[] {
  const { subgroupMatrixConfigs } = info as { subgroupMatrixConfigs?: Iterable<MatrixProduct> };
  return Array.from(subgroupMatrixConfigs ?? [], ({ componentType, resultComponentType, M, N, K }) => {
    return { componentType, resultComponentType, M, N, K };
  });
}

/** The largest product of f16 with f32 sums that divides the kernels' tiles; undefined where there is none. */
export function matrixShapeOf(gpu: GPUDevice, products: readonly MatrixProduct[]): MatrixShape | undefined {
  const { subgroupMinSize = 0, subgroupMaxSize = 0 } = gpu.adapterInfo;
  const SIZE = Math.min(subgroupMaxSize, MOST_LANES);
  // Metal can't be asked for a size, and has one only.
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
