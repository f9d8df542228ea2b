import { constants } from 'node:fs';
import { copyFile, link, open, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeFolderAtomic } from '../../artifacts/atomic-write.ts';
import { type DataFolder, newTrainingDataPath } from '../../artifacts/data-folder.ts';
import { type Patience, publishStored } from '../../artifacts/publish.ts';
import { notFound, StorageError } from '../../artifacts/storage-error.ts';
import { atHand, confinedPath, newStoredPath } from '../../artifacts/stored-file.ts';
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
  /** Hosts of private addresses that may be fetched from. */
  artifactHosts: readonly string[];
  /** The only folder of `file://` URLs; null refuses them. */
  artifactFolder: string | null;
}

/** What a job's `training_data_url` was, and whose artifacts it can name. */
interface DataSource {
  /** The job's id. */
  id: string;
  url: string;
  owner: string;
}

/** The copy of a job's data. */
interface DataCopy {
  /** Its folder, relative to the data folder. */
  path: string;
  /** Size and digest of each of its files, by name. */
  files: Record<string, ReceivedFile>;
}

/** The longest data file: longer texts do not fit a JavaScript string with room to parse. */
export const mostDataBytes = 256 * 2 ** 20;
/** What a single file without a telling name counts as. */
const clientFile = 'train.jsonl';
/** Files of this machine that are copied at a time. */
const localCopies = 2;
const knownFiles = [clientFile, 'trajectories.jsonl', 'metadata.json'];

/** Whether a job reads the file of this name in an artifact. */
export function isDataFile(name: string): boolean {
  return knownFiles.includes(name);
}

/**
 * Finds the training data that a `training_data_url` names, in our own store, on the web, or in the operator's folder,
 * and copies it: a job reads its copy and nothing else, whenever it runs.
 */
export class TrainingData {
  readonly #parts: TrainingDataParts;
  /** Held by copies of files that lie on this machine. */
  readonly #copies = new FairSemaphore(localCopies);

  constructor(parts: TrainingDataParts) {
    this.#parts = parts;
  }

  /**
   * At the request: refuses what can be refused without reading the data, and pins an artifact of the owner to its
   * present version. `slow` tells that its host may take minutes. Throws `TrainingInputError`, and `StorageError`
   * (not_found) for an unknown artifact.
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
          'the scheme is not taken; allowed are daybreak-artifact:///, wandb-artifact:///, https://, http:// and file://',
        );
    }
  }

  /**
   * Copies the known files, durably. `patience` is for what comes when the source has been read. Throws `JobFailure`,
   * `TrainingInputError`, and `StorageError`: `disk_full`, `not_found`, `unavailable`.
   */
  async copy({ id, url, owner }: DataSource, signal: AbortSignal, patience?: Patience): Promise<DataCopy> {
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
    await publishStored(folder, path, patience);
    return { path, files };
  }

  /** The paths of the files of a copy, by name; they stay until `held` is disposed of. Throws `JobFailure`. */
  async files(copy: string | null, held: DisposableStack): Promise<Map<string, string>> {
    if (copy === null) throw gone();
    const { path } = held.use(await atHand(this.#parts.folder, copy).catch(refuseGone));
    const names = await readdir(path).catch((error) => error as NodeJS.ErrnoException);
    // Up to version 0.2 the copy was one file, empty until its job had begun.
    if (!Array.isArray(names)) return new Map([[clientFile, await legacyFile(path, names)]]);
    return new Map(names.map((name) => [name, join(path, name)]));
  }

  /**
   * Links, where the disk can: they stay when the artifact is deleted or its model is, and what was uploaded never
   * changes.
   */
  async #linkArtifact(url: string, owner: string, target: string, copied: DataCopy['files']): Promise<void> {
    const { store, folder } = this.#parts;
    const { artifacts } = store.ownedBy(owner);
    const artifact = await artifacts.resolve(url);
    for (const { name, path, bytes, sha256 } of await artifacts.files(artifact.id)) {
      if (!isDataFile(name)) continue;
      if (bytes > mostDataBytes) throw tooLong(name);
      using _ = await atHand(folder, path);
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
    const rules = { allowedHosts: this.#parts.artifactHosts, mostBytes: mostDataBytes };
    const { reserve } = this.#parts.folder;
    // Nothing is asked of the host that could not be kept.
    await reserve.check();
    return receiveUpload(reserve.guard(await safeFetch(url, rules, signal)), path, { maxBytes: mostDataBytes });
  }

  /** A plain file, as long as it turns out to be: another may be writing to it. */
  async #copyLocal(source: string, path: string): Promise<ReceivedFile> {
    const handle = await open(source, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      const { reserve } = this.#parts.folder;
      const stream = handle.createReadStream({ autoClose: false });
      return await receiveUpload(reserve.guard<Uint8Array>(stream), path, { maxBytes: mostDataBytes });
    } catch (error) {
      if (error instanceof StorageError && error.code === 'too_large') throw tooLong(basename(source));
      throw error;
    } finally {
      await handle.close();
    }
  }

  /** The known files of a URL, by the names that a job knows them by. */
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
  return new JobFailure('training_data_url: the copy of the data is gone; start the job again');
}

function tooLong(name: string): TrainingInputError {
  return unusable(`${name} is longer than ${mostDataBytes / 2 ** 20} MiB; split it over several jobs`);
}

function unusable(reason: string): TrainingInputError {
  return new TrainingInputError(['training_data_url'], reason);
}
