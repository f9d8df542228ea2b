import { absentAsNull } from '../../artifacts/storage-error.ts';
import { type CheckpointChoice, type ModelName, parseModelName } from '../../inference/chat/model-name.ts';
import type { CheckpointRecord } from '../../store/checkpoints.ts';
import type { JobReference } from '../../store/job-record.ts';
import type { ModelRecord } from '../../store/models.ts';
import type { Records, Store } from '../../store/store.ts';
import { type KlReference, REFERENCE_FIELDS } from '../../training/rl/kl-reference.ts';
import { TrainingInputError } from '../../training/training-input-error.ts';
import type { ClaimedJob } from '../claimed-job.ts';
import { JobFailure } from '../job-failure.ts';
import { type OutageTimes, retryThroughOutage } from '../outage.ts';

/** Files of a checkpoint, relative to the data folder; a null folder is the base model. */
export interface PolicyFiles {
  id: string;
  folder: string | null;
}

/**
 * A policy: the frozen base model, the checkpoint that the job starts from, or any files over the same base that the
 * job holds.
 */
export type Policy = 'base' | 'start' | PolicyFiles;

const PLACE = ['experimental_config', 'kl_ref_adapter_path'];
const ALLOWED =
  'allowed are names of trained models of this server, wandb-artifact:///{entity}/{project}/{name}, optionally with ' +
  ':step{N} after the name for one checkpoint';

type Found = Pick<Records, 'models' | 'checkpoints'>;
type Coming = Pick<Records, 'jobs' | 'checkpoints'>;

/** Most jobs of a model that are counted. */
const MAX_COUNTED = 100;

/** A reference as resolved at the time of the request. */
interface PinnedReference {
  /** Name with its resolved step; null if the request gave none. */
  name: string | null;
  /** Checkpoint to hold for the job; null for the base model, or if it is resolved when the job starts. */
  checkpointId: string | null;
}

/**
 * Resolves a reference at the time of the request, so that it does not change until the job runs. `own` holds the
 * caller's records. Throws `TrainingInputError` for a name of anything but a checkpoint over the same base model.
 */
export async function pinReference(own: Found, model: ModelRecord, reference: KlReference): Promise<PinnedReference> {
  switch (reference.kind) {
    case 'base':
    case 'lag':
      return { name: null, checkpointId: null };
    case 'step': {
      // An earlier job may yet create it.
      const checkpoint = await absentAsNull(own.checkpoints.byStep(model.id, reference.step));
      return { name: null, checkpointId: checkpoint?.id ?? null };
    }
    case 'adapter':
      return pinName(own, model, reference.name);
  }
}

/**
 * Throws a `TrainingInputError` unless the step has a checkpoint, or earlier jobs will have created one before a job
 * created now runs.
 */
export async function requireComing(own: Coming, model: ModelRecord, step: number): Promise<void> {
  let before = 0;
  // With this order a job that starts meanwhile is counted twice, never missed.
  for (const status of ['queued', 'running'] as const) {
    const request = { limit: MAX_COUNTED };
    before += (await own.jobs.list({ modelId: model.id, status }, request)).data.length;
  }
  // Read after the jobs, since a job that ends meanwhile leaves its checkpoint.
  const newest = (await own.checkpoints.newest(model.id))?.step ?? 0;
  if (step > newest && (step <= newest + before || before >= MAX_COUNTED)) return;
  if ((await absentAsNull(own.checkpoints.byStep(model.id, step))) !== null) return;
  const coming = before === 0 ? '' : `, and earlier jobs create ${before} more`;
  const reason = `the model has no checkpoint of step ${step}; its newest is of step ${newest}${coming}`;
  throw new TrainingInputError(['experimental_config', REFERENCE_FIELDS.step], reason);
}

async function pinName(own: Found, model: ModelRecord, name: string): Promise<PinnedReference> {
  const parsed = trainedName(name);
  if (parsed === null) throw new TrainingInputError(PLACE, `it does not name a model of this server; ${ALLOWED}`);
  const { entity, project } = parsed;
  const named = await absentAsNull(own.models.byName(entity, project, parsed.name));
  if (named === null) throw new TrainingInputError(PLACE, `there is no model with this name; ${ALLOWED}`);
  if (named.baseModel !== model.baseModel) {
    const reason = `its base model is '${named.baseModel}'; it must be '${model.baseModel}', as of the trained model`;
    throw new TrainingInputError(PLACE, reason);
  }
  const checkpoint = await absentAsNull(checkpointOf(own, named.id, parsed.checkpoint));
  if (checkpoint === null) throw new TrainingInputError(PLACE, 'this model has no such checkpoint');
  return {
    name: `wandb-artifact:///${entity}/${project}/${parsed.name}:step${checkpoint.step}`,
    checkpointId: checkpoint.id,
  };
}

interface ReferenceParts {
  store: Store;
  outage: OutageTimes;
}

/**
 * Returns the reference policy of a running job: resolved once, and held until the job ends. Throws `JobFailure` if
 * there is none.
 */
export async function referencePolicy(
  { store, outage }: ReferenceParts,
  { job, lease, model, from, signal }: ClaimedJob,
  reference: KlReference,
): Promise<Policy> {
  if (reference.kind === 'base') return 'base';
  if (job.reference !== null) return job.reference;
  const followsStart = reference.kind === 'lag';
  const find = async (): Promise<JobReference | null> => {
    const found = await checkpointFor(store.ownedBy(model.owner), model, reference, from?.step ?? 0);
    return found && (await absentAsNull(store.jobs.recordReference(lease, { id: found.id, followsStart })));
  };
  const held = await retryThroughOutage(find, outage, signal);
  if (held !== null) return held;
  if (reference.kind === 'adapter') throw new JobFailure(`kl_ref_adapter_path: '${reference.name}' has been deleted.`);
  const step = stepOf(reference, from?.step ?? 0);
  throw new JobFailure(`The model has no checkpoint of step ${step} to take log-probabilities from.`);
}

type OwnStep = KlReference & { kind: 'step' | 'lag' };

async function checkpointFor(
  own: Found,
  model: ModelRecord,
  reference: OwnStep | (KlReference & { kind: 'adapter' }),
  start: number,
): Promise<CheckpointRecord | null> {
  if (reference.kind !== 'adapter') return absentAsNull(own.checkpoints.byStep(model.id, stepOf(reference, start)));
  const parsed = trainedName(reference.name);
  const named = parsed && (await absentAsNull(own.models.byName(parsed.entity, parsed.project, parsed.name)));
  return named && absentAsNull(checkpointOf(own, named.id, parsed.checkpoint));
}

function stepOf(reference: OwnStep, start: number): number {
  return reference.kind === 'step' ? reference.step : Math.max(0, start - reference.steps);
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
