import { allocate, allocateStaging, type DeviceBuffer, upload } from '../../compute/buffer.ts';
import type { Device } from '../../compute/device.ts';
import { PAGE_TOKENS } from '../../compute/ops/attention.ts';
import { CARRY_WORDS } from '../../compute/ops/carry.ts';
import { SAMPLED_WORDS, SAMPLING_WORDS, samplePartsWords } from '../../compute/ops/sample.ts';
import type { Chunk } from './scheduler.ts';
import { isEdited, type Sequence } from './sequence.ts';
import { sharedPrefixes, sortBySharedPrefix } from './shared-prefixes.ts';

/** Most alternatives per sequence: 20, and two for each of 32 beams. */
const MAX_ALTERNATIVES = 64;
/** Most tokens that a sequence may name instead of alternatives. */
const MAX_NAMED = 128;

const NO_ADAPTER = 0xffffffff;
/** Share of the attended keys that must be shared before attention takes rows of several sequences together. */
const MIN_SHARED = 0.25;

/** Small buffers with the inputs of a step, and buffers that bring its tokens back. */
export interface StepBuffers {
  rows: DeviceBuffer;
  tokens: DeviceBuffer;
  tables: DeviceBuffer;
  /** Number of keys of each row in the same pages as the keys of the row before it. */
  prefixes: DeviceBuffer;
  logitRows: DeviceBuffer;
  samplingParams: DeviceBuffer;
  /** Prompt tokens to score. */
  targets: DeviceBuffer;
  /** Which tokens sampled by the previous step are among `tokens`. */
  carried: DeviceBuffer;
  sampled: DeviceBuffer;
  /** Scratch of the sampler. */
  parts: DeviceBuffer;
  alternatives: DeviceBuffer;
  /** One buffer for each of two steps in flight. */
  staging: [DeviceBuffer, DeviceBuffer];
}

interface StepLimits {
  /** Rows per step. */
  T: number;
  /** Rows that are sampled: one for each sequence, and one for each draft token. */
  B: number;
  /** Rows that score prompt tokens. */
  scored: number;
  /** Pages of one sequence. */
  pages: number;
  /** Vocabulary size. */
  V: number;
}

export async function allocateStepBuffers(device: Device, limits: StepLimits): Promise<StepBuffers> {
  const { T, B, scored, pages, V } = limits;
  const logits = B + scored;
  const words = (count: number, label: string) => allocate(device, count * 4, label);
  const staging = () => allocateStaging(device, (logits * (SAMPLED_WORDS + MAX_ALTERNATIVES * 2) + B * MAX_NAMED) * 4);
  return {
    rows: await words(T * 4, 'row table'),
    tokens: await words(T, 'tokens'),
    tables: await words(B * pages, 'block tables'),
    prefixes: await words(T, 'shared prefixes'),
    logitRows: await words(logits, 'wanted rows'),
    samplingParams: await words(B * SAMPLING_WORDS, 'sampling parameters'),
    targets: await words(scored, 'scored tokens'),
    carried: await words(B * CARRY_WORDS, 'carried tokens'),
    sampled: await words(logits * SAMPLED_WORDS, 'sampled tokens'),
    parts: await words(samplePartsWords(device, { B, V }), 'parts of sampled rows'),
    alternatives: await words(logits * MAX_ALTERNATIVES * 2, 'alternatives'),
    staging: [staging(), staging()],
  };
}

/** A prompt token, scored from the logits of the row before it. */
interface ScoredToken {
  sequence: Sequence;
  position: number;
}

/** Row from which a token is sampled: the last token of a sequence, or a draft token after it. */
interface SamplingRow {
  sequence: Sequence;
  /** Draft tokens after the tokens of the sequence, up to this row. */
  drafts: readonly number[];
}

/** Layout of an uploaded step. Rows of logits are those of `sampling`, then those of `scored`. */
export interface StepShape {
  T: number;
  attendedKeys: number;
  /** Most keys that a row sees. */
  longest: number;
  /** Rows from which tokens are sampled. */
  sampling: SamplingRow[];
  /** Index of each row of `sampling` among the rows of the step. */
  places: number[];
  /** Position of each sampled token in its sequence. */
  positions: number[];
  scored: ScoredToken[];
  /** Number of rows whose token the previous step has sampled and the host has not read. */
  carried: number;
  /** Whether attention is faster if it reads keys once for several sequences. */
  sharesPrefixes: boolean;
  withAdapters: boolean;
}

/**
 * Lays out the chunks of a step row by row, with sequences that share a prefix beside each other, and uploads all
 * inputs. `before`: the rows of `sampling` of the previous step, in order, if that step has not been read.
 */
