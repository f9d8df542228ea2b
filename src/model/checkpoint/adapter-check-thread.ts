/** Entry point of the worker thread that checks one adapter. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { AdapterCheck } from './adapter-check.ts';

/** Nice value of the check. An import can wait, but chats, and the device if it is the CPU, cannot. */
const NICENESS = 10;

// Only Linux can lower the priority of a single thread. It happens before the import below, which takes longer than
// most checks.
if (process.platform === 'linux') yieldToOthers();
const { checkAdapter } = await import('./adapter-check.ts');
const { CheckpointError } = await import('./checkpoint.ts');

try {
  checkAdapter(workerData as AdapterCheck);
  parentPort?.postMessage({ fault: null });
} catch (error) {
  if (!(error instanceof CheckpointError)) throw error;
  parentPort?.postMessage({ fault: error.message });
}

/** Lowers this thread's priority. If that is forbidden, as under a seccomp filter, the priority stays normal. */
function yieldToOthers(): void {
  try {
    setPriority(NICENESS);
  } catch {
    return;
  }
}
