import { constants } from 'node:fs';
import { copyFile, link, open, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeFolderAtomic } from '../../artifacts/atomic-write.ts';
import { type DataFolder, newTrainingDataPath } from '../../artifacts/data-folder.ts';
import { publishStored, type Retry } from '../../artifacts/publish.ts';
import { notFound, StorageError } from '../../artifacts/storage-error.ts';
import { confinedPath, ensureLocal, newStoredPath } from '../../artifacts/stored-file.ts';
import { type ReceivedFile, receiveUpload } from '../../artifacts/upload.ts';
import { FairSemaphore } from '../../inference/fair-semaphore.ts';
import type { RecordsByOwner } from '../../store/store.ts';
import { dataFile } from '../../training/sft/sft-data.ts';
import { TrainingInputError } from '../../training/training-input-error.ts';
import { JobFailure } from '../job-failure.ts';
import { checkUrl, safeFetch } from './safe-fetch.ts';

interface TrainingDataParts {
  store: RecordsByOwner;
  folder: DataFolder;
  /** Hosts with private addresses that data may be fetched from. */
  artifactHosts: readonly string[];
  /** Folder that `file://` URLs must lie in; null refuses them. */
  artifactFolder: string | null;
}

/** The `training_data_url` of a job, and the owner whose artifacts it can name. */
interface DataSource {
  /** Id of the job. */
  id: string;
  url: string;
  owner: string;
}

/** Copy of a job's data. */
interface DataCopy {
  /** Folder of the copy, relative to the data folder. */
  path: string;
  /** Size and digest of each file, by name. */
  files: Record<string, ReceivedFile>;
}

/** Largest data file in bytes: longer texts do not fit into a JavaScript string with room to parse. */
export const maxDataBytes = 256 * 2 ** 20;
/** Name assumed for a single file with an unknown name. */
const clientFile = 'train.jsonl';
/** Most local files that are copied at a time. */
const localCopies = 2;
const knownFiles = [clientFile, 'trajectories.jsonl', 'metadata.json'];

/** Returns whether a job reads the file of this name in an artifact. */
export function isDataFile(name: string): boolean {
  return knownFiles.includes(name);
}

/**
 * Finds the training data that a `training_data_url` names, in our store, on the web or in the operator's folder, and
 * copies it. A job reads only its copy, whenever it runs.
 */
export class TrainingData {
  readonly #parts: TrainingDataParts;
  /** Limits concurrent copies of local files. */
  readonly #copies = new FairSemaphore(localCopies);

  constructor(parts: TrainingDataParts) {
    this.#parts = parts;
  }

