import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeFileAtomic } from '../artifacts/atomic-write.ts';
import { absolutePath, type DataFolder } from '../artifacts/data-folder.ts';
import { openStoredFile } from '../artifacts/stored-file.ts';
import type { RecordsByOwner } from '../store/store.ts';
import { dataFile } from '../training/sft/sft-data.ts';
import { TrainingInputError } from '../training/training-input-error.ts';
import { JobFailure } from './job-failure.ts';
import { checkUrl, safeFetch } from './safe-fetch.ts';

export interface TrainingDataParts {
  store: RecordsByOwner;
  folder: DataFolder;
  /** Hosts of private addresses that may be fetched from. */
  artifactHosts: readonly string[];
  /** The only folder of `file://` URLs; null refuses them. */
  artifactFolder: string | null;
}

/** What a job's `training_data_url` was, and whose artifacts it can name. */
interface DataSource {
  url: string;
  owner: string;
}

/** Of a data file: longer texts do not fit a JavaScript string with room to parse. */
export const mostDataBytes = 256 * 2 ** 20;
/** What a single file without a telling name counts as. */
const clientFile = 'train.jsonl';
const knownFiles = [clientFile, 'trajectories.jsonl', 'metadata.json'];

/** Whether a job reads the file of this name in an artifact. */
export function isDataFile(name: string): boolean {
  return knownFiles.includes(name);
}

/** Finds the training data that a `training_data_url` names: in our own store, on the web, or in the operator's folder. */
export class TrainingData {
  readonly #parts: TrainingDataParts;

  constructor(parts: TrainingDataParts) {
    this.#parts = parts;
  }

  /**
   * At the request: refuses what can be refused without reading the data, and pins an artifact of the owner to its present
   * version. `fetched` tells whether the data must be copied when the job starts. Throws `TrainingInputError`, and
   * `StorageError` (not_found) for an unknown artifact.
   */
  async check(url: string, owner: string): Promise<{ url: string; fetched: boolean }> {
    const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1].toLowerCase();
    switch (scheme) {
      case 'daybreak-artifact':
      case 'wandb-artifact': {
        const { artifacts } = this.#parts.store.ownedBy(owner);
        const artifact = await artifacts.resolve(url);
        dataFile((await artifacts.files(artifact.id)).map(({ name }) => name));
        return { url: artifact.url, fetched: false };
      }
      case 'http':
      case 'https':
        this.#checkWebUrl(url);
        return { url, fetched: true };
      case 'file':
        await this.#checkLocal(url);
        return { url, fetched: false };
      default:
        throw new TrainingInputError(
          ['training_data_url'],
          'the scheme is not taken; allowed are daybreak-artifact:///, wandb-artifact:///, https://, http:// and file://',
        );
    }
  }

  /**
   * The bytes of the known files, by name. Web data is kept in the file `copy` (relative to the data folder, empty at
   * first), so that a job that runs again sees the same bytes. Throws `JobFailure`.
   */
  async files({ url, owner }: DataSource, copy: string | null, signal: AbortSignal): Promise<Map<string, Uint8Array>> {
    if (/^(daybreak|wandb)-artifact:/i.test(url)) return this.#artifactFiles(url, owner);
    if (/^file:/i.test(url)) return this.#localFiles(url);
    return new Map([[clientFile, await this.#webData(url, copy, signal)]]);
  }

  async #artifactFiles(url: string, owner: string): Promise<Map<string, Uint8Array>> {
    const { artifacts } = this.#parts.store.ownedBy(owner);
    const artifact = await artifacts.resolve(url);
    const files = new Map<string, Uint8Array>();
    for (const file of await artifacts.files(artifact.id)) {
      if (!isDataFile(file.name)) continue;
      if (file.bytes > mostDataBytes) throw tooLong(file.name);
      const { handle } = await openStoredFile(this.#parts.folder, file.path);
      try {
        files.set(file.name, await handle.readFile());
      } finally {
        await handle.close();
      }
    }
    return files;
  }

  async #webData(url: string, copy: string | null, signal: AbortSignal): Promise<Uint8Array> {
    if (copy === null) throw new JobFailure('training_data_url: the copy of the data is gone; start the job again');
    const path = absolutePath(this.#parts.folder, copy);
    const kept = await readFile(path);
    if (kept.length > 0) return kept;
    const bytes = await safeFetch(url, { allowedHosts: this.#parts.artifactHosts, mostBytes: mostDataBytes }, signal);
    await writeFileAtomic(path, bytes);
    return bytes;
  }

  async #localFiles(url: string): Promise<Map<string, Uint8Array>> {
    const path = await this.#localPath(url);
    if (!(await stat(path)).isDirectory()) {
      const name = isDataFile(basename(path)) ? basename(path) : clientFile;
      return new Map([[name, await readLocal(path)]]);
    }
    const files = new Map<string, Uint8Array>();
    for (const name of await readdir(path)) {
      if (isDataFile(name)) files.set(name, await readLocal(await this.#inside(join(path, name))));
    }
    return files;
  }

  async #checkLocal(url: string): Promise<void> {
    const path = await this.#localPath(url);
    if ((await stat(path)).isDirectory()) dataFile((await readdir(path)).filter(isDataFile));
  }

  #checkWebUrl(url: string): void {
    try {
      checkUrl(url, { allowedHosts: this.#parts.artifactHosts, mostBytes: mostDataBytes });
    } catch (error) {
      if (error instanceof JobFailure) throw unusable(error.message.replace(/^training_data_url: /, ''));
      throw error;
    }
  }

  async #localPath(url: string): Promise<string> {
    if (this.#parts.artifactFolder === null) {
      throw unusable('file:// is not taken here; the operator allows a folder by DAYBREAK_ARTIFACT_DIR');
    }
    let path: string;
    try {
      path = fileURLToPath(url);
    } catch {
      throw unusable('it is no valid file:// URL');
    }
    return this.#inside(path);
  }

  /** The real path, links followed, which must lie in the operator's folder. One message for all, to tell nothing. */
  async #inside(path: string): Promise<string> {
    const root = await realpath(this.#parts.artifactFolder ?? '');
    const real = await realpath(path).catch(() => null);
    if (real !== null && (real === root || real.startsWith(root + sep))) return real;
    throw unusable('there is no such file in the folder that the operator allows');
  }
}

async function readLocal(path: string): Promise<Uint8Array> {
  const { size } = await stat(path);
  if (size > mostDataBytes) throw tooLong(basename(path));
  return readFile(path);
}

function tooLong(name: string): JobFailure {
  return new JobFailure(
    `training_data_url: ${name} is longer than ${mostDataBytes / 2 ** 20} MiB; split it over several jobs`,
  );
}

function unusable(reason: string): TrainingInputError {
  return new TrainingInputError(['training_data_url'], reason);
}
