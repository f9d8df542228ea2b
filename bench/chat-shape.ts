import type { GenerateRequest } from '../src/inference/generate-request.ts';
import type { Precision } from '../src/model/model-files.ts';
import { type LoadedModel, loadModel } from '../src/worker/process/loaded-model.ts';
import { decodeOf, decodeRate, hostRows, rateRow, request, workOf } from './chat.ts';
import type { BenchModel } from './model.ts';
import { quietSamples } from './quiet.ts';
import type { Row } from './report.ts';
import { leastSeconds, type Roofline } from './roofline.ts';
import { type ShapedConfig, shapedModel } from './shaped-model.ts';
import type { Table } from './train.ts';

/** Model, precision and lengths of a chat benchmark. */
export interface ChatShapeTrial {
  name: string;
  config: ShapedConfig;
  precision: Precision;
  /** Tokens of the prompt, and of each response. */
  prompted: number;
  decoded: number;
  samples: number;
  /** Folder for the weights. */
  cache: string;
}

const STREAMS = [1, 4, 16, 64];
/** Number of tokens that must be equal for one stream and for sixteen. */
const AGREED = 8;

/**
 * Measures decode of 1 to 64 streams, and prefill, on random weights in a real model's shape. Before timing, checks
 * that a single stream decodes the same tokens as among sixteen. For f16, the roofline uses the matrix units' peak.
 */
export async function benchChatShape(
  { device, turn }: Pick<BenchModel, 'device' | 'turn'>,
  roofline: Roofline,
  { name, config, precision, prompted, decoded, samples, cache }: ChatShapeTrial,
): Promise<Table> {
  const path = await shapedModel(cache, name, config);
  const model = await loadModel(device, turn, { id: name, path, precision }, () => {});
  const V = model.decoder.config.vocab_size;
  const ask = (tokens: number) =>
    request(
      Array.from({ length: prompted }, (_, i) => (i * 7919 + 1) % V),
      tokens,
    );
  await checkStreams(model, ask(AGREED));
  const flops = precision === 'f16' ? (roofline.matrixFlops ?? roofline.flops) : roofline.flops;
  const least = (streams: number, tokens: number, context: number) =>
    leastSeconds({ ...roofline, flops }, workOf(model, streams, tokens, context));
  const rows: Row[] = [];
  for (const streams of STREAMS) {
    const rates = await quietSamples(samples, () => decodeRate(model, streams, ask(decoded)));
    rows.push(rateRow(decodeOf(streams), rates, streams / least(streams, 1, prompted + decoded / 2)));
  }
  rows.push(...(await hostRows(device, model)));
  const rates = await quietSamples(samples, async () => {
    const started = performance.now();
    await model.engine.generate(ask(1), () => {});
    return prompted / ((performance.now() - started) / 1000);
  });
  rows.push(rateRow(`prefill, ${prompted} tokens`, rates, prompted / least(1, prompted, prompted / 2)));
  device.check();
  const layers = `${config.num_hidden_layers} layers`;
  return { title: `Chat, ${name}, random weights, ${layers}, ${precision}, after ${prompted} tokens`, rows };
}

async function checkStreams({ engine }: LoadedModel, asked: GenerateRequest): Promise<void> {
  const answer = async () => {
    const ids: number[] = [];
    await engine.generate(asked, ({ id }) => ids.push(id));
    return ids.join();
  };
  const alone = await answer();
  for (const among of await Promise.all(Array.from({ length: 16 }, answer))) {
    if (among !== alone) throw new Error(`a stream among sixteen decodes ${among}, but ${alone} alone`);
  }
}
