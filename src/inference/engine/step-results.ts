import type { DeviceBuffer } from '../../compute/buffer.ts';
import { SAMPLED_WORDS } from '../../compute/ops/sample.ts';
import type { Recorder } from '../../compute/recorder.ts';
import type { GeneratedToken, GenerateRequest, PromptTokenLogprobs } from '../generate-request.ts';

type RequestedLogprobs = Pick<GenerateRequest, 'topLogprobs' | 'sampling' | 'temperedLogprobs'>;

/** Returns whether the reported log-probabilities of a request differ from the raw ones. */
export function isTempered({
  temperedLogprobs,
  sampling,
}: Pick<RequestedLogprobs, 'sampling' | 'temperedLogprobs'>): boolean {
  return temperedLogprobs === true && sampling.temperature !== 0 && sampling.temperature !== 1;
}

/** The logits of a sequence are NaN or infinite. The message is for users. */
export class NotFiniteError extends Error {
  override name = 'NotFiniteError';

  constructor() {
    super(
      "The model's logits are not finite: weights of the model or its adapter are NaN or infinite, or so large that " +
        'activations overflow.',
    );
  }
}

/** Device buffers with the results of a step. */
interface ResultSources extends Record<'sampled' | 'alternatives' | 'logits', DeviceBuffer> {
  /** Logits per row. */
  V: number;
}

/**
 * Results of a step on the host. Each row of logits has one token with its log-probability, and the `count` best
 * alternatives. Further results are the logits of the tokens that are `named` for a row.
 */
export class StepResults {
  readonly rows: number;
  /** Alternatives per row. */
  readonly count: number;
  /** Named token ids by row. */
  readonly #named: readonly (readonly number[])[];
  #words = new Uint32Array();
  #floats = new Float32Array();

  constructor(rows: number, count: number, named: readonly (readonly number[])[] = []) {
    this.rows = rows;
    this.count = count;
    this.#named = named;
  }

  /** Bytes to read back. At least a word, because a successful read signals that the step is done. */
  get bytes(): number {
    const named = this.#named.reduce((sum, { length }) => sum + length * 4, 0);
    return Math.max(4, this.#sampledBytes + this.#listedBytes + named);
  }

  get #sampledBytes(): number {
    return this.rows * SAMPLED_WORDS * 4;
  }

  get #listedBytes(): number {
    return this.rows * this.count * 8;
  }

  /** Records the copies of all results to the staging buffer. */
  recordCopies(recorder: Recorder, { sampled, alternatives, logits, V }: ResultSources, staging: DeviceBuffer): void {
    recorder.copy(sampled, 0, staging, 0, Math.max(4, this.#sampledBytes));
    if (this.#listedBytes > 0) recorder.copy(alternatives, 0, staging, this.#sampledBytes, this.#listedBytes);
    let at = this.#sampledBytes + this.#listedBytes;
    for (const [row, ids] of this.#named.entries()) {
      for (const id of ids) {
        recorder.copy(logits, (row * V + id) * 4, staging, at, 4);
        at += 4;
      }
    }
  }

  /** Stores the `bytes` that were read back. */
  read(data: ArrayBuffer): void {
    this.#words = new Uint32Array(data);
    this.#floats = new Float32Array(data);
  }

  /** Returns whether all logits of a row are finite or minus infinity. Otherwise their log-sum-exp is not finite. */
  isFinite(row: number): boolean {
    return Number.isFinite(this.#floats[row * SAMPLED_WORDS + 2]);
  }

  /** Returns the token sampled in a row, with the log-probabilities that the request asks for. */
  token(row: number, request: RequestedLogprobs): GeneratedToken {
    const at = row * SAMPLED_WORDS;
    const named = this.#named[row] ?? [];
    const listed = named.length > 0 ? this.#ofNamed(row) : this.#best(row, request.topLogprobs);
    const token = { id: this.#words[at], logprob: this.#floats[at + 1], ...listed };
    if (!isTempered(request)) return token;
    const temper = this.#floats[at + 3];
    // Rounding can give a value above 0.
    const tempered = (logprob: number) => Math.fround(Math.min(0, logprob / request.sampling.temperature - temper));
    return { ...token, logprob: tempered(token.logprob), topLogprobs: token.topLogprobs.map(tempered) };
  }

  scored(row: number, alternatives: number): PromptTokenLogprobs {
    const at = row * SAMPLED_WORDS;
    return { logprob: this.#floats[at + 1], rank: this.#words[at + 3], ...this.#best(row, alternatives) };
  }

  #ofNamed(row: number): Pick<GeneratedToken, 'topIds' | 'topLogprobs'> {
    const before = this.#named.slice(0, row).reduce((sum, { length }) => sum + length, 0);
    const first = this.rows * (SAMPLED_WORDS + 2 * this.count) + before;
    const lse = this.#floats[row * SAMPLED_WORDS + 2];
    const topIds = [...this.#named[row]];
    return { topIds, topLogprobs: topIds.map((_, i) => Math.fround(this.#floats[first + i] - lse)) };
  }

  #best(row: number, alternatives: number): Pick<GeneratedToken, 'topIds' | 'topLogprobs'> {
    const length = Math.min(alternatives, this.count);
    const first = this.rows * SAMPLED_WORDS + 2 * row * this.count;
    return {
      topIds: Array.from({ length }, (_, i) => this.#words[first + 2 * i]),
      topLogprobs: Array.from({ length }, (_, i) => this.#floats[first + 2 * i + 1]),
    };
  }
}
