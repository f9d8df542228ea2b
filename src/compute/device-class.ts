import type { Rates } from './kernel-times.ts';
import type { MatrixShape } from './subgroup-matrix.ts';

/** Properties of a kind of adapter, from which kernel knobs are chosen. */
export interface DeviceClass {
  /** Invocations per workgroup. One SIMD vector on CPU adapters, where more would only add barriers. */
  lanes: number;
  /** Invocations per workgroup in kernels with one workgroup per row of V logits. */
  rowLanes: number;
  /**
   * Whether a workgroup is one subgroup whose lanes share loads. A CPU adapter otherwise repeats each load per lane.
   */
  subgroup: boolean;
  /** Whether products stage their factors in workgroup memory, which is separate hardware on a GPU but not on a CPU. */
  staged: boolean;
  /** Whether products of f16 factors use subgroup matrices (`MatrixShape`). */
  matrices: boolean;
  /** Typical throughput of kernels, for estimating the time of a submit. */
  rates: Rates;
}

const CPU_RATES: Rates = { gflops: 10, gigabytes: 1, dispatchMs: 0.04 };
const GPU: DeviceClass = {
  lanes: 64,
  rowLanes: 256,
  subgroup: false,
  staged: true,
  matrices: false,
  rates: { gflops: 2000, gigabytes: 300, dispatchMs: 0.005 },
};

/**
 * Kinds of adapter. docs/benchmarks.md has their measured throughput.
 *
 * - `cpu`: software Vulkan whose subgroups are the 8 lanes of a SIMD vector (llvmpipe)
 * - `cpu-plain`: any other software adapter (SwiftShader)
 * - `gpu-plain`: a GPU. One load serves all lanes that read the same word, so lanes do not exchange loads. Sums over
 *   lanes use workgroup memory, so that no bit depends on the subgroup size.
 * - `gpu-matrix`: a GPU with subgroup matrices that multiply f16 and accumulate in f32; otherwise as `gpu-plain`
 */
export const DEVICE_CLASSES = {
  cpu: { lanes: 8, rowLanes: 8, subgroup: true, staged: false, matrices: false, rates: CPU_RATES },
  'cpu-plain': { lanes: 8, rowLanes: 8, subgroup: false, staged: false, matrices: false, rates: CPU_RATES },
  'gpu-plain': GPU,
  'gpu-matrix': { ...GPU, matrices: true },
} satisfies Record<string, DeviceClass>;

export type DeviceClassName = keyof typeof DEVICE_CLASSES;

/** Returns the class of a device. */
export function deviceClassOf(
  { features, adapterInfo }: GPUDevice,
  { fallback, matrix }: { fallback: boolean; matrix: MatrixShape | undefined },
): DeviceClassName {
  if (!fallback) return matrix ? 'gpu-matrix' : 'gpu-plain';
  const { subgroupMinSize, subgroupMaxSize } = adapterInfo;
  const { lanes } = DEVICE_CLASSES.cpu;
  return features.has('subgroups') && subgroupMinSize === lanes && subgroupMaxSize === lanes ? 'cpu' : 'cpu-plain';
}
