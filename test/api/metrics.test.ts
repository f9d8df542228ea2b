import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Exposition, parseExposition } from './exposition.ts';
import { startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

const model = { model_name: 'toy', engine: '0' };
const greedy = { model: 'toy', temperature: 0, ignore_eos: true };

async function scrape(): Promise<Exposition> {
  const answer = await fetch(new URL('/metrics', server.baseUrl), {
    headers: { authorization: `Bearer ${server.key}` },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  return parseExposition(await answer.text());
}

/** Returns a function that tells by how much a series grew during `work`. */
async function growth(work: () => Promise<unknown>) {
  const before = await scrape();
  await work();
  const after = await scrape();
  return (name: string, labels: Record<string, string> = model) => {
    // A series of HTTP requests exists only after its first request.
    const begun = before.value(name, labels);
    return after.value(name, labels) - (name.startsWith('http_') && Number.isNaN(begun) ? 0 : begun);
  };
}

describe('/metrics', () => {
  test('has the series that vLLM’s dashboards read before any request', async () => {
    const { types, value } = await scrape();
    const wanted = {
      'vllm:num_requests_running': 'gauge',
      'vllm:num_requests_waiting': 'gauge',
      'vllm:kv_cache_usage_perc': 'gauge',
      'vllm:gpu_cache_usage_perc': 'gauge',
      'vllm:prefix_cache_queries_total': 'counter',
      'vllm:prefix_cache_hits_total': 'counter',
      'vllm:num_preemptions_total': 'counter',
      'vllm:spec_decode_num_drafts_total': 'counter',
      'vllm:spec_decode_num_draft_tokens_total': 'counter',
      'vllm:spec_decode_num_accepted_tokens_total': 'counter',
      'vllm:prompt_tokens_total': 'counter',
      'vllm:generation_tokens_total': 'counter',
      'vllm:request_success_total': 'counter',
      'vllm:time_to_first_token_seconds': 'histogram',
      'vllm:inter_token_latency_seconds': 'histogram',
      'vllm:time_per_output_token_seconds': 'histogram',
      'vllm:e2e_request_latency_seconds': 'histogram',
      'vllm:request_prompt_tokens': 'histogram',
      'vllm:request_generation_tokens': 'histogram',
      'vllm:request_decode_time_seconds': 'histogram',
      'vllm:request_queue_time_seconds': 'histogram',
      'vllm:request_prefill_time_seconds': 'histogram',
      'vllm:request_inference_time_seconds': 'histogram',
      'vllm:request_num_preemptions': 'histogram',
      'vllm:request_max_num_generation_tokens': 'histogram',
      'vllm:iteration_tokens_total': 'histogram',
    };
    expect(Object.fromEntries(types)).toMatchObject(wanted);
    for (const [name, type] of Object.entries(wanted)) {
      const labels = name === 'vllm:request_success_total' ? { ...model, finished_reason: 'stop' } : model;
      expect(value(type === 'histogram' ? `${name}_count` : name, labels), name).toBeGreaterThanOrEqual(0);
    }
    expect(types.get('vllm:num_requests_waiting_by_reason')).toBe('gauge');
    expect(types.get('vllm:admission_rejections_total')).toBe('counter');
    for (const reason of ['capacity', 'deferred']) {
      expect(value('vllm:num_requests_waiting_by_reason', { ...model, reason })).toBe(0);
    }
    for (const reason of ['max_num_queued_reqs', 'max_num_queued_tokens']) {
      expect(value('vllm:admission_rejections_total', { model_name: 'toy', reason })).toBe(0);
    }
    expect(value('daybreak_model_info', { model_name: 'toy', precision: 'f32' })).toBe(1);
    expect(value('daybreak_info', { version: '0.0.0-test' })).toBe(1);
    expect(value('daybreak_compute_up', {})).toBe(1);
    expect(value('process_cpu_seconds_total', {})).toBeGreaterThan(0);
  });

  test('counts tokens, finish reasons and times per sequence', async () => {
    let promptTokens = 0;
    const grew = await growth(async () => {
      const { body } = await server.call('POST', '/completions', { ...greedy, prompt: 'yes or no?', max_tokens: 5 });
      promptTokens = body.usage.prompt_tokens;
      await server.call('POST', '/chat/completions', {
        ...greedy,
        temperature: 1,
        messages: [{ role: 'user', content: 'no?' }],
        max_tokens: 3,
        n: 2,
      });
    });
    expect(grew('vllm:generation_tokens_total')).toBe(5 + 2 * 3);
    expect(grew('vllm:prompt_tokens_total')).toBeGreaterThan(promptTokens);
    expect(grew('vllm:request_success_total', { ...model, finished_reason: 'length' })).toBe(3);
    expect(grew('vllm:request_success_total', { ...model, finished_reason: 'stop' })).toBe(0);
    const times = ['request_queue_time_seconds', 'request_prefill_time_seconds', 'time_to_first_token_seconds'];
    const both = ['request_inference_time_seconds', 'request_num_preemptions'];
    for (const name of ['e2e_request_latency_seconds', 'request_generation_tokens', ...both, ...times]) {
      expect([name, grew(`vllm:${name}_count`)]).toEqual([name, 3]);
    }
    const [queued, prefill, whole] = times.map((name) => grew(`vllm:${name}_sum`));
    expect(Math.min(queued, prefill)).toBeGreaterThan(0);
    // The engine's times are part of the time that the HTTP process measures.
    expect(queued + prefill).toBeLessThanOrEqual(whole);
    // From the admission to the last token.
    const running = grew('vllm:request_prefill_time_seconds_sum') + grew('vllm:request_decode_time_seconds_sum');
    expect(grew('vllm:request_inference_time_seconds_sum')).toBeCloseTo(running, 6);
    expect(grew('vllm:request_num_preemptions_sum')).toBe(0);
    expect(grew('vllm:request_generation_tokens_sum')).toBe(11);
    expect(grew('vllm:inter_token_latency_seconds_count')).toBe(4 + 2 * 2);
    expect(grew('vllm:request_params_n_sum')).toBe(3);
    expect(grew('vllm:request_params_max_tokens_sum')).toBe(11);
    expect(grew('vllm:e2e_request_latency_seconds_sum')).toBeGreaterThan(0);
    expect(grew('daybreak_engine_steps_total', model)).toBeGreaterThanOrEqual(5);
    const completions = { handler: '/v1/completions', method: 'POST' };
    expect(grew('http_requests_total', { ...completions, status: '2xx' })).toBe(1);
    expect(grew('http_request_duration_seconds_count', completions)).toBe(1);
  });

  test('records the length of the longest answer to each prompt', async () => {
    const { value } = await scrape();
    expect(value('vllm:request_max_num_generation_tokens_bucket', { ...model, le: '500' })).not.toBeNaN();
    let lengths: number[] = [];
    const grew = await growth(async () => {
      const { body } = await server.call('POST', '/completions', {
        ...greedy,
        temperature: 2,
        seed: 1,
        prompt: ['on', 'and on'],
        max_tokens: 12,
        stop_token_ids: Array.from({ length: 40 }, (_, id) => id),
        n: 4,
      });
      lengths = body.choices.map(({ token_ids }: { token_ids: number[] }) => token_ids.length);
    });
    const longest = [lengths.slice(0, 4), lengths.slice(4)].map((each) => Math.max(...each));
    expect(new Set(lengths.slice(0, 4)).size).toBeGreaterThan(1);
    expect(grew('vllm:request_max_num_generation_tokens_count')).toBe(2);
    expect(grew('vllm:request_max_num_generation_tokens_sum')).toBe(longest[0] + longest[1]);
  });

  test('counts prompt tokens, cached or not, and sampled tokens per engine step', async () => {
    const prompt = Array.from({ length: 11 }, (_, i) => 90 + i);
    for (const cached of [0, 10]) {
      const asked = { ...greedy, prompt, max_tokens: 5, speculation: false };
      const grew = await growth(() => server.call('POST', '/completions', asked));
      expect(grew('vllm:prompt_tokens_cached_total')).toBe(cached);
      const atMost = (le: string) => grew('vllm:iteration_tokens_total_bucket', { ...model, le });
      // One step for the prompt and the first token, then one token per step.
      expect(['1', '8', '16', '16384', '+Inf'].map(atMost)).toEqual([4, 4, 5, 5, 5]);
      expect(grew('vllm:iteration_tokens_total_count')).toBe(5);
      expect(grew('vllm:iteration_tokens_total_sum')).toBe(11 + 5);
    }
    // Chunks of a long prompt count with its first token, and each of n sequences counts like a single one.
    const long = Array.from({ length: 300 }, (_, i) => 20 + (i % 97));
    const grew = await growth(async () => {
      const asked = { ...greedy, temperature: 1, prompt: [long, prompt], n: 3, max_tokens: 7 };
      await server.call('POST', '/completions', asked);
    });
    expect(grew('vllm:iteration_tokens_total_sum')).toBe(
      grew('vllm:prompt_tokens_total') + grew('vllm:generation_tokens_total'),
    );
  });

  test('reports the KV cache configuration and the LoRA slots', async () => {
    const { types, value } = await scrape();
    expect([types.get('vllm:cache_config_info'), types.get('vllm:lora_requests_info')]).toEqual(['gauge', 'gauge']);
    const [{ stats }] = await server.compute.stats(60_000);
    const cache = {
      block_size: '16',
      num_gpu_blocks: String(stats.pages),
      kv_cache_size_tokens: String(16 * stats.pages),
      // Sequences of 512 tokens, as Python writes a float.
      kv_cache_max_concurrency: (stats.pages / 32).toFixed(6).replace(/0+$/, '').replace(/\.$/, '.0'),
      cache_dtype: 'float32',
      enable_prefix_caching: 'True',
      prefix_caching_hash_algo: 'sha256',
    };
    expect(value('vllm:cache_config_info', { ...model, ...cache })).toBe(1);
    const none = { running_lora_adapters: '', waiting_lora_adapters: '' };
    const now = value('vllm:lora_requests_info', { ...model, max_lora: String(stats.adapterSlots), ...none });
    expect(now).toBeGreaterThan(Date.now() / 1000 - 600);
  });

  test('counts the answers of a beam search, without inter-token latencies', async () => {
    const grew = await growth(async () => {
      const { status } = await server.call('POST', '/completions', {
        model: 'toy',
        prompt: 'no?',
        ignore_eos: true,
        max_tokens: 3,
        use_beam_search: true,
        n: 2,
      });
      expect(status).toBe(200);
    });
    expect(grew('vllm:generation_tokens_total')).toBe(6);
    expect(grew('vllm:request_success_total', { ...model, finished_reason: 'length' })).toBe(2);
    expect(grew('vllm:inter_token_latency_seconds_count')).toBe(0);
  });

  test('distinguishes the finish reasons stop and length, and cached from uncached prompt tokens', async () => {
    const prompt = Array.from({ length: 64 }, (_, i) => 40 + (i % 50));
    const ask = () => server.call('POST', '/completions', { ...greedy, prompt, max_tokens: 4 });
    const [{ body }] = [await ask()];
    const second = body.choices[0].token_ids[1];
    const grew = await growth(async () => {
      await ask();
      const { body: stopped } = await server.call('POST', '/completions', {
        ...greedy,
        prompt,
        max_tokens: 4,
        stop_token_ids: [second],
      });
      expect(stopped.choices[0].finish_reason).toBe('stop');
    });
    expect(grew('vllm:request_success_total', { ...model, finished_reason: 'stop' })).toBe(1);
    expect(grew('vllm:request_success_total', { ...model, finished_reason: 'length' })).toBe(1);
    // All tokens but the last are found.
    expect(grew('vllm:prefix_cache_queries_total')).toBe(2 * 64);
    expect(grew('vllm:prefix_cache_hits_total')).toBe(2 * 63);
    expect(grew('vllm:prompt_tokens_cached_total')).toBe(2 * 63);
    expect(grew('vllm:prompt_tokens_total')).toBe(2 * 64);
  });

  test('does not count a refused grammar as a request that ended with an error', async () => {
    const grew = await growth(async () => {
      const structured_outputs = { regex: '(a[' };
      const { status } = await server.call('POST', '/completions', { ...greedy, prompt: 'x', structured_outputs });
      expect(status).toBe(400);
    });
    expect(grew('vllm:request_success_total', { ...model, finished_reason: 'error' })).toBe(0);
  });

  test('shows running requests and KV cache use, which return to 0 after the client disconnects', async () => {
    const choices = 16;
    const endless = {
      prompt: 'on and on',
      max_tokens: 480,
      ignore_eos: true,
      temperature: 1,
      n: choices,
      stream: true,
    };
    const running = ({ value }: Exposition) => value('vllm:num_requests_running', model);
    const aborted = ({ value }: Exposition) =>
      value('vllm:request_success_total', { ...model, finished_reason: 'abort' });
    const counted = ({ value }: Exposition) =>
      ['request_queue_time_seconds', 'request_max_num_generation_tokens'].map((name) =>
        value(`vllm:${name}_count`, model),
      );

    /** Aborts a request once it is seen running, or has ended: on a busy machine it may end before a scrape. */
    const abortedRequest = async () => {
      const before = await scrape();
      const client = new AbortController();
      const stream = await fetch(`${server.baseUrl}/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...greedy, ...endless }),
        signal: client.signal,
      });
      // A client that does not read is disconnected.
      const read = stream.body!.pipeTo(new WritableStream()).catch((error) => error);
      let ended = false;
      read.then(() => {
        ended = true;
      });
      let during = await scrape();
      while (!ended && running(during) < choices) during = await scrape();
      client.abort();
      await read;
      await expect.poll(async () => running(await scrape())).toBe(0);
      return { before, during, after: await scrape() };
    };

    let one = await abortedRequest();
    const isSeen = () => running(one.during) === choices && aborted(one.after) - aborted(one.before) === choices;
    for (let tries = 1; tries < 20 && !isSeen(); tries++) one = await abortedRequest();
    const { before, during, after } = one;
    expect([running(during), aborted(after) - aborted(before)]).toEqual([choices, choices]);
    expect(during.value('vllm:kv_cache_usage_perc', model)).toBeGreaterThan(0);
    expect(during.value('vllm:kv_cache_usage_perc', model)).toBeLessThanOrEqual(1);
    expect(after.value('vllm:kv_cache_usage_perc', model)).toBe(0);
    expect(counted(after)).toEqual(counted(before));
  });

  test('counts jobs by status, and requests to unknown paths under one handler name', async () => {
    const grew = await growth(async () => {
      for (const path of ['/nowhere', '/no/where/else']) {
        expect((await server.call('GET', path)).status).toBe(404);
      }
      expect((await server.call('POST', '/completions', { prompt: 1 })).status).toBe(400);
      const { body } = await server.call('POST', '/preview/models', { base_model: 'toy', project: 'p', name: 'agent' });
      const messages = [
        { role: 'user', content: 'red' },
        { role: 'assistant', content: 'yes' },
      ];
      const groups = [0, 1].map((reward) => ({
        trajectories: [0, 1].map((more) => ({ messages_and_choices: messages, reward: reward + more })),
      }));
      const job = await server.call('POST', '/preview/training-jobs', { model_id: body.id, trajectory_groups: groups });
      const ended = async () => (await server.call('GET', `/preview/training-jobs/${job.body.id}`)).body.status;
      await expect.poll(ended).toMatch(/succeeded|failed/);
    });
    expect(grew('http_requests_total', { handler: 'none', method: 'GET', status: '4xx' })).toBe(2);
    expect(grew('http_requests_total', { handler: '/v1/completions', method: 'POST', status: '4xx' })).toBe(1);
    const jobs = (status: string) => grew('daybreak_jobs', { status });
    expect(['queued', 'running', 'cancelled'].map(jobs)).toEqual([0, 0, 0]);
    expect(jobs('succeeded') + jobs('failed')).toBe(1);
  });
});
