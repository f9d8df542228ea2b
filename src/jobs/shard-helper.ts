import { readFile } from 'node:fs/promises';
import { deserialize } from 'node:v8';
import { type DataFolder, newShardPath } from '../artifacts/data-folder.ts';
import { publishStored } from '../artifacts/publish.ts';
import { ensureLocal, newStoredPath } from '../artifacts/stored-file.ts';
import { ADAPTER_FILES } from '../model/checkpoint/adapter-files.ts';
import type { AdapterFiles } from '../model/model-files.ts';
import type { ComputeClient } from '../worker/client/compute-client.ts';
import type { ShardRequest, ShardResult } from '../worker/client/step-helpers.ts';
import { WorkerError } from '../worker/client/worker-error.ts';
import type { TrainBeginStepCall } from '../worker/protocol.ts';

/** How long the session of a step is kept for its next shard. */
const IDLE_MS = 30_000;
const SESSION = 'shards of another worker';

interface HelperParts {
  compute: Pick<
    ComputeClient,
    'report' | 'trainPlan' | 'trainBegin' | 'trainBeginStep' | 'trainShardGradient' | 'trainEnd'
  >;
  folder: DataFolder;
  /** Returns the number of training jobs that run here. */
  jobs(): number;
}

/** A step with an open session, and the compute process that has it. */
interface OpenStep {
  name: string;
  pid: number | null;
}

/** Computes shards of other workers' steps, one at a time, while this worker runs no job itself. */
export class ShardHelper {
  readonly #parts: HelperParts;
  #step: OpenStep | null = null;
  /** The shard being computed. */
  #working: { step: string; stopping: AbortController } | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(parts: HelperParts) {
    this.#parts = parts;
  }

  /**
   * Computes a shard. Rejects with `queue_full` if this worker is busy, and with any other error of the computation.
   */
  async compute(ask: ShardRequest): Promise<ShardResult> {
    if (this.#working !== null || this.#parts.jobs() > 0) {
      throw new WorkerError('queue_full', 'this worker is already training');
    }
    const stopping = new AbortController();
    this.#working = { step: ask.step, stopping };
    clearTimeout(this.#idle);
    try {
      const { pid } = this.#parts.compute.report();
      if (this.#step?.name !== ask.step || this.#step.pid !== pid) await this.#open(ask, pid, stopping.signal);
      return await this.#gradient(ask.shard, stopping.signal);
    } catch (error) {
      await this.#end();
      throw error;
    } finally {
      this.#working = null;
      this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref();
    }
  }

  /** Stops computing for a step. */
  stop(step: string): void {
    if (this.#working?.step === step) this.#working.stopping.abort();
    else if (this.#step?.name === step) void this.#end();
  }

  /** Stops all computing, as a job of this worker needs the device. */
  close(): void {
    if (this.#working !== null) this.#working.stopping.abort();
    else void this.#end();
  }

  async #open(ask: ShardRequest, pid: number | null, signal: AbortSignal): Promise<void> {
    const { compute, folder } = this.#parts;
    await this.#end();
    const { request, slopes } = await this.#read(ask.request);
    using files = ask.adapter && (await ensureLocal(folder, ask.adapter.folder, ADAPTER_FILES));
    const adapter: AdapterFiles | null = ask.adapter && files && { id: ask.adapter.id, folder: files.path };
    const longest = request.sequences.reduce((most, { ids }) => Math.max(most, ids.length), 0);
    // Which activations are kept depends on this worker's memory; it changes no bit.
    const planRequest = { model: ask.model, adapter, longest, begunCapacity: ask.capacity, packedSizes: [] };
    const { plan: memory } = await compute.trainPlan(planRequest);
    await compute.trainBegin({ session: SESSION, model: ask.model, adapter, optimizerFile: null, memory });
    await compute.trainBeginStep({ session: SESSION, request, slopes }, signal);
    this.#step = { name: ask.step, pid };
  }

  async #read(path: string): Promise<Omit<TrainBeginStepCall, 'session'>> {
    const { folder } = this.#parts;
    try {
      using file = await ensureLocal(folder, path);
      return deserialize(await readFile(file.path));
    } finally {
      await folder.blobs?.dropCopy(path);
    }
  }

  async #gradient(shard: number, signal: AbortSignal): Promise<ShardResult> {
    const { compute, folder } = this.#parts;
    const path = newShardPath();
    const began = performance.now();
    await folder.reserve.check(0);
    const file = await newStoredPath(folder, path);
    const sha256 = await compute.trainShardGradient({ session: SESSION, shard, file }, signal);
    const seconds = (performance.now() - began) / 1000;
    await publishStored(folder, path);
    await folder.blobs?.dropCopy(path);
    return { path, sha256, seconds };
  }

  async #end(): Promise<void> {
    this.#step = null;
    await this.#parts.compute.trainEnd(SESSION).catch(() => {});
  }
}
