import { type Knobs, kernelSource } from './template.ts';

/** What a kernel's text is made from: its name in `kernels/`, and the knobs that it is compiled with. */
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
  readonly bindingCount: number;
}

/** Bytes of immediate data a kernel may take: WebGPU's guaranteed maximum. */
const IMMEDIATE_BYTES = 64;

/** Compiles each variant of each kernel once, on first use. */
export class KernelCache {
  readonly #gpu: GPUDevice;
  readonly #kernels = new Map<string, Kernel>();
  /** All that have been compiled. */
  readonly variants: Variant[] = [];

  constructor(gpu: GPUDevice) {
    this.#gpu = gpu;
  }

  get(name: string, knobs: Knobs): Kernel {
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
    const layout = this.#gpu.createBindGroupLayout({ label: name, entries: bindings(code) });
    const pipeline = this.#gpu.createComputePipeline({
      label: name,
      layout: this.#gpu.createPipelineLayout({ bindGroupLayouts: [layout], immediateSize: IMMEDIATE_BYTES }),
      compute: { module: this.#gpu.createShaderModule({ label: name, code }), entryPoint: 'main' },
    });
    return { id: this.#kernels.size, name, pipeline, layout, bindingCount: bindings(code).length };
  }
}

/** The layout entries that the WGSL text declares, so that no list has to be kept in step with it. */
function bindings(code: string): GPUBindGroupLayoutEntry[] {
  const declarations = code.matchAll(/@group\(0\) @binding\((\d+)\) var<storage, (read|read_write)>/g);
  return [...declarations].map(([, binding, access]) => ({
    binding: Number(binding),
    visibility: 4, // GPUShaderStage.COMPUTE
    buffer: { type: access === 'read' ? 'read-only-storage' : 'storage' },
  }));
}
