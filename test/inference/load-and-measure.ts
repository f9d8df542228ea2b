/**
 * Child of loading-memory.test.ts: uploads the model of its first argument in the precision of its second. Prints the
 * peak memory that this took beside device memory (`host`), and the bytes of the `weights` on the device.
 */
import { readFileSync } from 'node:fs';
import { Device } from '../../src/compute/device.ts';
import { openCheckpoint } from '../../src/model/checkpoint/checkpoint-open.ts';
import { uploadWeights } from '../../src/model/device-weights.ts';
import type { Precision } from '../../src/model/model-files.ts';

const [path, precision] = process.argv.slice(2);

/** Returns the peak resident memory of this process on Linux. */
function peakBytes(): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;
}

const device = await Device.open();
const begun = peakBytes();
const checkpoint = openCheckpoint(path);
const { bytes } = await uploadWeights(device, checkpoint, precision as Precision);
checkpoint.close();
const most = peakBytes();
// The device memory of a software adapter belongs to the process.
const host = most - begun - (device.info.fallback ? bytes : 0);
console.log(JSON.stringify({ host, weights: bytes }));
await device.destroy();
