import { readFile } from 'node:fs/promises';
import { deserialize } from 'node:v8';
import { type DataFolder, newShardPath } from '../artifacts/data-folder.ts';
import { publishStored } from '../artifacts/publish.ts';
import { type AtHand, atHand, newStoredPath } from '../artifacts/stored-file.ts';
import type { ComputeClient } from '../worker/client/compute-client.ts';
import type { ShardAsk, ShardDone } from '../worker/client/step-helpers.ts';
import { WorkerError } from '../worker/client/worker-error.ts';
import type { TrainOpenCall } from '../worker/protocol.ts';

/** The session of a step is kept so long for its next shard. */
const IDLE_MS = 30_000;
const SESSION = 'shards of another worker';

type HelperCompute = Pick<ComputeClient, 'training' | 'trainBegin' | 'trainOpen' | 'trainGradient' | 'trainEnd'>;

/** Computes shards of steps of other workers' jobs, one at a time, while this one trains nothing itself. */
export class ShardHelper {
  readonly #compute: HelperCompute;
  readonly #folder: DataFolder;
  /** The step whose session is open. */
  #step: string | null = null;
  #isBusy = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(compute: HelperCompute, folder: DataFolder) {
    this.#compute = compute;
    this.#folder = folder;
  }

  /** Rejects with code `queue_full` where it computes something else, and with whatever goes wrong. */
  async compute(ask: ShardAsk): Promise<ShardDone> {
    const own = this.#compute.training().filter(({ session }) => session !== SESSION);
    if (this.#isBusy || own.length > 0) throw new WorkerError('queue_full', 'this worker trains already');
    this.#isBusy = true;
    clearTimeout(this.#idle);
    try {
      if (this.#step !== ask.step) await this.#open(ask);
      return await this.#gradient(ask.shard);
    } catch (error) {
      await this.#end();
      throw error;
    } finally {
      this.#isBusy = false;
      this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref();
    }
  }

  async #open({ step, model, adapter, memory, request }: ShardAsk): Promise<void> {
    await this.#end();
    using asked: AtHand = await atHand(this.#folder, request);
    const work = deserialize(await readFile(asked.path)) as Omit<TrainOpenCall, 'session'>;
    using files = adapter && (await atHand(this.#folder, adapter.folder));
    const here = adapter && files && { id: adapter.id, folder: files.path };
    await this.#compute.trainBegin({ session: SESSION, model, adapter: here, optimizerFile: null, memory });
    await this.#compute.trainOpen({ session: SESSION, ...work });
    this.#step = step;
  }

  async #gradient(shard: number): Promise<ShardDone> {
    const path = newShardPath();
    const began = performance.now();
    const sha256 = await this.#compute.trainGradient({
      session: SESSION,
      shard,
      file: await newStoredPath(this.#folder, path),
    });
    const seconds = (performance.now() - began) / 1000;
    await publishStored(this.#folder, path);
    return { path, sha256, seconds };
  }

  async #end(): Promise<void> {
    this.#step = null;
    await this.#compute.trainEnd(SESSION).catch(() => {});
  }
}
