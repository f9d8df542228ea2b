import type { Finish } from '../../inference/chat/choice-stream.ts';
import type { PromptReport, PromptTimes } from '../../inference/generate-request.ts';

/** Reasons for a sequence's end, under vLLM's names. `abort` means that the client disconnected. */
export const endReasons = ['stop', 'length', 'abort', 'error', 'repetition'] as const;
type EndReason = (typeof endReasons)[number];

/** Statistics of a finished sequence. */
export interface SequenceEnd {
  seconds: number;
  decodeSeconds: number;
  tokens: number;
  preemptions: number;
  /** Null until the prompt has been prefilled. */
  prompt: PromptTimes | null;
}

interface MeterEvents {
  /** Called before all other events, unless the sequence is dropped. */
  begun(): void;
  first(seconds: number, cachedTokens: number): void;
  next(seconds: number): void;
  token(): void;
  end(reason: EndReason, end: SequenceEnd): void;
}

/** Measures one sequence. Only the first end counts. */
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

  /** Sets the statistics of the prompt; call it before the first token or the end. */
  prompt(report: PromptReport | null): void {
    this.#prompt = report;
  }

  /** Records a token; `preemptions` counts the sequence's preemptions so far. */
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

  /** Records all tokens at once, as a beam search returns them, without time between them. */
  found(tokens: number): void {
    if (tokens === 0) return;
    this.token();
    for (; this.#tokens < tokens; this.#tokens += 1) this.#events.token();
  }

  finish({ reason, stopReason }: Finish): void {
    if (reason === 'length') this.end('length');
    else this.end(stopReason === 'repetition_detected' ? 'repetition' : 'stop');
  }

  /** Ends a sequence without counting it; no effect if it has a token. */
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
