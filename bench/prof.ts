import { readFileSync } from 'node:fs';
import { driverThreads } from '../src/compute/driver-threads.ts';
import { Device } from '../src/compute/device.ts';
import { allocate, allocateWith } from '../src/compute/buffer.ts';
import { matmul, matmulTransposed } from '../src/compute/ops/matmul.ts';
import { matmulInt8 } from '../src/compute/ops/matmul_int8.ts';
import { quantizeRows } from '../src/compute/ops/quantize.ts';
import { loraShrink, loraBackward } from '../src/compute/ops/lora.ts';
import { attentionTrain, attentionBackward } from '../src/compute/ops/attention.ts';
import { rmsnorm, rmsnormBackward, wholeRows } from '../src/compute/ops/rmsnorm.ts';
import { swiglu, swigluBackward } from '../src/compute/ops/swiglu.ts';
import { crossEntropy, ADVANTAGE_ALONE } from '../src/compute/ops/cross_entropy.ts';
import { tiledBytes } from '../src/compute/ops/weight.ts';
import { Recorder } from '../src/compute/recorder.ts';
export const device = await Device.open();
const threads = driverThreads();
export function cpuMs(): number {
  return threads.reduce((sum, t) => sum + Number(readFileSync(`/proc/self/task/${t}/schedstat`, 'utf8').split(' ')[0]), 0) / 1e6;
}
export async function time(name: string, record: (r: Recorder) => void, flops = 0, repeat = 1): Promise<number> {
  const recorder = new Recorder(device);
  let best = 1e9;
  for (let i = 0; i < 4; i++) {
    const before = cpuMs();
    for (let k = 0; k < repeat; k++) record(recorder);
    recorder.submit();
    await device.gpu.queue.onSubmittedWorkDone();
    if (i) best = Math.min(best, (cpuMs() - before) / repeat);
  }
  device.check();
  console.log(name.padEnd(34), best.toFixed(2).padStart(9), 'CPU-ms', flops ? `${(flops / best / 1e6).toFixed(1)} GFLOP/s a core` : '');
  return best;
}
export async function weight(type: 'q4' | 'q8' | 'bf16' | 'f32', rows: number, cols: number) {
  const words = new Uint32Array(tiledBytes(type, rows, cols) / 4).map((_, i) => type === 'bf16' ? 0x3c003c00 : type === 'f32' ? 0x3c000000 : (i * 2654435761) & 0x0fff0fff);
  return { rows, cols, bias: undefined, shards: [{ buffer: await allocateWith(device, words, 'w'), type, rowStart: 0, rows }] };
}
export const floats = (n: number) => allocate(device, n * 4, 'f');
export { matmul, matmulTransposed, matmulInt8, quantizeRows, loraShrink, loraBackward, attentionTrain, attentionBackward, rmsnorm, rmsnormBackward, wholeRows, swiglu, swigluBackward, crossEntropy, ADVANTAGE_ALONE, allocateWith, allocate };
