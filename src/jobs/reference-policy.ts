import { StorageError } from '../artifacts/storage-error.ts';
import { type CheckpointChoice, type ModelName, parseModelName } from '../inference/chat/model-name.ts';
import type { CheckpointRecord } from '../store/checkpoints.ts';
import type { ModelRecord } from '../store/models.ts';
import type { Records } from '../store/store.ts';
import type { KlReference } from '../training/rl/kl-reference.ts';
import { TrainingInputError } from '../training/training-input-error.ts';
import { JobFailure } from './job-failure.ts';
import type { ScoringPolicy } from './policy-scores.ts';

const PLACE = ['experimental_config', 'kl_ref_adapter_path'];
const ALLOWED =
  'allowed are names of trained models of this server, wandb-artifact:///{entity}/{project}/{name}, with :step{N} behind ' +
  'it for one checkpoint';

type Found = Pick<Records, 'models' | 'checkpoints'>;

/**
 * The name with the step that it means at this moment, so that what it names does not change until the job runs.
 * `own` is what the caller sees. Throws a `TrainingInputError` for anything but a checkpoint over the model's own base.
 */
export async function pinReference(own: Found, model: ModelRecord, name: string): Promise<string> {
  const parsed = trainedName(name);
  if (parsed === null) throw new TrainingInputError(PLACE, `it names nothing in this server's store; ${ALLOWED}`);
  const { entity, project } = parsed;
  const named = await orNull(own.models.byName(entity, project, parsed.name));
  if (named === null) throw new TrainingInputError(PLACE, `there is no model of this name; ${ALLOWED}`);
  if (named.baseModel !== model.baseModel) {
    const reason = `its base model is '${named.baseModel}'; it must be that of the model in training, '${model.baseModel}'`;
    throw new TrainingInputError(PLACE, reason);
  }
  const checkpoint = await orNull(checkpointOf(own, named.id, parsed.checkpoint));
  if (checkpoint === null) throw new TrainingInputError(PLACE, 'this model has no such checkpoint');
  return `wandb-artifact:///${entity}/${project}/${parsed.name}:step${checkpoint.step}`;
}

/**
 * The reference of a job that starts at step `start`, as `Score` takes it. Throws `JobFailure` where a pinned name is gone.
 */
export async function referencePolicy(own: Found, reference: KlReference, start: number): Promise<ScoringPolicy> {
  switch (reference.kind) {
    case 'base':
      return 'base';
    case 'step':
      return { step: reference.step };
    case 'lag':
      return { step: Math.max(0, start - reference.steps) };
    case 'adapter':
      return pinnedFiles(own, reference.name);
  }
}

async function pinnedFiles(own: Found, name: string): Promise<ScoringPolicy> {
  const parsed = trainedName(name);
  const named = parsed && (await orNull(own.models.byName(parsed.entity, parsed.project, parsed.name)));
  const checkpoint = named && (await orNull(checkpointOf(own, named.id, parsed.checkpoint)));
  if (checkpoint === null) throw new JobFailure(`kl_ref_adapter_path: '${name}' has been deleted.`);
  return { id: checkpoint.id, folder: checkpoint.folder };
}

function trainedName(name: string): (ModelName & { kind: 'trained' }) | null {
  try {
    const parsed = parseModelName(name);
    return parsed.kind === 'trained' ? parsed : null;
  } catch {
    return null;
  }
}

function checkpointOf(
  { checkpoints }: Found,
  model: string,
  choice: CheckpointChoice,
): Promise<CheckpointRecord | null> {
  if (choice.kind === 'step') return checkpoints.byStep(model, choice.step);
  if (choice.kind === 'version') return checkpoints.byVersion(model, choice.index);
  return checkpoints.newest(model);
}

async function orNull<Found>(found: Promise<Found>): Promise<Found | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof StorageError && error.code === 'not_found') return null;
    throw error;
  }
}
