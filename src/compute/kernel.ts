import type { KernelInterfaces } from '../generated/kernels.ts';
import { type Knobs, kernelSource } from './template.ts';

/** Name of a kernel: a file in `kernels/`. */
export type KernelName = keyof KernelInterfaces;

/** Knob values of a kernel. */
export type KnobsOf<N extends KernelName> = Readonly<Record<KernelInterfaces[N]['knobs'], string | number>>;

/** A kernel's name in `kernels/` and the knobs that it is compiled with. */
export interface Variant {
  name: string;
  knobs: Knobs;
}

/** A compiled kernel variant. */
export interface Kernel {
  readonly id: number;
  readonly name: string;
  readonly pipeline: GPUComputePipeline;
  readonly layout: GPUBindGroupLayout;
  /** Names of the bindings, in order. */
  readonly bindings: readonly string[];
  /** Fields of the immediates, in order. */
  readonly sizes: readonly { name: string; type: string }[];
}

/** Most bytes of immediate data per kernel: WebGPU's guaranteed maximum. */
const IMMEDIATE_BYTES = 64;

/** Compiles each variant of each kernel once, on first use. */
export class KernelCache {
  readonly #gpu: GPUDevice;
  readonly #kernels = new Map<string, Kernel>();
  /** All compiled variants. */
  readonly variants: Variant[] = [];

  constructor(gpu: GPUDevice) {
    this.#gpu = gpu;
  }

  get<N extends KernelName>(name: N, knobs: KnobsOf<N>): Kernel {
    const key = `${name} ${JSON.stringify(knobs)}`;
    let kernel = this.#kernels.get(key);
    if (kernel === undefined) {
      kernel = this.#compile(name, knobs);
      this.#kernels.set(key, kernel);
      this.variants.push({ name, knobs });
    }
    return kernel;
  }

  #compile(name: string, knobs: Knobs): Kernel {
    const code = kernelSource(name, knobs);
    const bindings = bindingsOf(code);
    const layout = this.#gpu.createBindGroupLayout({ label: name, entries: bindings.map(({ entry }) => entry) });
    const pipeline = this.#gpu.createComputePipeline({
      label: name,
      layout: this.#gpu.createPipelineLayout({ bindGroupLayouts: [layout], immediateSize: IMMEDIATE_BYTES }),
      compute: { module: this.#gpu.createShaderModule({ label: name, code }), entryPoint: 'main' },
    });
    return {
      id: this.#kernels.size,
      name,
      pipeline,
      layout,
      bindings: bindings.map((binding) => binding.name),
      sizes: sizesOf(code),
    };
  }
}

/** Reads the bindings from the WGSL source, in order, so that no separate list has to match it. */
function bindingsOf(code: string): { name: string; entry: GPUBindGroupLayoutEntry }[] {
  const declarations = code.matchAll(/@group\(0\) @binding\((\d+)\) var<storage, (read|read_write)> (\w+)/g);
  return [...declarations]
    .map(([, binding, access, name]) => {
      const type: GPUBufferBindingType = access === 'read' ? 'read-only-storage' : 'storage';
      // GPUShaderStage.COMPUTE
      return { name, entry: { binding: Number(binding), visibility: 4, buffer: { type } } };
    })
    .sort((a, b) => a.entry.binding - b.entry.binding);
}

/** Reads the fields of `struct Sizes`, the type of every kernel's immediates. */
function sizesOf(code: string): { name: string; type: string }[] {
  const fields = /struct Sizes \{([^}]*)\}/.exec(code)?.[1] ?? '';
  return Array.from(fields.matchAll(/(\w+)\s*:\s*(\w+)/g), ([, name, type]) => ({ name, type }));
}
