import type { Readable } from 'node:stream';
import type { MergedModel } from '../../model/export/merged-archive.ts';
import { mergedStream } from '../../model/export/merged-stream.ts';
import { ApiError } from '../errors/api-error.ts';

/** Each has a thread of its own, which keeps a core busy and an adapter in memory. */
const mostAtOnce = 2;
const retryAfterSeconds = 30;

/** The merged models that are being sent. */
export class MergedExports {
  #open = 0;

  /** Throws `queue_full` where as many as may are under way. */
  async begin(model: MergedModel): Promise<{ bytes: number; stream: Readable }> {
    if (this.#open >= mostAtOnce) {
      const wait = `${mostAtOnce} merged models are being downloaded already. Try again when one of them is done.`;
      throw new ApiError('queue_full', wait, { retryAfter: retryAfterSeconds });
    }
    this.#open += 1;
    try {
      const merged = await mergedStream(model);
      merged.stream.once('close', () => {
        this.#open -= 1;
      });
      return merged;
    } catch (error) {
      this.#open -= 1;
      throw error;
    }
  }
}
