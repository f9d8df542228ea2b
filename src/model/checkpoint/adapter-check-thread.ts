/** The thread that checks one adapter. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { AdapterCheck } from './adapter-check.ts';

/** An import can wait; chats beside it, and the device where that is the processor, cannot. */
const NICENESS = 10;

// Of this thread alone, which only Linux can do; before the code is loaded, which takes longer than most checks.
if (process.platform === 'linux') giveWay();
const { checkAdapter } = await import('./adapter-check.ts');
const { CheckpointError } = await import('./checkpoint.ts');

try {
  checkAdapter(workerData as AdapterCheck);
  parentPort?.postMessage({ fault: null });
} catch (error) {
  if (!(error instanceof CheckpointError)) throw error;
  parentPort?.postMessage({ fault: error.message });
}

/** Where priorities may not be set, as under a filter of system calls, the check is one thread among others. */
function giveWay(): void {
  try {
    setPriority(NICENESS);
  } catch {
    return;
  }
}
