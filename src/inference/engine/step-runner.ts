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

/** A step that the device has been given. */
export interface SubmittedStep extends StepShape {
  /** Whether it has draft tokens: how many of them are accepted is known once it was read. */
  isDrafted: boolean;
  /**
   * Whether its tokens are sampled: where that hangs on tokens that the host has to read first, it is submitted later.
   */
  isSampled: boolean;
  /** Sequences that sit out the sampling, and go through the model again for it. */
  postponed: ReadonlySet<Sequence>;
  /** Known once it was read. */
  results: StepResults;
  /** Sequences whose own processors failed before it. */
  failures: ReadonlyMap<Sequence, Error>;
  /** Which of the staging buffers it fills. */
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
 * Brings steps to the device and their results home: each is one submit, and only ids and log-probabilities come back.
 * A step may be submitted before the one before it was read: what that one sampled stays on the device. Where the host
 * has to know that before more can be sampled (a grammar, a processor), the sampling is a submit of its own. All that a
 * step reads or writes there is ordered by the queue, so pages and slots may be given to others as soon as it is
 * submitted.
 */
export class StepRunner {
  readonly #device: Device;
  readonly #parts: RunnerParts;
  readonly #recorder: Recorder;
  /** When the device came to an end of what was read last. */
  #lastEnd = 0;

  constructor(device: Device, parts: RunnerParts) {
    this.#device = device;
    this.#parts = parts;
    this.#recorder = new Recorder(device);
  }

  /**
   * Uploads, records and submits a step, all at once. `unread` is the step before it where that is still to be read.
   */
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
    // No buffer that a step is given is ever made anew. Only what it is thought to take depends on the attended keys: a
    // fifth more or less is near enough.
    const attendedKeys = Math.round(1.2 ** Math.round(Math.log(shape.attendedKeys) / Math.log(1.2)));
    // Attention is split over so many keys.
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

  /** Submits copies of pages alone; what is submitted later comes after them. */
  copy(copies: readonly PageCopy[]): void {
    this.#parts.cache.recordCopies(this.#recorder, copies);
    this.#recorder.submit();
  }

  /**
   * Samples the tokens of a step that was submitted without, the one before it having been read; not for `postponed`.
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
   * Resolves when the step is done and its results are known. Steps are read in order; `followed` where the next is
   * submitted already. Throws what the device throws.
   */
  async read({ results, place, estimateMs }: SubmittedStep, followed: boolean): Promise<void> {
    const staging = this.#parts.buffers.staging[place];
    const finished = async () => results.read(await readStaging(this.#device, staging, results.bytes));
    await this.#device.waiter.done('step', estimateMs, { started: this.#lastEnd, followed, finished });
    this.#lastEnd = performance.now();
    this.#device.check();
  }

  /** What a step recorded before it failed is not to go along with the next one. */
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
