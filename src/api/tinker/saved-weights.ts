import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from '../../artifacts/data-folder.ts';
import { removePaths } from '../../artifacts/removal.ts';
import { ensureLocal, openStoredFile } from '../../artifacts/stored-file.ts';
import { ADAPTER_FILES } from '../../model/checkpoint/adapter-files.ts';
import type { RecordsByOwner } from '../../store/store.ts';
import type { TinkerCheckpoint, TinkerPlace } from '../../store/tinker-checkpoints.ts';
import { OPTIMIZER_FILE } from '../../worker/protocol.ts';
import { ApiError } from '../errors/api-error.ts';
import type { SampledAdapter } from './sessions.ts';
import { storeAdapter } from './stored-adapter.ts';
import { parseTinkerPath } from './tinker-path.ts';
import type { TrainedModel, TrainingStart } from './trained-model.ts';

interface SavedWeightsParts {
  store: RecordsByOwner;
  folder: DataFolder;
}

export interface SaveOptions {
  /** Lifetime in milliseconds; null for no limit. */
  ttlMs: number | null;
  overwrite: boolean;
  labels: Record<string, string> | null;
}

/** Weights that clients save, to resume training or to sample from. */
export class SavedWeights {
  readonly #parts: SavedWeightsParts;

  constructor(parts: SavedWeightsParts) {
    this.#parts = parts;
  }

  /** Saves a model's weights under a name. Raises `conflict`, `disk_full` and what the model raises. */
  async save(model: TrainedModel, owner: string, place: TinkerPlace, options: SaveOptions): Promise<void> {
    const { lora, base } = model;
    const facts = { ...place, baseModel: base.id, rank: lora.rank, targets: lora.targets };
    await storeAdapter(
      this.#parts.folder,
      model.id,
      (folder) => model.save(folder, { optimizer: place.kind === 'weights' }),
      ({ id, path, bytes }) => this.#own(owner).add({ id, ...facts, folder: path, bytes, ...options }),
    );
  }

  /**
   * Returns saved weights to train from; their files are held until the result is disposed. Raises `not_found`, and an
   * ApiError.
   */
  async startFrom(
    owner: string,
    path: string,
    { optimizer }: { optimizer: boolean },
  ): Promise<{ checkpoint: TinkerCheckpoint; start: TrainingStart } & Disposable> {
    const place = parseTinkerPath(path);
    if (optimizer && place.kind !== 'weights') {
      throw new ApiError('validation_failed', `'${path}' was saved without an optimizer state.`);
    }
    const checkpoint = await this.#own(owner).get(place);
    const held = await ensureLocal(this.#parts.folder, checkpoint.folder);
    const start = { id: checkpoint.id, folder: held.path };
    const optimizerFile = optimizer ? join(held.path, OPTIMIZER_FILE) : null;
    return { checkpoint, start: { start, optimizerFile }, [Symbol.dispose]: () => held[Symbol.dispose]() };
  }

  /** Returns saved weights by run, kind and name. Raises `not_found`. */
  get(owner: string, place: TinkerPlace): Promise<TinkerCheckpoint> {
    return this.#own(owner).get(place);
  }

  /** Returns saved weights by `tinker://` path. Raises `not_found`. */
  async info(owner: string, path: string): Promise<TinkerCheckpoint> {
    return this.get(owner, parseTinkerPath(path));
  }

  /** Deletes saved weights. Raises `not_found`. */
  async delete(owner: string, place: TinkerPlace): Promise<void> {
    await removePaths(this.#parts.folder, await this.#own(owner).delete(place));
  }

  /** Returns the adapter of saved weights, for a sampler. */
  adapterOf({ id, folder }: Pick<TinkerCheckpoint, 'id' | 'folder'>): SampledAdapter {
    const files = async () => {
      const held = await ensureLocal(this.#parts.folder, folder, ADAPTER_FILES);
      return { id, folder: held.path, [Symbol.dispose]: () => held[Symbol.dispose]() };
    };
    return { id, folder, files };
  }

  /** Writes the current adapter for a single sampler, which `commit` stores. */
  async ephemeral(model: TrainedModel, commit: (adapter: SampledAdapter) => Promise<void>): Promise<void> {
    await storeAdapter(
      this.#parts.folder,
      model.id,
      (folder) => model.save(folder, { optimizer: false }),
      async ({ path }) => {
        await commit(this.adapterOf({ id: path, folder: path }));
        return [];
      },
    );
  }

  /** Opens a file of saved weights by their id. Raises `not_found`. */
  async openFile(
    owner: string,
    { id, name }: { id: string; name: string },
  ): Promise<{ handle: FileHandle; bytes: number }> {
    const { folder } = await this.#own(owner).withId(id);
    return openStoredFile(this.#parts.folder, `${folder}/${name}`);
  }

  #own(owner: string) {
    return this.#parts.store.ownedBy(owner).tinker;
  }
}
