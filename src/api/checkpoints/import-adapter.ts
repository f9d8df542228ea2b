import { constants } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFolderAtomic } from '../../artifacts/atomic-write.ts';
import { type DataFolder, newCheckpointPath } from '../../artifacts/data-folder.ts';
import { publishStored } from '../../artifacts/publish.ts';
import { removePaths } from '../../artifacts/removal.ts';
import { absentAsNull, isRolledBack } from '../../artifacts/storage-error.ts';
import { confinedPath, ensureLocal, type LocalCopy, newStoredPath } from '../../artifacts/stored-file.ts';
import type { ImportAdapterRequest } from '../../generated/types.ts';
import type { FairSemaphore } from '../../inference/fair-semaphore.ts';
import type { ServedModels } from '../../inference/served-models.ts';
import { rankOfConfig } from '../../jobs/stored-rank.ts';
import { type AdapterCheck, checkAdapterInThread } from '../../model/checkpoint/adapter-check.ts';
import { ADAPTER_CONFIG_FILE } from '../../model/checkpoint/adapter-config.ts';
import { ADAPTER_WEIGHTS_FILE } from '../../model/checkpoint/adapter-files.ts';
import { CheckpointError } from '../../model/checkpoint/checkpoint.ts';
import type { ArtifactFile } from '../../store/artifacts.ts';
import type { CheckpointRecord } from '../../store/checkpoints.ts';
import type { ModelRecord } from '../../store/models.ts';
import { newId, type Records } from '../../store/store.ts';
import { ApiError, invalidField } from '../errors/api-error.ts';

export interface ImportParts {
  folder: DataFolder;
  /** Allows one import at a time, since each reads all of its weights; owners take turns. */
  importSlots: FairSemaphore;
  served: ServedModels;
  /** Highest LoRA rank that the server supports. */
  highestRank: number;
  /** Whether the server supports adapters on experts. */
  onExperts: boolean;
}

const maxConfigBytes = 2 ** 20;

/** The owner that imports, and the step to import as; 0 if absent. */
interface Importing {
  owner: string;
  signal: AbortSignal;
  step?: number;
  /** Id of the checkpoint; a new one if absent. If a checkpoint has it already, nothing is imported. */
  id?: string;
}

/**
 * Imports an uploaded PEFT adapter as a model's step 0, or as a later step trained elsewhere. Imports queue for a slot;
 * each is checked in a thread, copied, then committed. Throws `validation_failed` naming what is unusable, `not_found`,
 * `conflict`, `quota_exceeded`, `disk_full`, and `draining` if `signal` aborts before.
 */
export async function importAdapter(
  parts: ImportParts,
  own: Records,
  model: ModelRecord,
  request: ImportAdapterRequest,
  { owner, signal, step = 0, id }: Importing,
): Promise<CheckpointRecord> {
  const end = await parts.importSlots.acquire(owner, signal).catch(refuseEnded);
  try {
    const made = id === undefined ? null : await absentAsNull(own.checkpoints.get(id));
    return made ?? (await importNow(parts, own, model, request, { signal, step, id: id ?? newId() }));
  } finally {
    end();
  }
}

function refuseEnded(reason: unknown): never {
  const options = { cause: reason, retryAfter: 5 };
  throw new ApiError('draining', 'The request was cancelled before the adapter was imported.', options);
}

