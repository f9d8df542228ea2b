/** The thread that merges one model: tells the archive's size, then gives a chunk for each message, at the end null. */
import { parentPort, workerData } from 'node:worker_threads';
import { type MergedModel, mergedArchive } from './merged-archive.ts';

const archive = mergedArchive(workerData as MergedModel);
const chunks = archive.chunks();
parentPort?.postMessage({ bytes: archive.bytes });
parentPort?.on('message', () => {
  const { value: chunk = null } = chunks.next();
  parentPort?.postMessage({ chunk }, chunk === null ? [] : [chunk.buffer as ArrayBuffer]);
  if (chunk === null) parentPort?.close();
});
