import { type Cooperative, runAtOnce } from '../cooperative.ts';
import { isTrained, type PrefixOrdered, prefixOrder } from '../shared-prefix.ts';
import type { MaskedTokens } from '../train-step.ts';
import { RowTable } from './row-table.ts';

/** Packed sequences whose shared prefixes are computed once, with the tables that the device reads. */
export interface MicroBatch {
  /** Number of tokens. */
  T: number;
  tokens: Uint32Array;
  /** [T] x (position, parent, end, adapter slot 0), as in `RowTable`. */
  rows: Uint32Array;
  /** Sum over rows of the number of keys that the row sees. */
  attendedKeys: number;
  /** [M] rows whose next token is supervised. */
  logitRows: Uint32Array;
  /** [M] supervised token of each row: index of the sequence in the step, index of the token in the sequence. */
  places: { sequence: number; token: number }[];
}

/** The tokens of a sequence, with `targets` [T] if they differ from `ids`. */
export type PredictedTokens = MaskedTokens & { targets?: Uint32Array };

/** Capacities, in tokens, among which a memory plan chooses besides the usual one. */
export const CAPACITIES: readonly number[] = [128, 256, 512, 1024, 2048, 4096, 8192, 16_384];

/** Tokens of a step after shared-prefix packing. Larger micro-batches repeat prefixes less often. */
export interface PackedSize {
  capacity: number;
  tokens: number;
}

/**
 * Groups the sequences of a step into micro-batches of at most `capacity` tokens (or one sequence). Within a
 * micro-batch a shared prefix is computed once (`prefixOrder`); once a micro-batch is full, the next one repeats it.
 * Sequences without supervised tokens are left out.
 */
export function microBatches(sequences: readonly MaskedTokens[], capacity: number): MicroBatch[] {
  const order = runAtOnce(supervisedOrder(sequences));
  return grouped(sequences, order, capacity).map((group) => microBatchOf(sequences, group));
}

/** Counts the tokens of one step's micro-batches for each of the `capacities`. */
export function* packedTokens(
  sequences: readonly MaskedTokens[],
  capacities: readonly number[],
): Cooperative<number[]> {
  const order = yield* supervisedOrder(sequences);
  const counts: number[] = [];
  for (const capacity of capacities) {
    const groups = grouped(sequences, order, capacity);
    counts.push(groups.reduce((sum, group) => sum + tokensOf(sequences, group), 0));
    yield;
  }
  return counts;
}

function* supervisedOrder(sequences: readonly MaskedTokens[]): Cooperative<PrefixOrdered[]> {
  const supervised = sequences.flatMap((sequence, index) => (isTrained(sequence) ? index : []));
  const order = yield* prefixOrder(supervised.map((index) => sequences[index]));
  return order.map(({ index, shared }) => ({ index: supervised[index], shared }));
}

function grouped(
  sequences: readonly MaskedTokens[],
  order: readonly PrefixOrdered[],
  capacity: number,
): PrefixOrdered[][] {
  const groups: PrefixOrdered[][] = [];
  let room = 0;
  for (const { index, shared } of order) {
    const { length } = sequences[index].ids;
    if (groups.length > 0 && length - shared <= room) {
      groups[groups.length - 1].push({ index, shared });
      room -= length - shared;
    } else {
      groups.push([{ index, shared: 0 }]);
      room = capacity - length;
    }
  }
  return groups;
}

function tokensOf(sequences: readonly MaskedTokens[], group: readonly PrefixOrdered[]): number {
  return group.reduce((sum, { index, shared }) => sum + sequences[index].ids.length - shared, 0);
}

function microBatchOf(sequences: readonly MaskedTokens[], group: readonly PrefixOrdered[]): MicroBatch {
  const T = tokensOf(sequences, group);
  const tokens = new Uint32Array(T);
  const table = new RowTable(T);
  const logitRows: number[] = [];
  const places: MicroBatch['places'] = [];
  for (const { index: sequence, shared } of group) {
    const { ids, mask } = sequences[sequence];
    const first = table.append(ids.length, shared);
    tokens.set(ids.subarray(shared), first);
    for (let t = shared + 1; t < ids.length; t++) {
      if (!mask[t]) continue;
      logitRows.push(first + t - shared - 1);
      places.push({ sequence, token: t });
    }
  }
  return {
    T,
    tokens,
    rows: table.words(),
    attendedKeys: table.attendedKeys,
    logitRows: Uint32Array.from(logitRows),
    places,
  };
}

/** Throws RangeError for a token outside a vocabulary of V. */
export function checkTokens(sequences: readonly PredictedTokens[], V: number): void {
  sequences.forEach(({ ids, targets }, index) => {
    const wrong = ids.find((id) => id >= V) ?? targets?.find((id) => id >= V);
    if (wrong !== undefined) throw new RangeError(`sequence ${index}: token id ${wrong} is not below ${V}`);
  });
}
