import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { writeFileAtomic } from '../../artifacts/atomic-write.ts';
import { type DataFolder, newLogprobsPath } from '../../artifacts/data-folder.ts';
import { publishStored } from '../../artifacts/publish.ts';
import { removePaths } from '../../artifacts/removal.ts';
import { isRolledBack, StorageError } from '../../artifacts/storage-error.ts';
import { ensureLocal, newStoredPath } from '../../artifacts/stored-file.ts';
import { type Cooperative, runYielding } from '../../training/cooperative.ts';
import type { MaskedTokens } from '../../training/train-step.ts';
import type { ClaimedJob, TrainingParts } from '../claimed-job.ts';
import { retryThroughOutage } from '../outage.ts';

/** Sequences of a job, and the policies under which it needs their log-probabilities. */
interface LogprobsRequest {
  sequences: readonly MaskedTokens[];
  policies: readonly ('start' | 'reference')[];
}

/** Bytes of a SHA-256. */
const DIGEST_BYTES = 32;

/**
 * Returns the log-probabilities of a job, [T] for each sequence of each policy. Reads them from the job's file, or
 * computes and stores them, so that they are computed once. The file holds a digest of the request, then the numbers
 * (float32, little-endian) of each policy, sequence after sequence. A missing file, or one of another request, which
 * another version of the server may have planned, is ignored.
 */
export async function keptLogprobs(
  { store, folder, outage }: Omit<TrainingParts, 'compute' | 'helpers' | 'log'>,
  { job, lease, signal }: ClaimedJob,
  request: LogprobsRequest,
  compute: () => Promise<Float32Array[][]>,
): Promise<Float32Array[][]> {
  const digest = await runYielding(digestOf(request), signal);
  const { logprobs: earlier } = job;
  const read = async () => (earlier === null ? null : readLogprobs(await bytesAt(folder, earlier), digest, request));
  const kept = await retryThroughOutage(read, outage, signal);
  if (kept !== null) return kept;
  const logprobs = await compute();
  const path = newLogprobsPath(job.id);
  const bytes = await runYielding(fileBytes(digest, logprobs), signal);
  await retryThroughOutage(async () => writeFileAtomic(await newStoredPath(folder, path), bytes), outage, signal);
  await publishStored(folder, path, (put) => retryThroughOutage(put, outage, signal));
  const { paths } = await retryThroughOutage(() => store.jobs.keepLogprobs(lease, path), outage, signal).catch(
    async (error) => {
      if (isRolledBack(error)) await removePaths(folder, [path]);
      throw error;
    },
  );
  await removePaths(folder, paths);
  return logprobs;
}

function readLogprobs(
  bytes: Buffer | null,
  digest: Buffer,
  { sequences, policies }: LogprobsRequest,
): Float32Array[][] | null {
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

async function bytesAt(folder: DataFolder, storedPath: string): Promise<Buffer | null> {
  try {
    using file = await ensureLocal(folder, storedPath);
    return await readFile(file.path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    if (error instanceof StorageError && error.code === 'not_found') return null;
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

function* fileBytes(digest: Buffer, logprobs: readonly Float32Array[][]): Cooperative<Uint8Array> {
  const parts: Uint8Array[] = [digest];
  for (const { buffer, byteOffset, byteLength } of logprobs.flat()) {
    parts.push(new Uint8Array(buffer, byteOffset, byteLength));
    yield;
  }
  return Buffer.concat(parts);
}
