// A process that opens the device, runs a kernel, checks for errors and ends by running out of work, as the compute
// process does. Prints the sum of the result.
import { allocateWith, download } from '../../src/compute/buffer.ts';
import { Device } from '../../src/compute/device.ts';
import { swiglu } from '../../src/compute/ops/swiglu.ts';
import { Recorder } from '../../src/compute/recorder.ts';

const device = await Device.open();
const g = await allocateWith(device, new Float32Array(64).fill(1), 'gate and up');
const y = await allocateWith(device, new Float32Array(32), 'activation');
const recorder = new Recorder(device);
swiglu(recorder, { g, y, T: 1, F: 32 });
recorder.submit();
const result = new Float32Array(await download(device, y));
device.check();
console.log(result.reduce((sum, value) => sum + value, 0).toFixed(4));
await device.destroy();
