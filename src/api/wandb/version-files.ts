import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DataFolder } from '../../artifacts/data-folder.ts';
import { notFound } from '../../artifacts/storage-error.ts';
import { openStoredFile, storedBytes } from '../../artifacts/stored-file.ts';
import { FairSemaphore } from '../../inference/fair-semaphore.ts';
import type { ServedModels } from '../../inference/served-models.ts';
import { ADAPTER_CONFIG_FILE, adapterConfigJson } from '../../model/checkpoint/adapter-config.ts';
import { ADAPTER_FILES, ADAPTER_WEIGHTS_FILE } from '../../model/checkpoint/adapter-files.ts';
import { freshAdapterBytes, freshAdapterChunks } from '../../model/fresh-adapter-file.ts';
import { type LoraSettings, loraLayout } from '../../model/lora-layout.ts';
import type { ArtifactFile } from '../../store/artifacts.ts';
import type { ModelRecord } from '../../store/models.ts';
import type { Records } from '../../store/store.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Version } from './versions.ts';

/** A file of an artifact version. */
export interface VersionFile {
  name: string;
  bytes: number;
  open(): Promise<Readable>;
  /** Cache key: files with the same key have the same bytes. */
  key: string;
}

interface Parts {
  folder: DataFolder;
  served: ServedModels;
  /** LoRA settings of new adapters. */
  lora: LoraSettings;
}

/** Maximum number of cached digests. */
const MAX_DIGESTS = 16_384;

/** The files of versions, and their digests as W&B's client computes them. */
export class VersionFiles {
  readonly #parts: Parts;
  readonly #digests = new Map<string, Promise<string>>();
  /** Slots for reading files to compute their digests. */
  readonly #reading = new FairSemaphore(2);

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Returns the files of a version. Throws `not_found` for step 0 of a model whose base model is not served now. */
  async files(own: Records, version: Version): Promise<VersionFile[]> {
    if (version.kind === 'artifact') {
      return (await own.artifacts.files(version.record.id)).map((file) => this.#stored(file));
    }
    const { checkpoint, model } = version;
    if (checkpoint.folder === null) return this.#fresh(model);
    const { folder } = this.#parts;
    const paths = ADAPTER_FILES.map((name) => ({ name, path: `${checkpoint.folder}/${name}` }));
    return Promise.all(
      paths.map(async ({ name, path }) => this.#stored({ name, path, bytes: await storedBytes(folder, path) })),
    );
  }

  /** Returns a file of a version by name. Raises `not_found`. */
  async file(own: Records, version: Version, name: string): Promise<VersionFile> {
    if (version.kind === 'artifact') return this.#stored(await own.artifacts.file(version.record.id, name));
    const file = (await this.files(own, version)).find((one) => one.name === name);
    if (file === undefined) throw notFound('file', name);
    return file;
  }

  /** Returns the MD5 of a file in base64; owners take turns. */
  digest(file: VersionFile, owner: string): Promise<string> {
    const { key } = file;
    const known = this.#digests.get(key);
    if (known !== undefined) return known;
    const [oldest] = this.#digests.keys();
    if (this.#digests.size >= MAX_DIGESTS) this.#digests.delete(oldest);
    // Concurrent callers share one computation.
    const digest = this.#reading.run(owner, () => md5Of(file));
    this.#digests.set(key, digest);
    digest.catch(() => {
      if (this.#digests.get(key) === digest) this.#digests.delete(key);
    });
    return digest;
  }

  #stored({ name, bytes, path }: Pick<ArtifactFile, 'name' | 'bytes' | 'path'>): VersionFile {
    return { name, bytes, key: path, open: () => this.#open(path) };
  }

  async #open(path: string): Promise<Readable> {
    const { handle } = await openStoredFile(this.#parts.folder, path);
    return handle.createReadStream();
  }

  /** Returns the files of step 0: an untrained adapter, equivalent to the base model. */
  #fresh({ baseModel }: ModelRecord): VersionFile[] {
    const { served, lora } = this.#parts;
    const base = served.get(baseModel);
    if (base === null) {
      const why = `the base model '${baseModel}' of its untrained adapter is not served now`;
      throw new ApiError('not_found', `Step 0 is not available: ${why}.`);
    }
    const layout = loraLayout(base.text.config, lora);
    const { rank, alpha, targets } = layout.settings;
    const { onParameters } = layout;
    const config = Buffer.from(adapterConfigJson({ rank, alpha, targets, baseModel, onParameters }));
    const key = `fresh ${baseModel} ${JSON.stringify(layout.settings)}`;
    return [
      {
        name: ADAPTER_CONFIG_FILE,
        bytes: config.length,
        key: `${key} config`,
        open: async () => Readable.from([config]),
      },
      {
        ...{ name: ADAPTER_WEIGHTS_FILE, bytes: freshAdapterBytes(layout), key },
        open: async () => Readable.from(inTurns(freshAdapterChunks(layout)), { objectMode: false }),
      },
    ];
  }
}

async function md5Of(file: VersionFile): Promise<string> {
  const hash = createHash('md5');
  for await (const chunk of await file.open()) hash.update(chunk);
  return hash.digest('base64');
}

/** Yields one chunk per iteration of the event loop, so that other requests are served meanwhile. */
async function* inTurns(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    await nextTurn();
    yield chunk;
  }
}
