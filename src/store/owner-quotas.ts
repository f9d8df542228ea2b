import type { Knex } from 'knex';
import { StorageError } from '../artifacts/storage-error.ts';
import { UNFINISHED } from './job-record.ts';
import { ADVISORY_LOCKS } from './lock-numbers.ts';
import { isPostgres } from './postgres-only.ts';

/** Limits for each owner; null is no limit. */
export interface OwnerQuotas {
  models: number | null;
  /** Checkpoints that have files, and jobs that are to make one. */
  checkpoints: number | null;
  /** Bytes of the files of all artifacts together. */
  artifactBytes: number | null;
  /** Bytes of the metrics that an owner logs to runs. */
  logBytes: number | null;
}

export const NO_QUOTAS: OwnerQuotas = { models: null, checkpoints: null, artifactBytes: null, logBytes: null };

const ASK = 'or ask the operator for more';

/**
 * Locks the owner's counts until the caller's transaction ends; must be its first statement. Two requests that have
 * room for one item then cannot both add one. SQLite has one writer at a time anyway.
 */
export async function lockOwnerQuota(db: Knex, owner: string): Promise<void> {
  if (isPostgres(db)) await db.raw('select pg_advisory_xact_lock(?, hashtext(?))', [ADVISORY_LOCKS.owner, owner]);
}

/** Throws `quota_exceeded` if the owner has more than `most` models; the newest of them is just being created. */
export async function checkModels(db: Knex, owner: string, most: number): Promise<void> {
  const [{ count }]: { count: number | string }[] = await db('models').where({ owner }).count({ count: '*' });
  // PostgreSQL returns counts and sums as text.
  const used = Number(count) - 1;
  if (used < most) return;
  const way = `Delete one (DELETE /v1/preview/models/{model_id}), ${ASK}.`;
  throw exceeded(`You have ${amount(used, 'model')}; DAYBREAK_MAX_MODELS allows ${number(most)}. ${way}`);
}

/**
 * Throws `quota_exceeded` if the owner has more than `most` checkpoints, including those that unfinished jobs are to
 * make, and `asked` wanted ones that do not exist yet.
 */
export async function checkCheckpoints(db: Knex, owner: string, most: number, asked = 0): Promise<void> {
  const models = db('models').where({ owner }).select('id');
  const made = db('checkpoints').whereIn('model_id', models).whereNotNull('folder').count('*').as('made');
  const coming = db('jobs').where({ owner }).whereIn('status', UNFINISHED).count('*').as('coming');
  // One statement: a job that ends between two would be counted in neither.
  const [counts]: Record<'made' | 'coming', number | string>[] = await db.select(made, coming);
  const all = Number(counts.made) + Number(counts.coming) + asked;
  if (all <= most) return;
  const would = `With this you would have ${amount(all, 'checkpoint')}, including those of unfinished jobs`;
  const ways = 'Delete some (DELETE /v1/preview/models/{model_id}/checkpoints), give models a retention';
  throw exceeded(`${would}; DAYBREAK_MAX_CHECKPOINTS allows ${number(most)}. ${ways}, ${ASK}.`);
}

/** Returns the bytes of the files of all artifacts of an owner, of their manifests, and of unfinished uploads. */
export async function artifactBytes(db: Knex, owner: string): Promise<number> {
  const kept = db('artifact_files').join('artifacts', 'artifacts.id', 'artifact_files.artifact_id');
  const coming = db('artifact_upload_files').join('artifact_uploads', 'artifact_uploads.id', 'upload_id');
  const [{ manifests }]: { manifests: number | string | null }[] = await db('artifacts')
    .where({ owner })
    .sum({ manifests: 'manifest_bytes' });
  let all = Number(manifests ?? 0);
  for (const files of [kept, coming]) {
    const [{ bytes }]: { bytes: number | string | null }[] = await files.where({ owner }).sum({ bytes: 'bytes' });
    all += Number(bytes ?? 0);
  }
  return all;
}

/** Returns the error for a file above the limit. `used`: bytes of the owner's other files. */
export function tooManyBytes(used: number, most: number): StorageError {
  const way = `Delete artifacts (DELETE /v1/preview/artifacts/{artifact_id}), ${ASK}.`;
  const has = `Your other files take ${amount(used, 'byte')}, and this file would exceed the limit`;
  return exceeded(`${has}; DAYBREAK_MAX_ARTIFACT_BYTES allows ${number(most)}. ${way}`);
}

/** Throws `quota_exceeded` if `adding` more bytes of metrics bring the owner above `most`. */
export async function checkLogs(db: Knex, owner: string, most: number, adding: number): Promise<void> {
  const [{ logged }]: { logged: number | string | null }[] = await db('runs')
    .where({ owner })
    .sum({ logged: 'logged_bytes' });
  const bytes = Number(logged ?? 0) + adding;
  if (bytes <= most) return;
  const ways = 'Delete models (DELETE /v1/preview/models/{model_id}) or runs of W&B’s client (its Run.delete)';
  throw exceeded(
    `With this your logged metrics would take ${amount(bytes, 'byte')}; ` +
      `DAYBREAK_MAX_LOG_BYTES allows ${number(most)}. ${ways}, ${ASK}.`,
  );
}

function exceeded(message: string): StorageError {
  return new StorageError('quota_exceeded', message);
}

function number(value: number): string {
  return value.toLocaleString('en');
}

function amount(count: number, thing: string): string {
  return `${number(count)} ${thing}${count === 1 ? '' : 's'}`;
}
