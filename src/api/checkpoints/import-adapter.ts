import { constants } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFolderAtomic } from '../../artifacts/atomic-write.ts';
import { type DataFolder, newCheckpointPath } from '../../artifacts/data-folder.ts';
import { removePaths } from '../../artifacts/removal.ts';
import { keptNothing, StorageError } from '../../artifacts/storage-error.ts';
import { confinedPath, newStoredPath } from '../../artifacts/stored-file.ts';
import type { ImportAdapterRequest } from '../../generated/types.ts';
import type { ServedModels } from '../../inference/served-models.ts';
import { checkAdapterAside } from '../../model/checkpoint/adapter-check-aside.ts';
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
  served: ServedModels;
  /** The highest rank that the server has room for. */
  highestRank: number;
}

const mostConfigBytes = 1 << 20;

/**
 * Makes an uploaded PEFT adapter a model's step 0: copied, checked whole in a thread, then committed. Throws
 * `validation_failed` saying what of it cannot be used, `not_found`, `conflict` and `disk_full`.
 */
export async function importAdapter(
  { folder, served, highestRank }: ImportParts,
  own: Records,
  model: ModelRecord,
  request: ImportAdapterRequest,
): Promise<CheckpointRecord> {
  const base = served.get(model.baseModel);
  if (base === null) {
    throw new ApiError('conflict', `The base model '${model.baseModel}' of this model is not served here now.`);
  }
  const files = await uploaded(own, request.artifact_url);
  const id = newId();
  const path = newCheckpointPath(model.id, 0, id);
  const baseModel = request.any_base_model === true ? null : base.id;
  await writeFolderAtomic(await newStoredPath(folder, path), async (temporary) => {
    for (const file of files) await copy(folder, file, join(temporary, file.name));
    const { config } = base.text;
    try {
      await checkAdapterAside({ folder: temporary, config, baseModel, highestRank });
    } catch (error) {
      if (error instanceof CheckpointError) throw invalidField('artifact_url', error.message, request.artifact_url);
      throw error;
    }
  });
  try {
    const { checkpoint, replaced } = await own.checkpoints.begin(model.id, { id, folder: path });
    if (replaced !== null) await removePaths(folder, [replaced]);
    return checkpoint;
  } catch (error) {
    if (keptNothing(error)) await removePaths(folder, [path]);
    throw error;
  }
}

/** The two files of the artifact that an adapter is. */
async function uploaded({ artifacts }: Records, url: string): Promise<ArtifactFile[]> {
  const { id } = await found(artifacts.resolve(url), url);
  const files = await artifacts.files(id);
  const names = files.map(({ name }) => name);
  for (const name of [ADAPTER_CONFIG_FILE, ADAPTER_WEIGHTS_FILE]) {
    if (names.includes(name)) continue;
    const there = names.length === 0 ? 'it holds no files' : `it holds ${names.slice(0, 8).join(', ')}`;
    const pickled = names.includes('adapter_model.bin') ? '; PEFT saves it with safe_serialization=True' : '';
    throw invalidField('artifact_url', `the artifact has no ${name}; ${there}${pickled}`, url);
  }
  const config = files.find(({ name }) => name === ADAPTER_CONFIG_FILE);
  if (config !== undefined && config.bytes > mostConfigBytes) {
    const wrong = `${ADAPTER_CONFIG_FILE} has ${config.bytes} bytes; ${mostConfigBytes} are allowed`;
    throw invalidField('artifact_url', wrong, url);
  }
  return files.filter(({ name }) => name === ADAPTER_CONFIG_FILE || name === ADAPTER_WEIGHTS_FILE);
}

async function found<T>(artifact: Promise<T>, url: string): Promise<T> {
  try {
    return await artifact;
  } catch (error) {
    if (!(error instanceof StorageError && error.code === 'not_found')) throw error;
    throw invalidField('artifact_url', 'there is no such artifact; POST /v1/preview/artifacts creates one', url);
  }
}

async function copy(folder: DataFolder, file: ArtifactFile, target: string): Promise<void> {
  const source = await confinedPath(folder, file.path);
  await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  const { size } = await stat(target);
  if (size !== file.bytes) throw new Error(`${file.path} has ${size} bytes, not ${file.bytes}`);
}
