import { Histogram, type Registry } from 'prom-client';
import {
  choiceBuckets,
  firstTokenBuckets,
  lengthBuckets,
  preemptionBuckets,
  requestBuckets,
  tokenBuckets,
} from './buckets.ts';
import { engineLabels } from './engine-labels.ts';

/** Lengths and times of requests and their sequences; `longest` is the longest sequence of any model, in tokens. */
export function requestHistograms(registry: Registry, longest: number) {
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
      'From the admission of a sequence to its first token, in seconds.',
    ),
    whole: histogram('e2e_request_latency_seconds', requestBuckets, 'End to end latency of a sequence in seconds.'),
    decode: histogram('request_decode_time_seconds', requestBuckets, 'From the first token to the last, in seconds.'),
    inference: histogram(
      'request_inference_time_seconds',
      requestBuckets,
      'From the admission of a sequence to its last token, in seconds.',
    ),
    preemptions: histogram('request_num_preemptions', preemptionBuckets, 'Times that a sequence was preempted.'),
    prompt: histogram('request_prompt_tokens', lengths, 'Number of prefill tokens of a sequence.'),
    generation: histogram('request_generation_tokens', lengths, 'Number of generation tokens of a sequence.'),
    longest: histogram(
      'request_max_num_generation_tokens',
      lengths,
      'Number of generation tokens of the longest of the n sequences of a request.',
    ),
    most: histogram('request_params_max_tokens', lengths, 'The most tokens that a sequence may have.'),
    choices: histogram('request_params_n', choiceBuckets, 'The n of a request.'),
  };
}
