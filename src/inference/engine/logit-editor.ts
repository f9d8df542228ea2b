import { allocate, allocateAtOnce, type DeviceBuffer, upload } from '../../compute/buffer.ts';
import type { Device } from '../../compute/device.ts';
import {
  EDIT_WORDS,
  editLogits,
  NO_MASK,
  NO_UNREAD,
  PAIR_WORDS,
  RULE_WORDS,
  SHIFT_WORDS,
} from '../../compute/ops/edit_logits.ts';
import { SAMPLING_WORDS, sampleEdited } from '../../compute/ops/sample.ts';
import type { Recorder } from '../../compute/recorder.ts';
import type { ProcessorTable } from '../processors/processor-table.ts';
import { LogitRuleState, type RowEdits } from './logit-rule-state.ts';
import { isEdited, type Sequence } from './sequence.ts';
import { type SampledRow, samplingWords } from './step-buffers.ts';
import type { VocabularyMask } from './vocabulary-mask.ts';

/** Initial words of the edits of a step. The buffer grows when a step needs more. */
const FIRST_WORDS = 2 ** 12;

/**
 * Applies the logit rules of requests. Before a step it uploads the edits. In the step it records edited copies of the
 * rows, and the sampling from them. Steps without rules cost nothing.
 */
export class LogitEditor {
  readonly #device: Device;
  readonly #vocabSize: number;
  readonly #processors: ProcessorTable;
  readonly #states = new WeakMap<Sequence, LogitRuleState>();
  readonly #rules: DeviceBuffer;
  readonly #samplingParams: DeviceBuffer;
  readonly #edited: DeviceBuffer;
  #words: DeviceBuffer;
  #rows = 0;

  private constructor(device: Device, vocabSize: number, processors: ProcessorTable, buffers: EditorBuffers) {
    this.#device = device;
    this.#vocabSize = vocabSize;
    this.#processors = processors;
    this.#rules = buffers.rules;
    this.#samplingParams = buffers.samplingParams;
    this.#edited = buffers.edited;
    this.#words = buffers.words;
  }

  /** Allocates an editor for up to B rows of V logits in one step. Throws DeviceOutOfMemoryError. */
  static async create(
    device: Device,
    { B, V }: { B: number; V: number },
    processors: ProcessorTable,
  ): Promise<LogitEditor> {
    return new LogitEditor(device, V, processors, {
      rules: await allocate(device, B * RULE_WORDS * 4, 'logit rules'),
      samplingParams: await allocate(device, B * SAMPLING_WORDS * 4, 'sampling parameters of edited rows'),
      edited: await allocate(device, B * V * 4, 'edited logits'),
      words: await allocate(device, FIRST_WORDS * 4, 'logit edits'),
    });
  }

