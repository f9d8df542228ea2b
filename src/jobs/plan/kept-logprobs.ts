import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { writeFileAtomic } from '../../artifacts/atomic-write.ts';
import { absolutePath, type DataFolder, newScoresPath } from '../../artifacts/data-folder.ts';
import { removePaths } from '../../artifacts/removal.ts';
import { keptNothing } from '../../artifacts/storage-error.ts';
import { newStoredPath } from '../../artifacts/stored-file.ts';
import type { Store } from '../../store/store.ts';
import { type Cooperative, runYielding } from '../../training/cooperative.ts';
import type { ClaimedJob } from '../claimed-job.ts';
import { type OutageTimes, outlast } from '../outlast.ts';
import type { KeepLogprobs, LogprobsRequest, PolicyLogprobs } from './policy-logprobs.ts';

interface KeptScoresParts {
  store: Store;
  folder: DataFolder;
  outage: OutageTimes;
}

/** Of SHA-256. */
const DIGEST_BYTES = 32;

/**
 * Keeps the log-probabilities of a job's plan in a file of the job, so that they are computed once. The file: a digest
 * of what was scored, then the numbers (float32, little-endian) of each policy, sequence after sequence. A file of
 * something else, which another version of the server may have planned, does not count, nor does one that is not there.
 */
export function keptLogprobs(
  { store, folder, outage }: KeptScoresParts,
  { job, lease, signal }: ClaimedJob,
): KeepLogprobs {
  return async (wanted, make) => {
    const digest = await runYielding(digestOf(wanted), signal);
    const kept = job.scores === null ? null : await readLogprobs(absolutePath(folder, job.scores), digest, wanted);
    if (kept !== null) return kept;
    const made = await make();
    const path = newScoresPath(job.id);
    const bytes = await runYielding(bytesOf(digest, made), signal);
    await outlast(async () => writeFileAtomic(await newStoredPath(folder, path), bytes), outage, signal);
    const { paths } = await outlast(() => store.jobs.keepScores(lease, path), outage, signal).catch(async (error) => {
      if (keptNothing(error)) await removePaths(folder, [path]);
      throw error;
    });
    await removePaths(folder, paths);
    return made;
  };
}

async function readLogprobs(
  path: string,
  digest: Buffer,
  { sequences, policies }: LogprobsRequest,
): Promise<PolicyLogprobs[] | null> {
  const bytes = await bytesAt(path);
  const length = sequences.reduce((sum, { ids }) => sum + ids.length, 0);
  if (bytes?.length !== DIGEST_BYTES + 4 * length * policies.length) return null;
  if (!digest.equals(bytes.subarray(0, DIGEST_BYTES))) return null;
  const numbers = new Float32Array(Uint8Array.from(bytes.subarray(DIGEST_BYTES)).buffer);
  let at = 0;
  return policies.map(() =>
    sequences.map(({ ids }) => {
      at += ids.length;
      return numbers.subarray(at - ids.length, at);
    }),
  );
}

async function bytesAt(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function* digestOf({ sequences, policies }: LogprobsRequest): Cooperative<Buffer> {
  const hash = createHash('sha256').update(policies.join());
  for (const { ids, mask } of sequences) {
    hash.update(Uint32Array.of(ids.length)).update(ids).update(mask);
    yield;
  }
  return hash.digest();
}

function* bytesOf(digest: Buffer, scores: readonly PolicyLogprobs[]): Cooperative<Uint8Array> {
  const parts: Uint8Array[] = [digest];
  for (const { buffer, byteOffset, byteLength } of scores.flat()) {
    parts.push(new Uint8Array(buffer, byteOffset, byteLength));
    yield;
  }
  return Buffer.concat(parts);
}
