import type { Finish } from '../../inference/chat/choice-stream.ts';
import type { PromptReport, PromptTimes } from '../../inference/generate-request.ts';

/** How a sequence ended, as vLLM names it. `abort` is a client that went away. */
export const endReasons = ['stop', 'length', 'abort', 'error', 'repetition'] as const;
type EndReason = (typeof endReasons)[number];

/** What is known of a sequence at its end. */
export interface SequenceEnd {
  seconds: number;
  decodeSeconds: number;
  tokens: number;
  preemptions: number;
  /** Null where its prompt has not gone through the model. */
  prompt: PromptTimes | null;
}

interface MeterEvents {
  /** Before all others, and not where the sequence is dropped. */
  begun(): void;
  first(seconds: number, cachedTokens: number): void;
  next(seconds: number): void;
  token(): void;
  end(reason: EndReason, end: SequenceEnd): void;
}

/** Follows one sequence. Only the first end counts. */
export class SequenceMeter {
  readonly #events: MeterEvents;
  readonly #begun = performance.now();
  #first: number | null = null;
  #last = this.#begun;
  #tokens = 0;
  #preemptions = 0;
  #prompt: PromptReport | null = null;
  #ended = false;

  constructor(events: MeterEvents) {
    this.#events = events;
  }

  /** What is known of its prompt, before its first token or its end. */
  prompt(report: PromptReport | null): void {
    this.#prompt = report;
  }

  /** A token has come; its sequence was preempted so many times so far. */
  token(preemptions = 0): void {
    const now = performance.now();
    if (this.#first === null) {
      this.#first = now;
      this.#events.begun();
      this.#events.first((now - this.#begun) / 1000, this.#prompt?.cachedTokens ?? 0);
    } else {
      this.#events.next((now - this.#last) / 1000);
    }
    this.#last = now;
    this.#tokens += 1;
    this.#preemptions = preemptions;
    this.#events.token();
  }

  /** All its tokens have come at once, as a search gives them: there is no time between them. */
  found(tokens: number): void {
    if (tokens === 0) return;
    this.token();
    for (; this.#tokens < tokens; this.#tokens += 1) this.#events.token();
  }

  finish({ reason, stopReason }: Finish): void {
    if (reason === 'length') this.end('length');
    else this.end(stopReason === 'repetition_detected' ? 'repetition' : 'stop');
  }

  /** It has not begun: it is not counted. One with a token is. */
  drop(): void {
    this.#ended ||= this.#first === null;
  }

  end(reason: EndReason): void {
    if (this.#ended) return;
    this.#ended = true;
    if (this.#first === null) this.#events.begun();
    const seconds = (performance.now() - this.#begun) / 1000;
    const decodeSeconds = (this.#last - (this.#first ?? this.#last)) / 1000;
    const prompt = this.#prompt?.times ?? null;
    const [tokens, preemptions] = [this.#tokens, this.#preemptions];
    this.#events.end(reason, { seconds, decodeSeconds, tokens, preemptions, prompt });
  }
}