export function uploadStep(
  device: Device,
  buffers: StepBuffers,
  plan: readonly Chunk[],
  before: readonly Pick<SamplingRow, 'sequence'>[],
): StepShape {
  // Other device classes read the keys of each row separately.
  const { staged } = device.class;
  const chunks = staged ? sortBySharedPrefix(plan) : plan;
  const shared = sharedPrefixes(chunks);
  const rowBefore = new Map(before.map(({ sequence }, row) => [sequence, row]));
  const T = shared.prefixes.length;
  const rows = new Uint32Array(T * 4);
  const tokens = new Uint32Array(T);
  const tables: number[] = [];
  const places: number[] = [];
  const positions: number[] = [];
  const sampling: SamplingRow[] = [];
  const scored: ScoredToken[] = [];
  const scoring: number[] = [];
  const carried: number[] = [];
  let attendedKeys = 0;
  let longest = 0;
  let t = 0;
  for (const { sequence, count, drafts } of chunks) {
    const table = tables.length;
    tables.push(...sequence.pages);
    for (let i = 0; i < count + drafts.length; i++) {
      const position = sequence.cached + i;
      const page = sequence.pages[Math.floor(position / PAGE_TOKENS)];
      if (i >= count) tokens[t] = drafts[i - count];
      else if (position < sequence.tokens.length) tokens[t] = sequence.tokens[position];
      else carried.push(t, rowBefore.get(sequence) as number);
      rows.set([position, page * PAGE_TOKENS + (position % PAGE_TOKENS), table, sequence.slot ?? NO_ADAPTER], t * 4);
      attendedKeys += position + 1;
      longest = Math.max(longest, position + 1);
      if (sequence.scoresPrompt && position + 1 < sequence.tokens.length) {
        scoring.push(t);
        scored.push({ sequence, position: position + 1 });
      }
      t += 1;
    }
    if (count < sequence.pending) continue;
    for (let i = 0; i <= drafts.length; i++) {
      places.push(t - 1 - drafts.length + i);
      positions.push(sequence.length + i);
      sampling.push({ sequence, drafts: drafts.slice(0, i) });
    }
  }
  upload(device, buffers.rows, rows);
  upload(device, buffers.tokens, tokens);
  upload(device, buffers.tables, Uint32Array.from(tables));
  const sharesPrefixes = staged && shared.keys >= MIN_SHARED * attendedKeys;
  if (sharesPrefixes) upload(device, buffers.prefixes, shared.prefixes);
  upload(device, buffers.carried, Uint32Array.from(carried));
  upload(device, buffers.logitRows, Uint32Array.from([...places, ...scoring]));
  upload(
    device,
    buffers.samplingParams,
    samplingWords(
      sampling.map(({ sequence }, row) => ({ sequence, row, position: positions[row] })),
      { first: true },
    ),
  );
  upload(
    device,
    buffers.targets,
    Uint32Array.from(scored, ({ sequence, position }) => sequence.tokens[position]),
  );
  const withAdapters = chunks.some(({ sequence }) => sequence.slot !== undefined);
  return {
    T,
    attendedKeys,
    longest,
    sampling,
    places,
    positions,
    scored,
    carried: carried.length / CARRY_WORDS,
    sharesPrefixes,
    withAdapters,
  };
}

/** A sequence whose next token is sampled, and its row of logits. */
export interface SampledRow {
  sequence: Sequence;
  row: number;
  /** Position of the token in its sequence. */
  position: number;
}

/**
 * Returns the packed sampling parameters of rows. `first`: the rows are sampled from their unedited logits. A row with
 * rules is then sampled greedily, the cheapest way, because it is sampled again from its edited copy.
 */
export function samplingWords(rows: readonly SampledRow[], { first = false } = {}): Uint8Array {
  const words = new DataView(new ArrayBuffer(rows.length * SAMPLING_WORDS * 4));
  rows.forEach(({ sequence, row, position }, i) => {
    const { temperature, topP, topK, minP = 0, seed } = sequence.request.sampling;
    const at = i * SAMPLING_WORDS * 4;
    words.setFloat32(at, first && isEdited(sequence) ? 0 : temperature, true);
    words.setFloat32(at + 4, topP, true);
    words.setUint32(at + 8, topK, true);
    words.setUint32(at + 12, position, true);
    words.setBigInt64(at + 16, BigInt.asIntN(64, seed), true);
    words.setFloat32(at + 24, minP, true);
    words.setUint32(at + 28, row, true);
  });
  return new Uint8Array(words.buffer);
}
