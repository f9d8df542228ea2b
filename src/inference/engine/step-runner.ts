import { readStaging } from '../../compute/buffer.ts';
import type { Device } from '../../compute/device.ts';
import { carryTokens } from '../../compute/ops/carry.ts';
import { sample, scoreTokens, temperLogprobs, topLogprobs } from '../../compute/ops/sample.ts';
import { Recorder } from '../../compute/recorder.ts';
import type { Decoder } from '../../model/decoder.ts';
import type { AdapterArena } from './adapter-arena.ts';
import type { KvCache } from './kv-cache.ts';
import type { LogitEditor } from './logit-editor.ts';
import type { PageCopy } from './prefix-cache.ts';
import type { StepPlan } from './scheduler.ts';
import type { Sequence } from './sequence.ts';
import { type StepBuffers, type StepShape, uploadStep } from './step-buffers.ts';
import { isTempered, StepResults } from './step-results.ts';

/** A step that was submitted to the device. */
export interface SubmittedStep extends StepShape {
  /** Whether it has draft tokens. How many are accepted is known once the step is read. */
  isDrafted: boolean;
  /**
   * Whether its sampling is submitted. Sampling is submitted later if it depends on tokens that the host has to read
   * first.
   */
  isSampled: boolean;
  /** Sequences that skip the sampling. Their last token goes through the model again. */
  postponed: ReadonlySet<Sequence>;
  /** Filled when the step is read. */
  results: StepResults;
  /** Sequences whose logits processors failed before the step, with their errors. */
  failures: ReadonlyMap<Sequence, Error>;
  /** Index of the staging buffer that it fills. */
  place: 0 | 1;
  estimateMs: number;
}

export interface RunnerParts {
  decoder: Decoder;
  cache: KvCache;
  arena: AdapterArena;
  buffers: StepBuffers;
  editor: LogitEditor;
}

/**
 * Submits steps to the device and reads their results. Each step is one submit, and only ids and log-probabilities are
 * read back. A step may be submitted before the last one is read: the tokens sampled there stay on the device. If the
 * host has to know them before more can be sampled (a grammar, a processor), the sampling is a separate submit. The
 * queue orders all reads and writes of steps on the device. So pages and slots may be reassigned as soon as a step is
 * submitted.
 */
export class StepRunner {
  readonly #device: Device;
  readonly #parts: RunnerParts;
  readonly #recorder: Recorder;
  /** Time at which the step that was read last was done. */
  #lastEnd = 0;

  constructor(device: Device, parts: RunnerParts) {
    this.#device = device;
    this.#parts = parts;
    this.#recorder = new Recorder(device);
  }

  /** Uploads, records and submits a step synchronously. `unread` is the step before it if that has not been read. */
  submit({ copies, chunks }: StepPlan, unread: SubmittedStep | null): SubmittedStep {
    const { decoder, cache, arena, buffers } = this.#parts;
    const shape = uploadStep(this.#device, buffers, chunks, unread?.sampling ?? []);
    const { rows, tokens, tables, prefixes, logitRows, carried, sampled } = buffers;
    cache.recordCopies(this.#recorder, copies);
    carryTokens(this.#recorder, { carried, sampled, tokens, M: shape.carried });
    const { T, withAdapters, sharesPrefixes } = shape;
    const continuous = T >= 2 * chunks.length;
    const oneRowPerSequence = T === chunks.length;
    const B = shape.sampling.length + shape.scored.length;
    // The buffers of a step are never reallocated, so recordings stay valid. The attended keys affect only the
    // estimated time, so they are rounded to powers of 1.2.
    const attendedKeys = Math.round(1.2 ** Math.round(Math.log(shape.attendedKeys) / Math.log(1.2)));
    // Most keys of a row, over which attention is split, rounded up to a power of two.
    const longest = 2 ** Math.ceil(Math.log2(shape.longest));
    const key = [T, B, attendedKeys, longest, continuous, oneRowPerSequence, sharesPrefixes, withAdapters].join();
    this.#recorder.replay(key, () => {
      decoder.forward(this.#recorder, {
        T,
        B,
        attendedKeys,
        longest,
        continuous,
        oneRowPerSequence,
        prefixes: sharesPrefixes ? prefixes : undefined,
        rows,
        tokens,
        tables,
        logitRows,
        cache: cache.layers,
        adapters: withAdapters ? { arena: arena.buffer, stride: arena.stride } : undefined,
      });
    });
    if (unread === null) this.#lastEnd = performance.now();
    const step: SubmittedStep = {
      ...shape,
      isDrafted: chunks.some(({ drafts }) => drafts.length > 0),
      isSampled: false,
      postponed: new Set(),
      results: resultsOf(shape, decoder.config.vocab_size),
      failures: new Map(),
      place: unread?.place === 0 ? 1 : 0,
      estimateMs: 0,
    };
    const waits = shape.sampling.some(({ sequence }) => sequence.needsTokens && sequence.inFlight > 0);
    if (!waits) this.#recordResults(step, { isLate: false });
    step.estimateMs = this.#recorder.submit();
    return step;
  }

