import type { TrainSequence } from '../train-step.ts';

/** Sequences laid one after the other, with what the device needs to know of each row. */
export interface MicroBatch {
  /** Tokens. */
  T: number;
  tokens: Uint32Array;
  /** [T] x (position, first row of the sequence, row past its end, adapter slot 0) */
  rows: Uint32Array;
  /** Sum over rows of the keys each sees. */
  visible: number;
  /** [M] rows whose next token is supervised. */
  wanted: Uint32Array;
  /** [M] x (token, old log-probability or 1 for none, advantage, unused) */
  targets: ArrayBuffer;
  /** [M] where each score goes: index of the sequence in the step, index of the token in the sequence. */
  places: { sequence: number; token: number }[];
}

/** Groups the sequences of a step, in order, into micro-batches of at most `capacity` tokens (or one sequence). */
export function microBatches(sequences: TrainSequence[], capacity: number): MicroBatch[] {
  const groups: number[][] = [];
  let room = 0;
  sequences.forEach(({ ids }, index) => {
    if (ids.length > room || groups.length === 0) {
      groups.push([]);
      room = Math.max(capacity, ids.length);
    }
    groups[groups.length - 1].push(index);
    room -= ids.length;
  });
  return groups.map((group) => layOut(sequences, group)).filter((batch) => batch.wanted.length > 0);
}

function layOut(sequences: TrainSequence[], group: number[]): MicroBatch {
  const T = group.reduce((sum, index) => sum + sequences[index].ids.length, 0);
  const tokens = new Uint32Array(T);
  const rows = new Uint32Array(T * 4);
  const wanted: number[] = [];
  const targets: [number, number, number][] = [];
  const places: MicroBatch['places'] = [];
  let visible = 0;
  let first = 0;
  for (const sequence of group) {
    const { ids, mask, oldLogprobs, advantages } = sequences[sequence];
    tokens.set(ids, first);
    for (let t = 0; t < ids.length; t++) {
      rows.set([t, first, first + ids.length, 0], (first + t) * 4);
      visible += t + 1;
      if (t === 0 || !mask[t]) continue;
      wanted.push(first + t - 1);
      const old = Number.isFinite(oldLogprobs[t]) ? Math.min(0, oldLogprobs[t]) : 1;
      targets.push([ids[t], old, advantages[t]]);
      places.push({ sequence, token: t });
    }
    first += ids.length;
  }
  return { T, tokens, rows, visible, wanted: Uint32Array.from(wanted), targets: targetWords(targets), places };
}

function targetWords(targets: [number, number, number][]): ArrayBuffer {
  const words = new DataView(new ArrayBuffer(Math.max(1, targets.length) * 16));
  targets.forEach(([token, old, advantage], i) => {
    words.setUint32(i * 16, token, true);
    words.setFloat32(i * 16 + 4, old, true);
    words.setFloat32(i * 16 + 8, advantage, true);
  });
  return words.buffer;
}
