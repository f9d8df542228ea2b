import type { DeviceBuffer } from '../../compute/buffer.ts';
import { SAMPLED_WORDS } from '../../compute/ops/sample.ts';
import type { Recorder } from '../../compute/recorder.ts';
import type { GeneratedToken, PromptTokenLogprobs } from '../generate-request.ts';

/** What a step brings home: for each row of logits one token with its score, and the best `count` alternatives. */
export class StepResults {
  readonly rows: number;
  /** Alternatives of each row. */
  readonly count: number;
  #words = new Uint32Array();
  #floats = new Float32Array();

  constructor(rows: number, count: number) {
    this.rows = rows;
    this.count = count;
  }

  /** At least a word: that it can be read tells that the step is done. */
  get bytes(): number {
    return Math.max(4, this.#sampledBytes + this.#listedBytes);
  }

  get #sampledBytes(): number {
    return this.rows * SAMPLED_WORDS * 4;
  }

  get #listedBytes(): number {
    return this.rows * this.count * 8;
  }

  /** Records the copies into what the host can read. */
  recordCopies(
    recorder: Recorder,
    { sampled, alternatives }: Record<'sampled' | 'alternatives', DeviceBuffer>,
    staging: DeviceBuffer,
  ): void {
    recorder.copy(sampled, 0, staging, 0, Math.max(4, this.#sampledBytes));
    if (this.#listedBytes > 0) recorder.copy(alternatives, 0, staging, this.#sampledBytes, this.#listedBytes);
  }

  /** Takes the `bytes` that came back. */
  read(data: ArrayBuffer): void {
    this.#words = new Uint32Array(data);
    this.#floats = new Float32Array(data);
  }

  token(row: number, alternatives: number): GeneratedToken {
    const at = row * SAMPLED_WORDS;
    return { id: this.#words[at], logprob: this.#floats[at + 1], ...this.#best(row, alternatives) };
  }

  scored(row: number, alternatives: number): PromptTokenLogprobs {
    const at = row * SAMPLED_WORDS;
    return { logprob: this.#floats[at + 1], rank: this.#words[at + 3], ...this.#best(row, alternatives) };
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
