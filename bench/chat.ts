import { randomUUID } from 'node:crypto';
import { allocate, type DeviceBuffer } from '../src/compute/buffer.ts';
import type { Device } from '../src/compute/device.ts';
import { PAGE_TOKENS } from '../src/compute/ops/attention.ts';
import { allocateLayerCache, cachedHeadBytes, type LayerCache } from '../src/compute/ops/layer-cache.ts';
import { Recorder } from '../src/compute/recorder.ts';
import type { GeneratedToken, GenerateRequest } from '../src/inference/generate-request.ts';
import type { LoadedModel } from '../src/worker/process/loaded-model.ts';
import { type Backend, LlamaCpp } from './llama-cpp.ts';
import type { BenchModel } from './model.ts';
import { describe, median, type QuietSamples, quietSamples } from './quiet.ts';
import type { Row } from './report.ts';
import { leastSeconds, type Roofline } from './roofline.ts';
import { bytesRead } from './step-work.ts';

/** "What is the capital of France?" with the model's template, and transformers' greedy answer to it. */
const PROMPT = [
  1, 9690, 198, 2683, 359, 253, 5356, 5646, 11173, 3365, 3511, 308, 34519, 28, 7018, 411, 407, 19712, 8182, 2, 198, 1,
  4093, 198, 1780, 314, 260, 3575, 282, 4649, 47, 2, 198, 1, 520, 9531, 198,
];
const ANSWER = [504, 3575, 282, 4649, 314, 7042, 30, 2];

/** Returns the number of tokens that each stream decodes: fewer if many streams take long. */
const decodedBy = (streams: number): number => (streams > 4 ? 16 : 64);
const PREFILLED = 256;
const STREAMS = [1, 4, 16, 64];

/** Results of one engine. */
export interface ChatRates {
  rows: Row[];
  /** Median tokens/s, by row name. */
  medians: Map<string, number>;
}

/** Measures decode of 1 to 64 streams, and prefill, through the engine; checks the greedy answer first. */
export async function benchChat(
  { device }: BenchModel,
  model: LoadedModel,
  roofline: Roofline,
  samples: number,
): Promise<ChatRates> {
  await checkAnswer(model.engine.generate.bind(model.engine));
  const result: ChatRates = { rows: [], medians: new Map() };
  const add = (what: string, rates: QuietSamples<number>, limit: number) => {
    result.rows.push(rateRow(what, rates, limit));
    result.medians.set(what, median(rates));
  };
  for (const streams of STREAMS) {
    const work = workOf(model, streams, 1, PROMPT.length + decodedBy(streams) / 2);
    const rates = await quietSamples(samples, () => decodeRate(model, streams));
    add(decodeOf(streams), rates, streams / leastSeconds(roofline, work));
  }
  result.rows.push(...(await hostRows(device, model)));
  const chunk = model.engine.limits.maxStepTokens;
  const work = workOf(model, 1, chunk, PREFILLED / 2);
  add(PREFILL, await quietSamples(samples, () => prefillRate(model)), chunk / leastSeconds(roofline, work));
  device.check();
  return result;
}

/** Measures the host time for the dispatches of a step with one row: when recorded, and when replayed. */
export async function hostRows(device: Device, { decoder }: LoadedModel): Promise<Row[]> {
  const { heads, cacheType: type } = decoder;
  const made: DeviceBuffer[] = [];
  const words = async (count: number) => {
    const buffer = await allocate(device, 4 * count, 'step of one row');
    made.push(buffer);
    return buffer;
  };
  const cache: LayerCache[] = [];
  for (const _ of decoder.weights.layers) {
    const layer = await allocateLayerCache(device, { type, heads, tokens: PAGE_TOKENS });
    made.push(layer.k, layer.v);
    cache.push(layer);
  }
  const buffers = { rows: await words(4), tokens: await words(1), tables: await words(1), logitRows: await words(1) };
  const recorder = new Recorder(device);
  const times: number[] = [];
  for (let step = 0; step < 20; step++) {
    const started = performance.now();
    recorder.replay('step', () => {
      decoder.forward(recorder, {
        T: 1,
        B: 1,
        attendedKeys: 1,
        continuous: false,
        oneRowPerSequence: true,
        ...buffers,
        cache,
        adapters: undefined,
      });
    });
    recorder.submit();
    times.push(performance.now() - started);
    await device.waiter.after(0);
  }
  for (const { gpu } of made) gpu.destroy();
  const [recorded, ...others] = times;
  const replayed = others.toSorted((a, b) => a - b);
  const row = (what: string, figure: string) => ({ what, figure, unit: 'ms host time', roofline: '' });
  return [
    row('1-row step, recorded and submitted', recorded.toFixed(2)),
    row('1-row step, replayed', `${replayed[0].toFixed(2)} / ${replayed[9].toFixed(2)} / ${replayed[18].toFixed(2)}`),
  ];
}

/**
 * Measures llama.cpp, installed in `folder`, on the same file in the same run, and prints the ratios of `ours` to it.
 */
