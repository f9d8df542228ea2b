import { setTimeout as sleep } from 'node:timers/promises';
import type { Front } from './front.ts';
import type { Asked } from './server.ts';

export interface StreamCounts {
  whole: number;
  /** Refused before the first token, or broken off with an error or with the connection, while something was wrong. */
  refused: number;
  broken: number;
}

/** What begins, or goes on, so soon after all was mended may still end for it. */
const SETTLING_MS = 2_000;
/** No stream goes on, or waits, for so long, whatever goes wrong. */
const LONGEST_MS = 300_000;

export interface StreamsForm {
  /** Streams at a time, each with a seed of its own. */
  count: number;
  tokens: number;
  /** Milliseconds between two of a seed. */
  restMs: number;
}

/** The tokens of each stream, as a server answers that nothing disturbs. */
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

/** Streams of a cluster, one after the other for each seed, whose tokens are those that one server gives in calm. */
export class Streams {
  readonly counts: StreamCounts = { whole: 0, refused: 0, broken: 0 };
  /** What was wrong with a stream, for which there is no excuse. */
  readonly wrong: string[] = [];
  readonly #front: Front;
  readonly #form: StreamsForm;
  readonly #calm: readonly number[][];
  #going = true;
  #clients: Promise<void>[] = [];
  /** Until when a stream may break, by the monotonic clock. */
  #excusedUntil = Number.POSITIVE_INFINITY;

  /** `calm`: the tokens of each. */
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

  /** From now on streams may break, and none may have other tokens. */
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
      if (wrongAt >= 0) this.wrong.push(`stream ${seed}: token ${wrongAt} of ${ids.length} is another than in calm`);
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
    if (began > this.#excusedUntil) this.wrong.push(`${what}, while nothing was wrong`);
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

/** The tokens of the events that have come whole, and what an event told of an error. */
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
