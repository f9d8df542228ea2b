import { KernelCache } from './kernel.ts';
import type { MatrixShape } from './subgroup-matrix.ts';

const BLOCKS = 2;
/** Bound of a loop that must not be unrolled, so kernels receive it at run time. */
const PAIRS = 4;
const SCOPES: readonly GPUErrorFilter[] = ['internal', 'out-of-memory', 'validation'];

/**
 * Returns why the driver's subgroup matrices cannot be used, or undefined if they multiply integers correctly. Dawn's
 * support is experimental: a driver may reject the kernel or compute wrong products.
 */
export async function matrixFault(gpu: GPUDevice, shape: MatrixShape): Promise<string | undefined> {
  const expected = expectedProducts(shape);
  try {
    const found = await deviceProducts(gpu, shape, expected.byteLength);
    const wrong = expected.findIndex((value, i) => value !== found[i]);
    return wrong < 0 ? undefined : `element ${wrong} of a product is ${found[wrong]} instead of ${expected[wrong]}`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns the products that kernels/check/matrix.wgsl computes. */
function expectedProducts({ M, N }: MatrixShape): Float32Array {
  const [height, width] = [4 * M, 4 * N];
  return Float32Array.from({ length: 2 * height * width }, (_, i) => {
    const [row, column] = [Math.floor(i / width) % height, i % width];
    const isStored = i >= height * width;
    let sum = 0;
    for (let k = 0; k < (isStored ? 32 : 32 * BLOCKS); k++)
      sum += 61 * (((row * 7 + k * 3) % 13) - 6) * (((k * 5 + column * 11) % 17) - 8);
    return isStored ? 2 * sum : sum;
  });
}

/** Computes the products on the device. Throws any error that Dawn or the driver reports. */
async function deviceProducts(gpu: GPUDevice, shape: MatrixShape, size: number): Promise<Float32Array> {
  const Y = gpu.createBuffer({ size, usage: 0x80 | 0x04 }); // STORAGE | COPY_SRC
  const stored = gpu.createBuffer({ size: 256 * (shape.M + 2 * shape.N), usage: 0x80 });
  const staging = gpu.createBuffer({ size, usage: 0x01 | 0x08 }); // MAP_READ | COPY_DST
  try {
    await throwingErrors(gpu, () => submitProducts(gpu, shape, { Y, stored, staging }));
    await staging.mapAsync(0x01);
    return new Float32Array(staging.getMappedRange().slice(0));
  } finally {
    Y.destroy();
    stored.destroy();
    staging.destroy();
  }
}

function submitProducts(
  gpu: GPUDevice,
  shape: MatrixShape,
  { Y, stored, staging }: Record<'Y' | 'stored' | 'staging', GPUBuffer>,
): void {
  const knobs = { ...shape, HEIGHT: 4 * shape.M, WIDTH: 4 * shape.N, TALL: 2, BROAD: 2, STAGED: 1, UNROLLED: 1 };
  const { pipeline, layout } = new KernelCache(gpu).get('check/matrix', knobs);
  const entries = [Y, stored].map((buffer, binding) => ({ binding, resource: { buffer } }));
  const encoder = gpu.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, gpu.createBindGroup({ layout, entries }));
  pass.setImmediates(0, Uint32Array.of(BLOCKS, PAIRS).buffer);
  pass.dispatchWorkgroups(1);
  pass.end();
  encoder.copyBufferToBuffer(Y, 0, staging, 0, Y.size);
  gpu.queue.submit([encoder.finish()]);
}

/** Runs `work` and throws its first GPU error, which then is not reported as an uncaptured error of the device. */
async function throwingErrors(gpu: GPUDevice, work: () => void): Promise<void> {
  for (const scope of SCOPES) gpu.pushErrorScope(scope);
  let errors: (GPUError | null)[] = [];
  try {
    work();
  } finally {
    errors = await Promise.all(SCOPES.map(() => gpu.popErrorScope()));
  }
  for (const error of errors) if (error) throw new Error(error.message);
}
