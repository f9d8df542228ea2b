/**
 * The compute process with a device that fails. `FAILING_DEVICE` names a JSON file that lists training steps, counted
 * over all processes: at those in `lost` the device is lost in the middle, and at those in `full` it runs out of memory
 * after the step has changed the weights. `lostScores` lists scorings that lose the device. `memory` is the training
 * memory of a job in bytes, in processes that start later.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { Device } from '../../src/compute/device.ts';
import { DeviceOutOfMemoryError } from '../../src/compute/errors.ts';
import { ComputeHost } from '../../src/worker/process/compute-host.ts';
import { TrainingSessions } from '../../src/worker/process/training-sessions.ts';

const scriptPath = process.env.FAILING_DEVICE ?? '';

const open = Device.open;
let device: Device | undefined;
Device.open = async () => {
  device = await open.call(Device);
  return device;
};

const load = ComputeHost.prototype.load;
ComputeHost.prototype.load = function (request, progress) {
  const { memory }: { memory?: number } = existsSync(scriptPath) ? JSON.parse(readFileSync(scriptPath, 'utf8')) : {};
  return load.call(this, { ...request, trainingMemory: memory ?? request.trainingMemory }, progress);
};

function count(what: string): number {
  appendFileSync(`${scriptPath}.${what}`, '.');
  return readFileSync(`${scriptPath}.${what}`, 'utf8').length;
}

const step = TrainingSessions.prototype.step;
TrainingSessions.prototype.step = async function (...args) {
  const script: { lost: number[]; full: number[] } = existsSync(scriptPath)
    ? JSON.parse(readFileSync(scriptPath, 'utf8'))
    : { lost: [], full: [] };
  const number = count('steps');
  const result = step.apply(this, args);
  if (script.lost.includes(number)) device?.gpu.destroy();
  const answer = await result;
  if (script.full.includes(number)) throw new DeviceOutOfMemoryError('no memory, as the test wants it');
  return answer;
};

const score = TrainingSessions.prototype.logprobs;
TrainingSessions.prototype.logprobs = function (...args) {
  const { lostScores = [] }: { lostScores?: number[] } = existsSync(scriptPath)
    ? JSON.parse(readFileSync(scriptPath, 'utf8'))
    : {};
  const result = score.apply(this, args);
  if (lostScores.includes(count('scores'))) device?.gpu.destroy();
  return result;
};

await import('../../src/worker/process/main.ts');
