/** The thread that checks one adapter. */
import { parentPort, workerData } from 'node:worker_threads';
import { type AdapterCheck, checkAdapter } from './adapter-check.ts';
import { CheckpointError } from './checkpoint.ts';

try {
  checkAdapter(workerData as AdapterCheck);
  parentPort?.postMessage({ fault: null });
} catch (error) {
  if (!(error instanceof CheckpointError)) throw error;
  parentPort?.postMessage({ fault: error.message });
}
