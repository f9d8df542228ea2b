import { writeFileAtomic } from '../artifacts/atomic-write.ts';
import type { DataFolder } from '../artifacts/data-folder.ts';
import { newTokensPath } from '../artifacts/data-folder.ts';
import { publishStored } from '../artifacts/publish.ts';
import { newStoredPath, openStoredFile } from '../artifacts/stored-file.ts';
import type { SequenceTokensRecord } from '../store/trajectories.ts';
import type { NewSequenceTokens, NewTokenFile } from '../store/trajectory-files.ts';
import type { TrainSequence, TrainStepRequest, TrainStepResult } from '../training/train-step.ts';
import type { ClaimedJob, TrainingParts } from './claimed-job.ts';
import { retryThroughOutage } from './outage.ts';

/**
 * Values for the T tokens of a training sequence, [T] each. All but `ids` and `sampledLogprobs` are 0 where `mask` is
 * 0.
 */
export interface TokenFigures {
  ids: Uint32Array;
  /** Log-probabilities at sampling; NaN if unknown. */
  sampledLogprobs: Float32Array;
  /** Log-probabilities under the weights before the step. */
  logprobs: Float32Array;
  /** Probability ratios to the old policy, before cap and mask. */
  ratios: Float32Array;
  entropies: Float32Array;
  mask: Uint8Array;
  clipped: Uint8Array;
}

const WORDS = ['ids', 'sampledLogprobs', 'logprobs', 'ratios', 'entropies'] as const;
const BYTES_PER_TOKEN = 4 * WORDS.length + 2;

/**
 * Durably writes the token values of a step for the sequences of `groups`. Returns null if there are none or no room.
 * The file holds, for each sequence, its arrays in the order of `TokenFigures`, little-endian.
 */
export async function writeTokens(
  { folder, kept, outage }: Pick<TrainingParts, 'folder' | 'kept' | 'outage'>,
  { job, model, signal }: Pick<ClaimedJob, 'job' | 'model' | 'signal'>,
  { request, result }: { request: TrainStepRequest; result: TrainStepResult },
  groups: ReadonlySet<number>,
): Promise<NewTokenFile | null> {
  const blocks: Uint8Array[] = [];
  const sequences: NewSequenceTokens[] = [];
  let at = 0;
  for (const [place, { source, advantages, weight, mask, ids }] of request.sequences.entries()) {
    if (source === undefined || !groups.has(source.group)) continue;
    const block = blockOf(figuresOf(request.sequences[place], result, place));
    const advantage = advantages[mask.indexOf(1)] ?? 0;
    sequences.push({ ...source, advantage, weight, at, tokens: ids.length });
    blocks.push(block);
    at += block.length;
  }
  if (blocks.length === 0 || !(await kept.hasRoomFor(at))) return null;
  const path = newTokensPath(model.id, job.id);
  await writeFileAtomic(await newStoredPath(folder, path), Buffer.concat(blocks));
  await publishStored(folder, path, (put) => retryThroughOutage(put, outage, signal));
  return { path, bytes: at, sequences };
}

/** Reads the values of a sequence. Throws `not_found` if the file is gone. */
export async function readTokens(
  folder: DataFolder,
  { path, at, tokens: T }: Pick<SequenceTokensRecord, 'path' | 'at' | 'tokens'>,
): Promise<TokenFigures> {
  const { handle } = await openStoredFile(folder, path);
  try {
    const bytes = new Uint8Array(T * BYTES_PER_TOKEN);
    await handle.read(bytes, 0, bytes.length, at);
    const [ids, sampledLogprobs, logprobs, ratios, entropies] = WORDS.map((_, i) =>
      bytes.slice(4 * T * i, 4 * T * (i + 1)),
    );
    const flags = bytes.subarray(4 * T * WORDS.length);
    return {
      ids: new Uint32Array(ids.buffer),
      sampledLogprobs: new Float32Array(sampledLogprobs.buffer),
      logprobs: new Float32Array(logprobs.buffer),
      ratios: new Float32Array(ratios.buffer),
      entropies: new Float32Array(entropies.buffer),
      mask: flags.subarray(0, T),
      clipped: flags.subarray(T),
    };
  } finally {
    await handle.close();
  }
}

function figuresOf(
  { ids, mask, oldLogprobs, sampledLogprobs }: TrainSequence,
  { logprobs, entropies, policy }: TrainStepResult,
  place: number,
): TokenFigures {
  return {
    ids,
    mask,
    sampledLogprobs: sampledLogprobs ?? oldLogprobs,
    logprobs: logprobs[place],
    ratios: policy?.ratios[place] ?? new Float32Array(ids.length),
    entropies: entropies[place],
    clipped: policy?.clipped[place] ?? new Uint8Array(ids.length),
  };
}

function blockOf(figures: TokenFigures): Uint8Array {
  const arrays = [...WORDS.map((name) => figures[name]), figures.mask, figures.clipped];
  return Buffer.concat(
    arrays.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
  );
}
