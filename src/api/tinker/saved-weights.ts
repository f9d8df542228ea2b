import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFolderAtomic } from '../../artifacts/atomic-write.ts';
import { absolutePath, type DataFolder, newCheckpointPath } from '../../artifacts/data-folder.ts';
import { publishStored } from '../../artifacts/publish.ts';
import { removePaths } from '../../artifacts/removal.ts';
import { keptNothing } from '../../artifacts/storage-error.ts';
import { atHand, newStoredPath } from '../../artifacts/stored-file.ts';
import { temporaryBeside } from '../../artifacts/temporary-name.ts';
import { ADAPTER_FILES } from '../../model/checkpoint/adapter-files.ts';
import type { AdapterFiles } from '../../model/model-files.ts';
import { newId, type RecordsByOwner } from '../../store/store.ts';
import type { TinkerCheckpoint, TinkerPlace } from '../../store/tinker-checkpoints.ts';
import { OPTIMIZER_FILE } from '../../worker/protocol.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Sampler } from './sessions.ts';
import type { TrainedModel, TrainingStart } from './trained-model.ts';

const SCHEME = 'tinker://';

export function tinkerPath({ run, kind, name }: TinkerPlace): string {
  return `${SCHEME}${run}/${kind}/${name}`;
}

/** Throws an ApiError for what is no `tinker://` path. */
export function parseTinkerPath(path: string): TinkerPlace {
  const [run, kind, name, ...rest] = path.startsWith(SCHEME) ? path.slice(SCHEME.length).split('/') : [];
  if (run && name && rest.length === 0 && (kind === 'weights' || kind === 'sampler_weights'))
    return { run, kind, name };
  throw new ApiError(
    'validation_failed',
    `'${path}' is no path of saved weights, such as tinker://{model_id}/weights/{name} or .../sampler_weights/{name}.`,
  );
}

interface SavedWeightsParts {
  store: RecordsByOwner;
  folder: DataFolder;
}

export interface SaveWishes {
  /** Milliseconds that they are kept; null for ever. */
  ttlMs: number | null;
  overwrite: boolean;
  labels: Record<string, string> | null;
}

/** What clients save of the models that they train, and go on from or sample from. */
export class SavedWeights {
  readonly #parts: SavedWeightsParts;

  constructor(parts: SavedWeightsParts) {
    this.#parts = parts;
  }

  /** Raises `conflict`, `disk_full` and what the model raises. */
  async save(model: TrainedModel, owner: string, place: TinkerPlace, wishes: SaveWishes): Promise<void> {
    const { folder } = this.#parts;
    const id = newId();
    const path = newCheckpointPath(model.id.replaceAll(':', '-'), 0, id);
    await folder.reserve.check(0);
    await writeFolderAtomic(await newStoredPath(folder, path), (temporary) =>
      model.save(temporary, { optimizer: place.kind === 'weights' }),
    );
    await publishStored(folder, path);
    const bytes = await bytesIn(absolutePath(folder, path));
    const { lora, base } = model;
    const facts = { id, ...place, baseModel: base.id, rank: lora.rank, targets: lora.targets, folder: path, bytes };
    try {
      await removePaths(folder, await this.#own(owner).add({ ...facts, ...wishes }));
    } catch (error) {
      if (keptNothing(error)) await removePaths(folder, [path]);
      throw error;
    }
  }

  /** Where training goes on from. Disposed of, the files may go. Raises `not_found`, and an ApiError. */
  async startFrom(
    owner: string,
    path: string,
    { optimizer }: { optimizer: boolean },
  ): Promise<{ checkpoint: TinkerCheckpoint; start: TrainingStart } & Disposable> {
    const place = parseTinkerPath(path);
    if (optimizer && place.kind !== 'weights') {
      throw new ApiError('validation_failed', `'${path}' was saved to sample from, without an optimizer state.`);
    }
    const checkpoint = await this.#own(owner).get(place);
    const held = await atHand(this.#parts.folder, checkpoint.folder);
    const start = { id: checkpoint.id, folder: held.path };
    const optimizerFile = optimizer ? join(held.path, OPTIMIZER_FILE) : null;
    return { checkpoint, start: { start, optimizerFile }, [Symbol.dispose]: () => held[Symbol.dispose]() };
  }

  /** Raises `not_found`. */
  async info(owner: string, path: string): Promise<TinkerCheckpoint> {
    return this.#own(owner).get(parseTinkerPath(path));
  }

  list(owner: string, wanted: { run?: string; offset: number; limit: number }) {
    return this.#own(owner).list(wanted);
  }

  /** Raises `not_found`. */
  async delete(owner: string, place: TinkerPlace): Promise<void> {
    await removePaths(this.#parts.folder, await this.#own(owner).delete(place));
  }

  /** The adapter of what was saved, for a sampler. */
  adapterOf({ id, folder: path }: TinkerCheckpoint): Sampler['adapter'] {
    const files = async () => {
      const held = await atHand(this.#parts.folder, path, ADAPTER_FILES);
      return { id, folder: held.path, [Symbol.dispose]: () => held[Symbol.dispose]() };
    };
    return { id, files, remove: async () => {} };
  }

  /** Writes the adapter as it is now for one sampler alone: into a folder that a start of the server removes. */
  async ephemeral(model: TrainedModel): Promise<Sampler['adapter']> {
    const { root, reserve } = this.#parts.folder;
    await reserve.check(0);
    const id = newId();
    const folder = temporaryBeside(join(root, id));
    await mkdir(folder);
    const remove = () => rm(folder, { recursive: true, force: true });
    try {
      await model.save(folder, { optimizer: false });
    } catch (error) {
      await remove();
      throw error;
    }
    const files = async (): Promise<AdapterFiles & Disposable> => {
      await stat(folder).catch(() => {
        throw new ApiError(
          'validation_failed',
          'These sampler weights are gone: only the newest of a session are kept. Save what is to stay under a name.',
        );
      });
      return { id, folder, [Symbol.dispose]: () => {} };
    };
    return { id, files, remove };
  }

  #own(owner: string) {
    return this.#parts.store.ownedBy(owner).tinker;
  }
}

async function bytesIn(folder: string): Promise<number> {
  const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