  /**
   * Checks a URL at the time of the request, without reading the data. Pins an artifact of the owner to its current
   * version. `slow` means that the host may take minutes. Throws `TrainingInputError`, and `StorageError` (not_found)
   * for an unknown artifact.
   */
  async check(url: string, owner: string): Promise<{ url: string; slow: boolean }> {
    switch (schemeOf(url)) {
      case 'daybreak-artifact':
      case 'wandb-artifact': {
        const { artifacts } = this.#parts.store.ownedBy(owner);
        const artifact = await artifacts.resolve(url);
        dataFile((await artifacts.files(artifact.id)).map(({ name }) => name));
        return { url: artifact.url, slow: false };
      }
      case 'http':
      case 'https':
        this.#checkWebUrl(url);
        return { url, slow: true };
      case 'file':
        dataFile((await this.#localFiles(url)).map(({ name }) => name));
        return { url, slow: false };
      default:
        throw new TrainingInputError(
          ['training_data_url'],
          'the scheme is not supported; use daybreak-artifact:///, wandb-artifact:///, https://, http:// or file://',
        );
    }
  }

  /**
   * Durably copies the known files. `retry` applies once the source has been read. Throws `JobFailure`,
   * `TrainingInputError`, and `StorageError`: `disk_full`, `not_found`, `unavailable`.
   */
  async copy({ id, url, owner }: DataSource, signal: AbortSignal, retry?: Retry): Promise<DataCopy> {
    const { folder } = this.#parts;
    const path = newTrainingDataPath(id);
    const files: DataCopy['files'] = {};
    await writeFolderAtomic(await newStoredPath(folder, path), async (temporary) => {
      switch (schemeOf(url)) {
        case 'http':
        case 'https':
          files[clientFile] = await this.#fetch(url, join(temporary, clientFile), signal);
          return;
        case 'file':
          for (const { name, path } of await this.#localFiles(url)) {
            const copy = (): Promise<ReceivedFile> => this.#copyLocal(path, join(temporary, name));
            files[name] = await this.#copies.run(owner, copy);
          }
          return;
        default:
          await this.#linkArtifact(url, owner, temporary, files);
      }
    });
    await publishStored(folder, path, retry);
    return { path, files };
  }

  /**
   * Returns the paths of a copy's files by name; the files are kept until `held` is disposed of. Throws `JobFailure`.
   */
  async files(copy: string | null, held: DisposableStack): Promise<Map<string, string>> {
    if (copy === null) throw gone();
    const { path } = held.use(await ensureLocal(this.#parts.folder, copy).catch(refuseGone));
    const names = await readdir(path).catch((error) => error as NodeJS.ErrnoException);
    // Up to version 0.2 the copy was a single file, empty until its job had begun.
    if (!Array.isArray(names)) return new Map([[clientFile, await legacyFile(path, names)]]);
    return new Map(names.map((name) => [name, join(path, name)]));
  }

  /**
   * Hard-links the files of an artifact, or copies them if the file system has no links. Links survive the deletion of
   * the artifact or its model, and uploaded files never change.
   */
  async #linkArtifact(url: string, owner: string, target: string, copied: DataCopy['files']): Promise<void> {
    const { store, folder } = this.#parts;
    const { artifacts } = store.ownedBy(owner);
    const artifact = await artifacts.resolve(url);
    for (const { name, path, bytes, sha256 } of await artifacts.files(artifact.id)) {
      if (!isDataFile(name)) continue;
      if (bytes > maxDataBytes) throw tooLong(name);
      using _ = await ensureLocal(folder, path);
      const source = await confinedPath(folder, path);
      await link(source, join(target, name))
        .catch(() => copyFile(source, join(target, name)))
        .catch((error: NodeJS.ErrnoException) => {
          // The artifact was deleted meanwhile.
          throw error.code === 'ENOENT' ? notFound('artifact', url) : error;
        });
      copied[name] = { bytes, sha256 };
    }
  }

  async #fetch(url: string, path: string, signal: AbortSignal): Promise<ReceivedFile> {
    const rules = { allowedHosts: this.#parts.artifactHosts, mostBytes: maxDataBytes };
    const { reserve } = this.#parts.folder;
    // Checks the disk before the host is asked for anything.
    await reserve.check();
    return receiveUpload(reserve.guard(await safeFetch(url, rules, signal)), path, { maxBytes: maxDataBytes });
  }

  /** Copies a plain file of unknown length: another process may be writing to it. */
  async #copyLocal(source: string, path: string): Promise<ReceivedFile> {
    const handle = await open(source, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      const { reserve } = this.#parts.folder;
      const stream = handle.createReadStream({ autoClose: false });
      return await receiveUpload(reserve.guard<Uint8Array>(stream), path, { maxBytes: maxDataBytes });
    } catch (error) {
      if (error instanceof StorageError && error.code === 'too_large') throw tooLong(basename(source));
      throw error;
    } finally {
      await handle.close();
    }
  }

  /** Returns the known files of a URL, by the names that a job uses. */
  async #localFiles(url: string): Promise<{ name: string; path: string }[]> {
    const path = await this.#localPath(url);
    const found = await stat(path);
    if (found.isFile()) return [{ name: isDataFile(basename(path)) ? basename(path) : clientFile, path }];
    if (!found.isDirectory()) throw unusable('it is neither a file nor a folder');
    const files: { name: string; path: string }[] = [];
    for (const name of (await readdir(path)).filter(isDataFile)) {
      const inside = await this.#inside(join(path, name));
      if ((await stat(inside)).isFile()) files.push({ name, path: inside });
    }
    return files;
  }

  #checkWebUrl(url: string): void {
    try {
      checkUrl(url, { allowedHosts: this.#parts.artifactHosts, mostBytes: maxDataBytes });
    } catch (error) {
      if (error instanceof JobFailure) throw unusable(error.message.replace(/^training_data_url: /, ''));
      throw error;
    }
  }

  async #localPath(url: string): Promise<string> {
    if (this.#parts.artifactFolder === null) {
      throw unusable('file:// is not enabled; the operator enables a folder with DAYBREAK_ARTIFACT_DIR');
    }
    let path: string;
    try {
      path = fileURLToPath(url);
    } catch {
      throw unusable('it is not a valid file:// URL');
    }
    return this.#inside(path);
  }

  /**
   * Returns the real path, which must lie in the operator's folder. All errors have the same message, to reveal nothing
   * about files outside.
   */
  async #inside(path: string): Promise<string> {
    const root = await realpath(this.#parts.artifactFolder ?? '');
    const real = await realpath(path).catch(() => null);
    if (real !== null && (real === root || real.startsWith(root + sep))) return real;
    throw unusable('there is no such file in the folder that the operator enabled');
  }
}

function schemeOf(url: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1].toLowerCase();
}

async function legacyFile(path: string, error: NodeJS.ErrnoException): Promise<string> {
  if (error.code !== 'ENOTDIR') throw error.code === 'ENOENT' ? gone() : error;
  const { size } = await stat(path);
  if (size === 0) throw gone();
  return path;
}

function refuseGone(error: unknown): never {
  throw error instanceof StorageError && error.code === 'not_found' ? gone() : error;
}

function gone(): JobFailure {
  return new JobFailure('training_data_url: the copy of the data is missing; start the job again');
}

function tooLong(name: string): TrainingInputError {
  return unusable(`${name} is larger than ${maxDataBytes / 2 ** 20} MiB; split it over several jobs`);
}

function unusable(reason: string): TrainingInputError {
  return new TrainingInputError(['training_data_url'], reason);
}
