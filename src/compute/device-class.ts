import type { Rates } from './kernel-times.ts';
import type { MatrixShape } from './subgroup-matrix.ts';

/** What differs between kinds of adapter: the knobs that kernels are compiled with there. */
export interface DeviceClass {
  /** Invocations of a workgroup. One SIMD vector on the CPU adapters, where more only adds barriers. */
  lanes: number;
  /** Those of a workgroup that has a row of V logits to itself. */
  rowLanes: number;
  /** Whether the lanes are one subgroup that can hand loads around, which CPU adapters do for every lane apart. */
  subgroup: boolean;
  /** Whether products stage their factors in workgroup memory, which has its own wires on a GPU and none on a CPU. */
  staged: boolean;
  /** Whether products of f16 factors go to subgroup matrices (`MatrixShape`). */
  matrices: boolean;
  /** What kernels usually reach, to foresee how long a submit takes. */
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
 * The kinds of adapter; what they reach is measured in docs/benchmarks.md.
 *
 * - `cpu`: software Vulkan whose subgroups are the 8 lanes of a SIMD vector (llvmpipe)
 * - `cpu-plain`: any other (SwiftShader)
 * - `gpu-plain`: a GPU. One load serves all lanes that ask for the same word, so nothing is handed around. Sums over
 *   lanes go through workgroup memory, so that no bit depends on how wide subgroups are.
 * - `gpu-matrix`: a GPU with subgroup matrices that multiply f16 and add up in f32; else as `gpu-plain`
 */
export const DEVICE_CLASSES = {
  cpu: { lanes: 8, rowLanes: 8, subgroup: true, staged: false, matrices: false, rates: CPU_RATES },
  'cpu-plain': { lanes: 8, rowLanes: 8, subgroup: false, staged: false, matrices: false, rates: CPU_RATES },
  'gpu-plain': GPU,
  'gpu-matrix': { ...GPU, matrices: true },
} satisfies Record<string, DeviceClass>;

export type DeviceClassName = keyof typeof DEVICE_CLASSES;

/** The class of a device. */
export function deviceClassOf(
  { features, adapterInfo }: GPUDevice,
  { fallback, matrix }: { fallback: boolean; matrix: MatrixShape | undefined },
): DeviceClassName {
  if (!fallback) return matrix ? 'gpu-matrix' : 'gpu-plain';
  const { subgroupMinSize, subgroupMaxSize } = adapterInfo;
  const { lanes } = DEVICE_CLASSES.cpu;
  return features.has('subgroups') && subgroupMinSize === lanes && subgroupMaxSize === lanes ? 'cpu' : 'cpu-plain';
}