  /** Submits page copies without a step. Later submits come after them. */
  copy(copies: readonly PageCopy[]): void {
    this.#parts.cache.recordCopies(this.#recorder, copies);
    this.#recorder.submit();
  }

  /**
   * Samples the tokens of a step that was submitted without sampling, after the step before it was read. Skips
   * `postponed`.
   */
  sample(step: SubmittedStep, postponed: ReadonlySet<Sequence>): void {
    step.postponed = postponed;
    this.#recordResults(step, { isLate: true });
    step.estimateMs += this.#recorder.submit();
  }

  #recordResults(step: SubmittedStep, { isLate }: { isLate: boolean }): void {
    const { buffers, editor } = this.#parts;
    step.failures = editor.prepare(step, { isLate });
    this.#recordSampling(step);
    const { sampled, alternatives, staging } = buffers;
    const { logits, config } = this.#parts.decoder;
    const sources = { sampled, alternatives, logits, V: config.vocab_size };
    step.results.recordCopies(this.#recorder, sources, staging[step.place]);
    step.isSampled = true;
  }

  /**
   * Resolves when the step is done and its results are read. Steps are read in order. `followed`: the next step is
   * submitted already. Throws device errors.
   */
  async read({ results, place, estimateMs }: SubmittedStep, followed: boolean): Promise<void> {
    const staging = this.#parts.buffers.staging[place];
    const finished = async () => results.read(await readStaging(this.#device, staging, results.bytes));
    await this.#device.waiter.done('step', estimateMs, { started: this.#lastEnd, followed, finished });
    this.#lastEnd = performance.now();
    this.#device.check();
  }

  /** Discards what a failed step recorded, so that the next step does not submit it. */
  reset(): void {
    this.#recorder.reset();
  }

  /** Records the sampling of one token for each row of logits, and the log-probabilities of prompt tokens. */
  #recordSampling({ sampling, scored, results }: SubmittedStep): void {
    const { decoder, buffers, editor } = this.#parts;
    const { samplingParams, targets, sampled, parts, tokens, alternatives } = buffers;
    const { logits, config } = decoder;
    const V = config.vocab_size;
    const B = sampling.length + scored.length;
    scoreTokens(this.#recorder, { targets, logits, sampled, first: sampling.length, M: scored.length, V });
    sample(this.#recorder, { samplingParams, logits, sampled, parts, B: sampling.length, V });
    if (sampling.some(({ sequence }) => isTempered(sequence.request))) {
      temperLogprobs(this.#recorder, { samplingParams, logits, sampled, B: sampling.length, V });
    }
    editor.record(this.#recorder, { logits, sampled, parts, tokens });
    if (results.count > 0) topLogprobs(this.#recorder, { logits, sampled, alternatives, B, V, count: results.count });
  }
}

function resultsOf({ sampling, scored }: StepShape, V: number): StepResults {
  const asked = [
    ...sampling.map(({ sequence }) => sequence.request.topLogprobs),
    ...scored.map(({ sequence }) => sequence.request.promptLogprobs ?? 0),
  ];
  const named = sampling.map(({ sequence }) => sequence.request.logprobTokenIds ?? []);
  return new StepResults(asked.length, Math.min(V, Math.max(0, ...asked)), named);
}
