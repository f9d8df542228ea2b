import type { DataFolder } from '../../artifacts/data-folder.ts';
import { absentAsNull } from '../../artifacts/storage-error.ts';
import { ensureLocal } from '../../artifacts/stored-file.ts';
import type { SampledPolicy } from '../../inference/chat/chat-response.ts';
import { type CheckpointChoice, parseModelName } from '../../inference/chat/model-name.ts';
import type { ServedModel, ServedModels } from '../../inference/served-models.ts';
import { ADAPTER_FILES } from '../../model/checkpoint/adapter-files.ts';
import type { AdapterFiles } from '../../model/model-files.ts';
import type { CheckpointRecord } from '../../store/checkpoints.ts';
import type { ModelRecord } from '../../store/models.ts';
import type { Records, RecordsByOwner } from '../../store/store.ts';
import { ApiError } from '../errors/api-error.ts';
import { isTinkerPath, parseTinkerPath } from '../tinker/tinker-path.ts';

/** The model that answers a chat: a base model and, optionally, the adapter of a checkpoint. */
export interface ChatTarget {
  base: ServedModel;
  adapter: AdapterFiles | null;
  policy: SampledPolicy;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface ChatTargetParts {
  store: RecordsByOwner;
  folder: DataFolder;
  served: ServedModels;
}

/**
 * Resolves a chat's `model` among the owner's models and the base models; the newest checkpoint is looked up at each
 * call. Throws `model_not_found` for unknown and deleted models and checkpoints.
 */
export async function findChatTarget(
  parts: ChatTargetParts,
  owner: string,
  modelName: string | null,
): Promise<ChatTarget> {
  const { folder, served } = parts;
  const own = parts.store.ownedBy(owner);
  if (modelName === null) return baseTarget(served.first());
  if (isTinkerPath(modelName)) return tinkerTarget(parts, own, modelName);
  const name = parseModelName(modelName);
  if (name.kind === 'base') {
    const base = served.get(name.id);
    if (base === null) throw unknown(modelName, await otherNames(own, name.id, served));
    return baseTarget(base);
  }
  const model = await orUnknown(
    own.models.byName(name.entity, name.project, name.name),
    modelName,
    'no model has this name; POST /v1/preview/models creates one',
  );
  const base = served.get(model.baseModel);
  if (base === null)
    throw unknown(
      modelName,
      `its base model '${model.baseModel}' is not served; the served models are ${servedList(served)}`,
    );
  const checkpoint = await findCheckpoint(own, model, name.checkpoint, modelName);
  const { id, step } = checkpoint;
  const adapter = checkpoint.folder === null ? null : { id, folder: await adapterFolder(folder, checkpoint.folder) };
  return { base, adapter, policy: { id, step, adapterId: adapter === null ? null : id } };
}

/** Resolves weights saved by a client of the Tinker API. */
async function tinkerTarget({ folder, served }: ChatTargetParts, own: Records, path: string): Promise<ChatTarget> {
  const saved = await orUnknown(own.tinker.get(parseTinkerPath(path)), path, 'no weights were saved with this path');
  const base = served.get(saved.baseModel);
  if (base === null) throw unknown(path, `its base model '${saved.baseModel}' is not served`);
  const { id } = saved;
  return {
    base,
    adapter: { id, folder: await adapterFolder(folder, saved.folder) },
    policy: { id, step: 0, adapterId: id },
  };
}

/**
 * Fetches the adapter and returns its path. The hold ends here: the recent use protects the files until the call to the
 * compute process holds them.
 */
async function adapterFolder(folder: DataFolder, path: string): Promise<string> {
  using adapter = await ensureLocal(folder, path, ADAPTER_FILES);
  return adapter.path;
}

function baseTarget(base: ServedModel): ChatTarget {
  return { base, adapter: null, policy: { id: base.id, step: 0, adapterId: null } };
}

async function findCheckpoint(
  { checkpoints }: Records,
  model: ModelRecord,
  choice: CheckpointChoice,
  modelName: string,
): Promise<CheckpointRecord> {
  if (choice.kind === 'step') {
    return orUnknown(
      checkpoints.byStep(model.id, choice.step),
      modelName,
      `it has no checkpoint at step ${choice.step}`,
    );
  }
  if (choice.kind === 'version') {
    return orUnknown(checkpoints.byVersion(model.id, choice.index), modelName, `it has no version ${choice.index}`);
  }
  const newest = await checkpoints.newest(model.id);
  if (newest === null) throw unknown(modelName, 'all its checkpoints have been deleted');
  return newest;
}

async function orUnknown<T>(found: Promise<T>, modelName: string, why: string): Promise<T> {
  const there = await absentAsNull(found);
  if (there === null) throw unknown(modelName, why);
  return there;
}

/** Returns a hint at valid names for an unknown one; clients sometimes send a model's id for its name. */
async function otherNames({ models }: Records, name: string, served: ServedModels): Promise<string> {
  const model = UUID.test(name) ? await absentAsNull(models.get(name.toLowerCase())) : null;
  if (model !== null) {
    const own = `wandb-artifact:///${model.entity}/${model.project}/${model.name}`;
    return `it is the id of a model, not its name; the name is ${own}`;
  }
  const form = 'wandb-artifact:///{entity}/{project}/{name}';
  return `the served models are ${servedList(served)}; a trained model is named ${form}`;
}

function unknown(modelName: string, why: string): ApiError {
  return new ApiError('model_not_found', `model: '${modelName}' cannot answer: ${why}`, { param: 'model' });
}

function servedList(served: ServedModels): string {
  return served
    .list()
    .map(({ id }) => id)
    .join(', ');
}