async function importNow(
  { folder, served, highestRank, onExperts }: ImportParts,
  own: Records,
  model: ModelRecord,
  request: ImportAdapterRequest,
  { signal, step, id }: { signal: AbortSignal; step: number; id: string },
): Promise<CheckpointRecord> {
  const base = served.get(model.baseModel);
  if (base === null) {
    throw new ApiError('conflict', `The base model '${model.baseModel}' of this model is not served now.`);
  }
  if (step > 0 || (await own.checkpoints.newest(model.id))?.folder === null) await own.jobs.checkRoom();
  const files = await uploaded(own, request.artifact_url);
  // Each attempt has its own folder, since a failed one removes its folder.
  const path = newCheckpointPath(model.id, step, newId());
  const fit = {
    config: base.text.config,
    baseModel: request.any_base_model === true ? null : base.id,
    highestRank,
    onExperts,
  };
  using held = new DisposableStack();
  const sources = await sourcesOf(folder, files, request.artifact_url, held);
  const bytes = sources.reduce((sum, source) => sum + source.bytes, 0);
  await folder.reserve.check(bytes);
  await check({ configFile: sources[0].path, weightsFile: sources[1].path, ...fit }, request.artifact_url, signal);
  const rank = await rankOfConfig(sources[0].path);
  await writeFolderAtomic(await newStoredPath(folder, path), async (temporary) => {
    for (const source of sources) await copy(source, temporary, request.artifact_url);
  });
  await publishStored(folder, path);
  try {
    const added = { id, folder: path, bytes, rank };
    if (step > 0) return await own.checkpoints.addForked(model.id, { ...added, step });
    const { checkpoint, replaced } = await own.checkpoints.begin(model.id, added);
    if (replaced !== null) await removePaths(folder, [replaced]);
    return checkpoint;
  } catch (error) {
    if (isRolledBack(error)) await removePaths(folder, [path]);
    throw error;
  }
}

async function check(adapter: AdapterCheck, url: string, signal: AbortSignal): Promise<void> {
  try {
    await checkAdapterInThread(adapter, signal);
  } catch (error) {
    if (error instanceof CheckpointError) throw invalidField('artifact_url', error.message, url);
    if (signal.aborted) refuseEnded(error);
    throw error;
  }
}

/** Returns the artifact's two adapter files: configuration, then weights. */
async function uploaded({ artifacts }: Records, url: string): Promise<ArtifactFile[]> {
  const { id } = await found(artifacts.resolve(url), url);
  const files = await artifacts.files(id);
  const names = files.map(({ name }) => name);
  for (const name of [ADAPTER_CONFIG_FILE, ADAPTER_WEIGHTS_FILE]) {
    if (names.includes(name)) continue;
    const there = names.length === 0 ? 'it has no files' : `it has ${names.slice(0, 8).join(', ')}`;
    const pickled = names.includes('adapter_model.bin') ? '; save it with safe_serialization=True in PEFT' : '';
    throw invalidField('artifact_url', `the artifact has no ${name}; ${there}${pickled}`, url);
  }
  const config = files.find(({ name }) => name === ADAPTER_CONFIG_FILE);
  if (config !== undefined && config.bytes > maxConfigBytes) {
    const wrong = `${ADAPTER_CONFIG_FILE} has ${config.bytes} bytes; at most ${maxConfigBytes} are allowed`;
    throw invalidField('artifact_url', wrong, url);
  }
  const wanted = [ADAPTER_CONFIG_FILE, ADAPTER_WEIGHTS_FILE];
  return wanted.flatMap((wantedName) => files.filter(({ name }) => name === wantedName));
}

async function found<T>(artifact: Promise<T>, url: string): Promise<T> {
  const there = await absentAsNull(artifact);
  if (there !== null) return there;
  throw invalidField('artifact_url', 'the artifact does not exist; POST /v1/preview/artifacts creates one', url);
}

/** A file of the artifact in the data folder. */
interface Source {
  name: string;
  path: string;
  bytes: number;
}

/** Returns the adapter's files; they stay in the data folder until `held` is disposed. */
function sourcesOf(
  folder: DataFolder,
  files: readonly ArtifactFile[],
  url: string,
  held: DisposableStack,
): Promise<Source[]> {
  const sources = files.map(async ({ name, path, bytes }) => {
    held.use<LocalCopy>(await ensureLocal(folder, path));
    return { name, path: await confinedPath(folder, path), bytes };
  });
  return Promise.all(sources).catch((error) => refuseReplaced(error, url));
}

async function copy({ name, path, bytes }: Source, target: string, url: string): Promise<void> {
  const copied = join(target, name);
  try {
    await copyFile(path, copied, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  } catch (error) {
    refuseReplaced(error, url);
  }
  const { size } = await stat(copied);
  if (size !== bytes) throw new Error(`${path} has ${size} bytes, not ${bytes}`);
}

/** Throws a validation error if the file is gone: a new upload replaces the old file. */
function refuseReplaced(error: unknown, url: string): never {
  const code = (error as { code?: unknown }).code;
  if (code !== 'ENOENT' && code !== 'not_found') throw error;
  throw invalidField('artifact_url', 'a file of the artifact was replaced during the import; import it again', url);
}
