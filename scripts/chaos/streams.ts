import { setTimeout as sleep } from 'node:timers/promises';
import type { Front } from './front.ts';
import type { Asked } from './server.ts';

export interface StreamCounts {
  whole: number;
  /**
   * Streams that failed during a fault: refused before the first token, or broken off by an error or a closed
   * connection.
   */
  refused: number;
  broken: number;
}

/** Time after the end of a fault in which streams may still fail because of it. */
const SETTLING_MS = 2_000;
/** Timeout of a stream, during faults too. */
const LONGEST_MS = 300_000;

export interface StreamsForm {
  /** Number of concurrent streams, each with its own seed. */
  count: number;
  tokens: number;
  /** Milliseconds between two streams of a seed. */
  restMs: number;
}

/** Returns the tokens of each stream from an undisturbed server. */
export async function learnStreams(server: Asked, { count, tokens }: StreamsForm): Promise<number[][]> {
  const learned: number[][] = [];
  for (let seed = 0; seed < count; seed++) {
    const { text } = await server.ask('POST', '/chat/completions', bodyOf(seed, tokens));
    const { ids } = tokensOf(text);
    if (ids.length !== tokens) throw new Error(`a stream in calm has ${ids.length} tokens`);
    learned.push(ids);
  }
  return learned;
}

/**
 * Runs streams on a cluster, one after another for each seed. Their tokens must equal those of an undisturbed server.
 */
export class Streams {
  readonly counts: StreamCounts = { whole: 0, refused: 0, broken: 0 };
  /** Stream failures that no fault excuses. */
  readonly wrong: string[] = [];
  readonly #front: Front;
  readonly #form: StreamsForm;
  readonly #calm: readonly number[][];
  #going = true;
  #clients: Promise<void>[] = [];
  /** Time until which streams may break, in `performance.now()` milliseconds. */
  #excusedUntil = Number.POSITIVE_INFINITY;

  /** `calm`: expected tokens of each stream. */
  constructor(front: Front, form: StreamsForm, calm: readonly number[][]) {
    this.#front = front;
    this.#form = form;
    this.#calm = calm;
  }

  begin(): void {
    this.endExcuse();
    this.#clients = this.#calm.map((_, seed) => this.#client(seed));
  }

  async end(): Promise<void> {
    this.#going = false;
    await Promise.all(this.#clients);
  }

  /** From now on streams may break, but their tokens must not differ. */
  excuse(): void {
    this.#excusedUntil = Number.POSITIVE_INFINITY;
  }

  endExcuse(): void {
    this.#excusedUntil = performance.now() + SETTLING_MS;
  }

  async #client(seed: number): Promise<void> {
    while (this.#going) {
      const began = performance.now();
      const { text, error } = await this.#stream(seed);
      const { ids, fault } = tokensOf(text);
      const wrongAt = ids.findIndex((id, place) => id !== this.#calm[seed][place]);
      if (wrongAt >= 0) this.wrong.push(`stream ${seed}: token ${wrongAt} of ${ids.length} differs from the calm run`);
      else if (ids.length === this.#form.tokens && error === null && fault === null) this.counts.whole += 1;
      else
        this.#noteFailure(
          `stream ${seed}, after ${ids.length} tokens: ${error ?? fault ?? 'it ended'}`,
          ids.length,
          began,
        );
      await sleep(this.#form.restMs);
    }
  }

  #noteFailure(what: string, tokens: number, began: number): void {
    if (tokens > 0) this.counts.broken += 1;
    else this.counts.refused += 1;
    if (began > this.#excusedUntil) this.wrong.push(`${what}, without a fault`);
    if (performance.now() - began >= LONGEST_MS) this.wrong.push(`${what}, and did not end`);
  }

  async #stream(seed: number): Promise<{ text: string; error: string | null }> {
    let text = '';
    try {
      const response = await fetch(this.#front.address('/chat/completions'), {
        method: 'POST',
        headers: { ...this.#front.headers, 'content-type': 'application/json' },
        body: JSON.stringify(bodyOf(seed, this.#form.tokens)),
        signal: AbortSignal.timeout(LONGEST_MS),
      });
      const decoder = new TextDecoder();
      for await (const chunk of response.body!) text += decoder.decode(chunk, { stream: true });
      return { text, error: response.ok ? null : `${response.status}` };
    } catch (error) {
      return { text, error: (error as Error).message };
    }
  }
}

function bodyOf(seed: number, tokens: number): object {
  const messages = [{ role: 'user', content: `question ${seed}` }];
  const sampling = { seed, max_tokens: tokens, ignore_eos: true, temperature: 1 };
  return { model: 'toy', messages, ...sampling, stream: true, return_token_ids: true };
}

/** Returns the tokens of the complete events, and the error message of an event, if any. */
function tokensOf(text: string): { ids: number[]; fault: string | null } {
  const ids: number[] = [];
  let fault: string | null = null;
  for (const event of text.split('\n\n').slice(0, -1)) {
    if (!event.startsWith('data: {')) continue;
    const chunk = JSON.parse(event.slice('data: '.length));
    if (chunk.error) fault = chunk.error.message;
    else for (const { token_ids } of chunk.choices) ids.push(...(token_ids ?? []));
  }
  return { ids, fault };
}
