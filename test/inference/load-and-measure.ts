/**
 * Child of loading-memory.test.ts: uploads the model of its argument, in the precision of the next one, and prints what
 * its process held for that at the most beside the device's memory (`host`), and the `weights` there, in bytes.
 */
import { readFileSync } from 'node:fs';
import { Device } from '../../src/compute/device.ts';
import { openCheckpoint } from '../../src/model/checkpoint/checkpoint-open.ts';
import { uploadWeights } from '../../src/model/device-weights.ts';
import type { Precision } from '../../src/model/model-files.ts';

const [path, precision] = process.argv.slice(2);

/** The most memory that this process had resident, as Linux tells it. */
function mostHeld(): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;
}

const device = await Device.open();
const begun = mostHeld();
const checkpoint = openCheckpoint(path);
const { bytes } = await uploadWeights(device, checkpoint, precision as Precision);
checkpoint.close();
const most = mostHeld();
// Of a software adapter the device's memory is the process's own.
const host = most - begun - (device.info.fallback ? bytes : 0);
console.log(JSON.stringify({ host, weights: bytes }));
await device.destroy();
