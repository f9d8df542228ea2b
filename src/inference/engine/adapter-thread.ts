/** Worker thread that reads adapters, one at a time. */
import { parentPort } from 'node:worker_threads';
import { CheckpointError } from '../../model/checkpoint/checkpoint.ts';
import { type AdapterJob, readAdapterNow } from './adapter-reader.ts';

parentPort?.on('message', ({ number, job }: { number: number; job: AdapterJob }) => {
  try {
    const adapter = readAdapterNow(job);
    parentPort?.postMessage({ number, adapter }, [adapter.flat.buffer]);
  } catch (error) {
    const { message } = error as Error;
    parentPort?.postMessage({ number, failure: { message, unfit: error instanceof CheckpointError } });
  }
});
