import { Counter, Histogram, type Registry } from 'prom-client';
import {
  choiceBuckets,
  firstTokenBuckets,
  lengthBuckets,
  preemptionBuckets,
  requestBuckets,
  tokenBuckets,
} from './buckets.ts';
import { type EngineLabels, engineLabels, labelsOf } from './engine-labels.ts';
import { endReasons, type SequenceEnd, SequenceMeter } from './sequence-meter.ts';

/** vLLM's queue limits; the number of queued tokens is not limited here. */
const rejectionReasons = ['max_num_queued_reqs', 'max_num_queued_tokens'] as const;

interface PromptStart {
  /** Id of the base model. */
  model: string;
  promptTokens: number;
  maxTokens: number;
  /** Number of sequences that share the prompt. */
  n: number;
}

/** Counts and latencies of the sequences of chats and completions, under vLLM's names. */
export class RequestMetrics {
  readonly #ended: Counter<'model_name' | 'engine' | 'finished_reason'>;
  readonly #promptTokens: Counter<'model_name' | 'engine'>;
  readonly #cachedTokens: Counter<'model_name' | 'engine'>;
  readonly #generationTokens: Counter<'model_name' | 'engine'>;
  readonly #rejected: Counter<'model_name' | 'reason'>;
  readonly #histograms: ReturnType<typeof requestHistograms>;

  /** The series of `models` exist from the start; `longest` is the longest sequence of any model, in tokens. */
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
    this.#rejected = new Counter({
      name: 'vllm:admission_rejections_total',
      help: 'Number of requests rejected because of a limit of the queue, by limit.',
      labelNames: ['model_name', 'reason'],
      registers,
    });
    this.#histograms = requestHistograms(registry, longest);
    for (const model of models) this.#open(labelsOf(model));
  }

  #open(labels: EngineLabels): void {
    for (const counter of [this.#promptTokens, this.#cachedTokens, this.#generationTokens]) counter.inc(labels, 0);
    for (const finished_reason of endReasons) this.#ended.inc({ ...labels, finished_reason }, 0);
    for (const reason of rejectionReasons) this.#rejected.inc({ model_name: labels.model_name, reason }, 0);
    for (const histogram of Object.values(this.#histograms)) histogram.zero(labels);
  }

  /** Counts a request whose sequences did not begin because their adapter could not be read. */
  unread(model: string): void {
    this.#ended.inc({ ...labelsOf(model), finished_reason: 'error' });
  }

  /** Counts a request refused because the queue is full. */
  rejected(model: string): void {
    this.#rejected.inc({ model_name: model, reason: 'max_num_queued_reqs' });
  }

  /** Returns a meter for each of the `n` sequences of a prompt that begin now. */
  begin(start: PromptStart): SequenceMeter[] {
    const { longest } = this.#histograms;
    const answers = new LongestAnswer(start.n, (tokens) => longest.observe(labelsOf(start.model), tokens));
    return Array.from({ length: start.n }, (_, i) => this.#meter(start, answers, i === 0));
  }

  /** Returns the meter of one sequence; the `first` of a request also records the request's n. */
  #meter(start: PromptStart, answers: LongestAnswer, first: boolean): SequenceMeter {
    const labels = labelsOf(start.model);
    const { firstToken, interToken, olderInterToken, most, choices } = this.#histograms;
    return new SequenceMeter({
      begun: () => {
        most.observe(labels, start.maxTokens);
        if (first) choices.observe(labels, start.n);
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
      end: (reason, end) => {
        this.#ended.inc({ ...labels, finished_reason: reason });
        if (reason === 'abort' || reason === 'error') return;
        this.#finished(start, end);
        answers.add(end.tokens);
      },
    });
  }

  #finished({ model, promptTokens }: PromptStart, end: SequenceEnd): void {
    const { seconds, decodeSeconds, tokens, prompt, preemptions } = end;
    const labels = labelsOf(model);
    const { whole, decode, perToken, queue, prefill, inference, generation, prompt: prompts } = this.#histograms;
    whole.observe(labels, seconds);
    decode.observe(labels, decodeSeconds);
    prompts.observe(labels, promptTokens);
    generation.observe(labels, tokens);
    this.#histograms.preemptions.observe(labels, preemptions);
    if (decodeSeconds > 0) perToken.observe(labels, decodeSeconds / (tokens - 1));
    if (prompt === null) return;
    queue.observe(labels, prompt.queued);
    prefill.observe(labels, prompt.prefill);
    inference.observe(labels, prompt.prefill + decodeSeconds);
  }
}

/** Reports the length of the longest answer to a prompt, once all have finished; never, if one fails. */
class LongestAnswer {
  readonly #report: (tokens: number) => void;
  #open: number;
  #longest = 0;

  constructor(answers: number, report: (tokens: number) => void) {
    this.#open = answers;
    this.#report = report;
  }

  /** Records a finished answer. */
  add(tokens: number): void {
    this.#open -= 1;
    this.#longest = Math.max(this.#longest, tokens);
    if (this.#open === 0) this.#report(this.#longest);
  }
}

/** Returns histograms of lengths and latencies; `longest` is the longest sequence of any model, in tokens. */
function requestHistograms(registry: Registry, longest: number) {
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
    queue: histogram('request_queue_time_seconds', requestBuckets, 'Time that a sequence waited, in seconds.'),
    prefill: histogram(
      'request_prefill_time_seconds',
      requestBuckets,
      'Time from the admission of a sequence to its first token, in seconds.',
    ),
    whole: histogram('e2e_request_latency_seconds', requestBuckets, 'End to end latency of a sequence in seconds.'),
    decode: histogram(
      'request_decode_time_seconds',
      requestBuckets,
      'Time from the first token to the last, in seconds.',
    ),
    inference: histogram(
      'request_inference_time_seconds',
      requestBuckets,
      'Time from the admission of a sequence to its last token, in seconds.',
    ),
    preemptions: histogram('request_num_preemptions', preemptionBuckets, 'Times that a sequence was preempted.'),
    prompt: histogram('request_prompt_tokens', lengths, 'Number of prefill tokens of a sequence.'),
    generation: histogram('request_generation_tokens', lengths, 'Number of generation tokens of a sequence.'),
    longest: histogram(
      'request_max_num_generation_tokens',
      lengths,
      'Number of generation tokens of the longest of the n sequences of a request.',
    ),
    most: histogram('request_params_max_tokens', lengths, 'Maximum number of tokens to generate for a sequence.'),
    choices: histogram('request_params_n', choiceBuckets, 'Parameter n of a request.'),
  };
}
