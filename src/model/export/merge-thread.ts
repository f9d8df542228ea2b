/** Worker thread that merges one model. It sends the file's size, then one chunk per message, and null at the end. */
import { parentPort, workerData } from 'node:worker_threads';
import { type MergedModel, mergedModel } from './merged-model.ts';

const file = mergedModel(workerData as MergedModel);
const chunks = file.chunks();
parentPort?.postMessage({ bytes: file.bytes });
parentPort?.on('message', () => {
  const { value: chunk = null } = chunks.next();
  parentPort?.postMessage({ chunk }, chunk === null ? [] : [chunk.buffer as ArrayBuffer]);
  if (chunk === null) parentPort?.close();
});
