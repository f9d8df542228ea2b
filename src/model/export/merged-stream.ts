import { once } from 'node:events';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { MergedModel } from './merged-model.ts';

/**
 * Streams a merged model from a worker thread, which works only as fast as the stream is read. Destroying the stream
 * ends the thread. Rejects with the errors of `mergedModel`.
 */
export async function mergedStream(model: MergedModel): Promise<{ bytes: number; stream: Readable }> {
  const entry = import.meta.url.endsWith('.ts') ? './merge-thread.ts' : './merge-thread.js';
  const thread = new Worker(new URL(entry, import.meta.url), { workerData: model, execArgv: [], env: {} });
  const [{ bytes }] = (await once(thread, 'message')) as [{ bytes: number }];
  const stream = new Readable({
    highWaterMark: 2 ** 20,
    read: () => thread.postMessage('next'),
    destroy: (error, done) => {
      void thread.terminate().then(() => done(error));
    },
  });
  let ended = false;
  thread.on('message', ({ chunk }: { chunk: Uint8Array | null }) => {
    ended = chunk === null;
    stream.push(chunk);
  });
  thread.on('error', (error) => stream.destroy(error));
  thread.on('exit', () => {
    if (!ended && !stream.destroyed) stream.destroy(new Error('the thread that merges exited'));
  });
  return { bytes, stream };
}