  /**
   * Uploads the edits of the step's sampled rows that have rules. `isLate`: the step before has been read, so that all
   * tokens are known. Returns the sequences whose processors failed, with the error of each.
   */
  prepare(
    { sampling, places, positions, postponed }: StepToSample,
    { isLate }: { isLate: boolean },
  ): Map<Sequence, Error> {
    const failures = new Map<Sequence, Error>();
    const rows: (SampledRow & EditedRow)[] = [];
    sampling.forEach(({ sequence, drafts }, row) => {
      if (!isEdited(sequence) || sequence.isOver || postponed.has(sequence)) return;
      const unknown = isLate ? 0 : sequence.inFlight;
      try {
        const mask = maskAfter(sequence, drafts);
        const edits = this.#state(sequence).next(sequence.tokens, mask, unknown, drafts);
        const position = positions[row];
        rows.push({ sequence, row, position, edits, unread: unknown === 0 ? undefined : places[row] });
      } catch (error) {
        failures.set(sequence, error as Error);
      }
    });
    this.#rows = rows.length;
    if (rows.length === 0) return failures;
    const { rules, words } = pack(rows);
    this.#ensureCapacity(words.length);
    upload(this.#device, this.#rules, rules);
    upload(this.#device, this.#words, words);
    upload(this.#device, this.#samplingParams, samplingWords(rows));
    return failures;
  }

  /** Records the edits of `prepare`, and the sampling from edited rows. Must follow `sample` of the same rows. */
  record(
    recorder: Recorder,
    { logits, sampled, parts, tokens }: Record<'logits' | 'sampled' | 'parts' | 'tokens', DeviceBuffer>,
  ): void {
    if (this.#rows === 0) return;
    const shape = { E: this.#rows, V: this.#vocabSize };
    const edited = this.#edited;
    editLogits(recorder, { rules: this.#rules, words: this.#words, logits, tokens, edited, ...shape });
    sampleEdited(recorder, { samplingParams: this.#samplingParams, logits, edited, sampled, parts, ...shape });
  }

  #state(sequence: Sequence): LogitRuleState {
    const known = this.#states.get(sequence);
    if (known) return known;
    const { rules, promptIds } = sequence.request;
    const state = new LogitRuleState(rules, promptIds, this.#vocabSize, this.#processors);
    this.#states.set(sequence, state);
    return state;
  }

  /**
   * Grows the buffer synchronously. During an await, a sequence could be aborted and its pages reused before the step.
   */
  #ensureCapacity(words: number): void {
    if (words * 4 <= this.#words.bytes) return;
    // Submitted work can still use a destroyed buffer.
    this.#words.gpu.destroy();
    this.#words = allocateAtOnce(this.#device, 2 ** Math.ceil(Math.log2(words)) * 4, 'logit edits');
  }
}

interface EditorBuffers {
  rules: DeviceBuffer;
  samplingParams: DeviceBuffer;
  edited: DeviceBuffer;
  words: DeviceBuffer;
}

/** Fields of a step that the editor reads. */
interface StepToSample {
  sampling: readonly { sequence: Sequence; drafts: readonly number[] }[];
  places: readonly number[];
  positions: readonly number[];
  postponed: ReadonlySet<Sequence>;
}

/** Returns the grammar's mask after the sequence's tokens and `drafts`, which are the first of the grammar's drafts. */
function maskAfter({ grammar }: Sequence, drafts: readonly number[]): VocabularyMask | null {
  if (grammar === undefined) return null;
  return (drafts.length === 0 ? grammar.mask : grammar.drafts[drafts.length - 1].mask) ?? null;
}

/** A row of logits and its edits. */
interface EditedRow {
  row: number;
  edits: RowEdits;
  /** Index of its last token among the tokens of the step, if the edits do not know the token. */
  unread?: number;
}

/** Packs the edits of rows in the format of `kernels/edit_logits.wgsl`. */
export function pack(rows: readonly EditedRow[]): { rules: Uint32Array; words: Uint32Array } {
  const rules = new Uint32Array(rows.length * RULE_WORDS);
  const penalties = new Float32Array(rules.buffer);
  const total = rows.reduce((sum, { edits }) => sum + wordsOf(edits), 0);
  const words = new Uint32Array(total);
  const floats = new Float32Array(words.buffer);
  let at = 0;
  rows.forEach(({ row, edits: { repetition, frequency, presence, edits, shifts, pairs, mask }, unread }, e) => {
    const shiftsAt = at + edits.length;
    const pairsAt = shiftsAt + shifts.size * SHIFT_WORDS;
    const maskAt = pairsAt + pairs.length * PAIR_WORDS;
    const header = [row, at, edits.length / EDIT_WORDS, shiftsAt, shifts.size, mask === null ? NO_MASK : maskAt];
    rules.set(header, e * RULE_WORDS);
    penalties.set([repetition, frequency, presence], e * RULE_WORDS + header.length);
    rules.set([unread ?? NO_UNREAD, pairsAt, pairs.length], e * RULE_WORDS + header.length + 3);
    words.set(edits, at);
    [...shifts].forEach(([id, shift], i) => {
      words[shiftsAt + i * SHIFT_WORDS] = id;
      floats[shiftsAt + i * SHIFT_WORDS + 1] = shift;
    });
    words.set(pairs.flat(), pairsAt);
    if (mask !== null) words.set(mask, maskAt);
    at = maskAt + (mask?.length ?? 0);
  });
  return { rules, words };
}

function wordsOf({ edits, shifts, pairs, mask }: RowEdits): number {
  return edits.length + shifts.size * SHIFT_WORDS + pairs.length * PAIR_WORDS + (mask?.length ?? 0);
}
