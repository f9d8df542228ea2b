import type { Knex } from 'knex';
import { StorageError } from '../artifacts/storage-error.ts';
import { UNFINISHED } from './job-record.ts';
import { ADVISORY_LOCKS } from './lock-numbers.ts';
import { isPostgres } from './postgres-only.ts';

/** What each owner may have at most; null is no limit. */
export interface OwnerQuotas {
  models: number | null;
  /** Those that have files, and jobs that are to make one. */
  checkpoints: number | null;
  /** Those of the files of all artifacts together. */
  artifactBytes: number | null;
  /** Those of metrics that he logs to runs. */
  logBytes: number | null;
}

export const NO_QUOTAS: OwnerQuotas = { models: null, checkpoints: null, artifactBytes: null, logBytes: null };

const ASK = 'or ask the operator for more';

/**
 * Part of a transaction, and its first statement: until its end nobody else counts what the owner has, so that two who
 * have room for one cannot both add. SQLite has one writer at a time anyway.
 */
export async function holdCounts(db: Knex, owner: string): Promise<void> {
  if (isPostgres(db)) await db.raw('select pg_advisory_xact_lock(?, hashtext(?))', [ADVISORY_LOCKS.owner, owner]);
}

/** Raises `quota_exceeded` where the owner has more models than `most`, the newest of which is being made. */
export async function checkModels(db: Knex, owner: string, most: number): Promise<void> {
  const [{ count }]: { count: number | string }[] = await db('models').where({ owner }).count({ count: '*' });
  // PostgreSQL gives counts and sums as text.
  const used = Number(count) - 1;
  if (used < most) return;
  const way = `Delete one (DELETE /v1/preview/models/{model_id}), ${ASK}.`;
  throw exceeded(`You have ${amount(used, 'model')}; DAYBREAK_MAX_MODELS allows ${number(most)}. ${way}`);
}

/**
 * Raises `quota_exceeded` where the owner has more than `most` checkpoints, with those that jobs are to make and with
 * `asked`, which he wants and are not there yet.
 */
export async function checkCheckpoints(db: Knex, owner: string, most: number, asked = 0): Promise<void> {
  const models = db('models').where({ owner }).select('id');
  const made = db('checkpoints').whereIn('model_id', models).whereNotNull('folder').count('*').as('made');
  const coming = db('jobs').where({ owner }).whereIn('status', UNFINISHED).count('*').as('coming');
  // In one statement: a job that ends between two would be counted in neither.
  const [counts]: Record<'made' | 'coming', number | string>[] = await db.select(made, coming);
  const all = Number(counts.made) + Number(counts.coming) + asked;
  if (all <= most) return;
  const would = `With this you would have ${amount(all, 'checkpoint')}, those of jobs that have not ended among them`;
  const ways = 'Delete some (DELETE /v1/preview/models/{model_id}/checkpoints), give models a retention';
  throw exceeded(`${would}; DAYBREAK_MAX_CHECKPOINTS allows ${number(most)}. ${ways}, ${ASK}.`);
}

/** Bytes of the files of all artifacts of an owner, of their manifests, and of what he is uploading. */
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

/** `used`: bytes of what the owner has beside the file that he sends. */
export function tooManyBytes(used: number, most: number): StorageError {
  const way = `Delete artifacts (DELETE /v1/preview/artifacts/{artifact_id}), ${ASK}.`;
  const has = `Your other files have ${amount(used, 'byte')}, and this one would make them too many`;
  return exceeded(`${has}; DAYBREAK_MAX_ARTIFACT_BYTES allows ${number(most)}. ${way}`);
}

/** Raises `quota_exceeded` where an owner who logs `adding` more bytes of metrics has more than `most`. */
export async function checkLogs(db: Knex, owner: string, most: number, adding: number): Promise<void> {
  const [{ logged }]: { logged: number | string | null }[] = await db('runs')
    .where({ owner })
    .sum({ logged: 'logged_bytes' });
  const bytes = Number(logged ?? 0) + adding;
  if (bytes <= most) return;
  const ways = 'Delete models (DELETE /v1/preview/models/{model_id}) or runs of W&B’s client (its Run.delete)';
  throw exceeded(
    `With this your logged metrics would have ${amount(bytes, 'byte')}; ` +
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
