import { Counter, Histogram, type Registry } from 'prom-client';
import type { Finish } from '../../inference/chat/choice-stream.ts';
import { choiceBuckets, firstTokenBuckets, lengthBuckets, requestBuckets, tokenBuckets } from './buckets.ts';

/** How a sequence ended, as vLLM names it. `abort` is a client that went away. */
const reasons = ['stop', 'length', 'abort', 'error', 'repetition'] as const;
export type EndReason = (typeof reasons)[number];

/** What vLLM's metrics carry: the base model, and the number of the engine, of which there is one a model. */
export const engineLabels = ['model_name', 'engine'] as const;
type Labels = Record<(typeof engineLabels)[number], string>;

export function labelsOf(model: string): Labels {
  return { model_name: model, engine: '0' };
}

export interface SequenceStart {
  /** Id of the base model. */
  model: string;
  promptTokens: number;
  maxTokens: number;
  /** Of its request; null where another sequence tells it. */
  n: number | null;
}

/** Counts and times of the sequences that chats and completions run, under vLLM's names. */
export class RequestMetrics {
  readonly #ended: Counter<'model_name' | 'engine' | 'finished_reason'>;
  readonly #promptTokens: Counter<'model_name' | 'engine'>;
  readonly #cachedTokens: Counter<'model_name' | 'engine'>;
  readonly #generationTokens: Counter<'model_name' | 'engine'>;
  readonly #histograms: ReturnType<typeof makeHistograms>;

  /** The series of `models` are there from the start; `longest` is the longest sequence of any, in tokens. */
  constructor(registry: Registry, models: readonly string[], longest: number) {
    const registers = [registry];
    const labelNames = [...engineLabels];
    const counter = (name: string, help: string) => new Counter({ name, help, labelNames, registers });
    this.#promptTokens = counter('vllm:prompt_tokens_total', 'Number of prefill tokens processed.');
    this.#cachedTokens = counter('vllm:prompt_tokens_cached_total', 'Number of prompt tokens taken from the cache.');
    this.#generationTokens = counter('vllm:generation_tokens_total', 'Number of generation tokens processed.');
    this.#ended = new Counter({
      name: 'vllm:request_success_total',
      help: 'Count of processed sequences, by how they ended.',
      labelNames: [...labelNames, 'finished_reason'],
      registers,
    });
    this.#histograms = makeHistograms(registry, longest);
    for (const model of models) this.#open(labelsOf(model));
  }

  #open(labels: Labels): void {
    for (const counter of [this.#promptTokens, this.#cachedTokens, this.#generationTokens]) counter.inc(labels, 0);
    for (const finished_reason of reasons) this.#ended.inc({ ...labels, finished_reason }, 0);
    for (const histogram of Object.values(this.#histograms)) histogram.zero(labels);
  }

  /** To be told of a request whose sequences have not begun, as their adapter cannot be read. */
  unread(model: string): void {
    this.#ended.inc({ ...labelsOf(model), finished_reason: 'error' });
  }

  /** To be told of one sequence from now to its end. */
  begin(start: SequenceStart): SequenceMeter {
    const labels = labelsOf(start.model);
    const { firstToken, interToken, olderInterToken, perToken, whole, decode, prompt, generation } = this.#histograms;
    return new SequenceMeter({
      begun: () => {
        this.#histograms.most.observe(labels, start.maxTokens);
        if (start.n !== null) this.#histograms.choices.observe(labels, start.n);
      },
      first: (seconds, cachedTokens) => {
        firstToken.observe(labels, seconds);
        this.#promptTokens.inc(labels, start.promptTokens);
        this.#cachedTokens.inc(labels, cachedTokens);
      },
      next: (seconds) => {
        interToken.observe(labels, seconds);
        olderInterToken.observe(labels, seconds);
      },
      token: () => this.#generationTokens.inc(labels),
      end: (reason, { seconds, decodeSeconds, tokens }) => {
        this.#ended.inc({ ...labels, finished_reason: reason });
        if (reason === 'abort' || reason === 'error') return;
        whole.observe(labels, seconds);
        decode.observe(labels, decodeSeconds);
        prompt.observe(labels, start.promptTokens);
        generation.observe(labels, tokens);
        if (decodeSeconds > 0) perToken.observe(labels, decodeSeconds / (tokens - 1));
      },
    });
  }
}

interface MeterEvents {
  /** Before all others, and not where the sequence is dropped. */
  begun(): void;
  first(seconds: number, cachedTokens: number): void;
  next(seconds: number): void;
  token(): void;
  end(reason: EndReason, times: { seconds: number; decodeSeconds: number; tokens: number }): void;
}

/** Follows one sequence. Only the first end counts. */
export class SequenceMeter {
  readonly #events: MeterEvents;
  readonly #begun = performance.now();
  #first: number | null = null;
  #last = this.#begun;
  #tokens = 0;
  #ended = false;

  constructor(events: MeterEvents) {
    this.#events = events;
  }

  /** A token has come; `cachedTokens` of the prompt were in the cache. */
  token(cachedTokens: number): void {
    const now = performance.now();
    if (this.#first === null) {
      this.#first = now;
      this.#events.begun();
      this.#events.first((now - this.#begun) / 1000, cachedTokens);
    } else {
      this.#events.next((now - this.#last) / 1000);
    }
    this.#last = now;
    this.#tokens += 1;
    this.#events.token();
  }

  /** All its tokens have come at once, as a search gives them: there is no time between them. */
  found(tokens: number, cachedTokens: number): void {
    if (tokens === 0) return;
    this.token(cachedTokens);
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
    this.#events.end(reason, { seconds, decodeSeconds, tokens: this.#tokens });
  }
}

function makeHistograms(registry: Registry, longest: number) {
  const histogram = (name: string, buckets: number[], help: string) => {
    return new Histogram({ name: `vllm:${name}`, help, buckets, labelNames: [...engineLabels], registers: [registry] });
  };
  const lengths = lengthBuckets(longest);
  return {
    firstToken: histogram('time_to_first_token_seconds', firstTokenBuckets, 'Time to first token in seconds.'),
    interToken: histogram('inter_token_latency_seconds', tokenBuckets, 'Inter-token latency in seconds.'),
    olderInterToken: histogram(
      'time_per_output_token_seconds',
      tokenBuckets,
      'Older name of vllm:inter_token_latency_seconds.',
    ),
    perToken: histogram(
      'request_time_per_output_token_seconds',
      tokenBuckets,
      'Mean time per output token of a sequence, in seconds.',
    ),
    whole: histogram('e2e_request_latency_seconds', requestBuckets, 'End to end latency of a sequence in seconds.'),
    decode: histogram('request_decode_time_seconds', requestBuckets, 'From the first token to the last, in seconds.'),
    prompt: histogram('request_prompt_tokens', lengths, 'Number of prefill tokens of a sequence.'),
    generation: histogram('request_generation_tokens', lengths, 'Number of generation tokens of a sequence.'),
    most: histogram('request_params_max_tokens', lengths, 'The most tokens that a sequence may have.'),
    choices: histogram('request_params_n', choiceBuckets, 'The n of a request.'),
  };
}