export async function benchLlamaCpp(
  folder: string,
  path: string,
  backend: Backend,
  ours: Record<string, Map<string, number>>,
  samples: number,
): Promise<Row[]> {
  await using llama = await LlamaCpp.start(folder, path, backend);
  const rows: Row[] = [];
  // Several streams take minutes with Vulkan and make llama.cpp no faster, so only the CPU build measures them.
  const streams = backend === 'cpu' ? STREAMS : [1];
  const tokens = backend === 'cpu' ? decodedBy : () => 16;
  const works = [
    ...streams.map((count) => ({ what: decodeOf(count), rate: () => llama.decode(count, tokens(count)) })),
    { what: PREFILL, rate: () => llama.prefill(PREFILLED) },
  ];
  for (const { what, rate } of works) {
    await rate();
    const rates = await quietSamples(samples, rate);
    const ratios = Object.entries(ours).flatMap(([name, medians]) => {
      const own = medians.get(what);
      return own === undefined ? [] : [`${name} is ${(own / median(rates)).toFixed(2)}x`];
    });
    rows.push({ what, figure: describe(rates), unit: 'tok/s', roofline: ratios.join(', ') });
  }
  return rows;
}

const PREFILL = `prefill, ${PREFILLED} tokens`;

/** Returns the row name for decode of this many streams. */
export function decodeOf(streams: number): string {
  return `decode, ${streams} stream${streams > 1 ? 's' : ''}`;
}

/** Returns a row with tokens/s, and their share of the limit. */
export function rateRow(what: string, rates: QuietSamples<number>, limit: number): Row {
  const share = `${((100 * median(rates)) / limit).toFixed(0)} % of ${limit.toFixed(0)}`;
  return { what, figure: describe(rates), unit: 'tok/s', roofline: share };
}

type Generate = LoadedModel['engine']['generate'];

/**
 * Checks the greedy answer after its first token, which is given: the logits of two other tokens are close, and int8
 * may prefer one of them.
 */
async function checkAnswer(generate: Generate): Promise<void> {
  const [first, ...rest] = ANSWER;
  const ids: number[] = [];
  await generate({ ...request([...PROMPT, first], rest.length), stopTokenIds: [2] }, ({ id }) => ids.push(id));
  if (ids.join() !== rest.join()) throw new Error(`greedy answer ${ids.join(' ')} is not ${rest.join(' ')}`);
}

/** Returns a request for greedy tokens after the prompt. */
export function request(promptIds: number[], maxTokens: number): GenerateRequest {
  return {
    model: '',
    adapter: null,
    promptIds: Uint32Array.from(promptIds),
    maxTokens,
    stopTokenIds: [],
    sampling: { temperature: 0, topK: 0, topP: 1, seed: 0n },
    topLogprobs: 0,
    // A fresh root disables prefix caching, so that a round does not depend on earlier ones.
    cacheRoot: randomUUID(),
    // The answers repeat themselves, which favours drafts; bench/speculation.ts measures drafts.
    speculation: false,
  };
}

/** Returns a request for greedy tokens after the known prompt. */
export function chatRequest(maxTokens: number): GenerateRequest {
  return request(PROMPT, maxTokens);
}

/**
 * Returns tokens/s of all streams together, from the last stream's first token on. All streams have the same request.
 * They share a cache root, since the measurement begins after their prefill.
 */
export async function decodeRate(
  { engine }: LoadedModel,
  streams: number,
  asked = request(PROMPT, decodedBy(streams)),
): Promise<number> {
  const firsts: number[] = [];
  let counted = 0;
  const onToken = (_: GeneratedToken, seen: { count: number }) => {
    seen.count += 1;
    if (seen.count === 1) firsts.push(performance.now());
    if (firsts.length === streams && seen.count > 1) counted += 1;
  };
  await Promise.all(
    Array.from({ length: streams }, () => {
      const seen = { count: 0 };
      return engine.generate(asked, (token) => onToken(token, seen));
    }),
  );
  return counted / ((performance.now() - Math.max(...firsts)) / 1000);
}

async function prefillRate({ engine }: LoadedModel): Promise<number> {
  const prompt = Array.from({ length: PREFILLED }, (_, i) => PROMPT[i % PROMPT.length]);
  const started = performance.now();
  await engine.generate(request(prompt, 1), () => {});
  return PREFILLED / ((performance.now() - started) / 1000);
}

/** Returns the most tokens/s that one stream could decode. */
export function decodeLimit(bench: BenchModel, roofline: Roofline): number {
  return 1 / leastSeconds(roofline, workOf(bench.model, 1, 1, PROMPT.length + decodedBy(1) / 2));
}

/**
 * Returns FLOPs, bytes and dispatches of one step of `streams` x `tokens` rows at a mean context, from the model's
 * shape. The dispatches are the fewest of any device class (test/inference/dispatch-count.test.ts).
 */
export function workOf(
  { decoder }: LoadedModel,
  streams: number,
  tokens: number,
  context: number,
): Recorder['pending'] {
  const { config, weights } = decoder;
  const { num_hidden_layers: L, num_attention_heads: H, num_key_value_heads: K, head_dim: E } = config;
  const head = config.vocab_size * config.hidden_size;
  const linear = weights.parameters - head * (config.tie_word_embeddings ? 1 : 2);
  const T = streams * tokens;
  return {
    flops: 2 * T * linear + 2 * streams * head + 4 * L * H * E * context * T,
    bytes: bytesRead(decoder) + 2 * cachedHeadBytes(decoder.cacheType, E) * L * K * context * streams,
    dispatches: L * 6 + 5,
  };
}
