/** The thread that merges one model: tells the file's size, then gives a chunk for each message, at the end null. */
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
