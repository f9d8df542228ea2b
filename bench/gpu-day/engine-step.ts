import { allocate, allocateWith, type DeviceBuffer } from '../../src/compute/buffer.ts';
import { PAGE_TOKENS } from '../../src/compute/ops/attention.ts';
import { carryTokens } from '../../src/compute/ops/carry.ts';
import { allocateLayerCache, type LayerCache } from '../../src/compute/ops/layer-cache.ts';
import { SAMPLED_WORDS, SAMPLING_WORDS, sample, samplePartsWords } from '../../src/compute/ops/sample.ts';
import type { Recorder } from '../../src/compute/recorder.ts';
import type { Decoder } from '../../src/model/decoder.ts';
import { freshAdapter } from '../../src/model/lora-layout.ts';

/** Shape of an engine step: streams with the same number of new rows each. */
export interface StepShape {
  streams: number;
  rows: number;
  /** Cached keys of each stream before the step. */
  context: number;
  /** Number of cached keys in pages shared by all streams; whole pages. */
  shared?: number;
  withAdapter: boolean;
}

const NO_ADAPTER = 0xffffffff;
/** Marks a row that follows the previous row of its sequence. */
const ALL_KEYS = 0xffffffff;

/** Engine step recorded as the engine records it, with its own pages and tokens. Each stream samples a token. */
export class EngineStep {
  readonly #recorder: Recorder;
  readonly #decoder: Decoder;
  readonly #shape: StepShape;
  readonly #buffers: StepBuffers;
  readonly #cache: LayerCache[];
  readonly #arena: DeviceBuffer | undefined;

  private constructor(recorder: Recorder, decoder: Decoder, shape: StepShape, parts: StepParts) {
    this.#recorder = recorder;
    this.#decoder = decoder;
    this.#shape = shape;
    this.#buffers = parts.buffers;
    this.#cache = parts.cache;
    this.#arena = parts.arena;
  }

  /** Throws DeviceOutOfMemoryError. */
  static async open(recorder: Recorder, decoder: Decoder, shape: StepShape): Promise<EngineStep> {
    const { device } = recorder;
    const V = decoder.config.vocab_size;
    const words = stepWords(shape, V);
    const { heads, cacheType: type } = decoder;
    const tokens = shape.streams * pagesOf(shape) * PAGE_TOKENS;
    const cache: LayerCache[] = [];
    for (const _ of decoder.weights.layers) cache.push(await allocateLayerCache(device, { type, heads, tokens }));
    const buffers = {
      rows: await allocateWith(device, words.rows, 'rows'),
      tokens: await allocateWith(device, words.tokens, 'tokens'),
      tables: await allocateWith(device, words.tables, 'tables'),
      prefixes: await allocateWith(device, words.prefixes, 'shared prefixes'),
      logitRows: await allocateWith(device, words.logitRows, 'wanted rows'),
      carried: await allocateWith(device, words.carried, 'carried tokens'),
      samplingParams: await allocateWith(device, words.sampling, 'sampling parameters'),
      sampled: await allocate(device, 4 * SAMPLED_WORDS * shape.streams, 'sampled tokens'),
      parts: await allocate(device, 4 * samplePartsWords(device, { B: shape.streams, V }), 'parts of sampled rows'),
    };
    const arena = shape.withAdapter ? await allocateWith(device, freshAdapter(decoder.lora), 'adapter') : undefined;
    return new EngineStep(recorder, decoder, shape, { buffers, cache, arena });
  }

  record(): void {
    const { streams, rows, context, shared = 0 } = this.#shape;
    const { samplingParams, sampled, parts, carried, prefixes, ...buffers } = this.#buffers;
    const decoder = this.#decoder;
    const arena = this.#arena;
    const M = isDecoding(this.#shape) ? streams : 0;
    carryTokens(this.#recorder, { carried, sampled, tokens: buffers.tokens, M });
    decoder.forward(this.#recorder, {
      ...buffers,
      T: streams * rows,
      B: streams,
      attendedKeys: streams * (rows * context + (rows * (rows + 1)) / 2),
      longest: context + rows,
      continuous: rows > 1,
      oneRowPerSequence: rows === 1,
      prefixes: shared > 0 ? prefixes : undefined,
      cache: this.#cache,
      adapters: arena && { arena, stride: decoder.lora.elements },
    });
    const V = decoder.config.vocab_size;
    sample(this.#recorder, { samplingParams, logits: decoder.logits, sampled, parts, B: streams, V });
  }

  close(): void {
    this.#recorder.reset();
    const caches = this.#cache.flatMap(({ k, v }) => [k, v]);
    for (const buffer of [...Object.values(this.#buffers), ...caches]) buffer.gpu.destroy();
    this.#arena?.gpu.destroy();
  }
}

type StepBuffers = Record<
  'rows' | 'tokens' | 'tables' | 'prefixes' | 'logitRows' | 'carried' | 'samplingParams' | 'sampled' | 'parts',
  DeviceBuffer
>;

interface StepParts {
  buffers: StepBuffers;
  cache: LayerCache[];
  arena: DeviceBuffer | undefined;
}

/** Returns whether the step's tokens are those sampled by the previous step. */
function isDecoding({ rows }: StepShape): boolean {
  return rows === 1;
}

/** Returns the number of pages of one stream. */
function pagesOf({ rows, context }: StepShape): number {
  return Math.ceil((context + rows) / PAGE_TOKENS);
}

/** Returns the uploads that src/inference/engine/step-buffers.ts would make: pages in order, and different tokens. */
function stepWords(shape: StepShape, V: number): Record<keyof StepTable, Uint32Array<ArrayBuffer>> {
  const { streams, rows, context, shared = 0, withAdapter } = shape;
  const pages = pagesOf(shape);
  const T = streams * rows;
  /** The first stream's pages are the shared ones. */
  const pageOf = (stream: number, page: number) => (page * PAGE_TOKENS < shared ? page : stream * pages + page);
  const table: StepTable = { rows: [], tokens: [], tables: [], prefixes: [], logitRows: [], carried: [], sampling: [] };
  for (let t = 0; t < T; t++) {
    const stream = Math.floor(t / rows);
    const position = context + (t % rows);
    const cacheRow = pageOf(stream, Math.floor(position / PAGE_TOKENS)) * PAGE_TOKENS + (position % PAGE_TOKENS);
    table.rows.push(position, cacheRow, stream * pages, withAdapter ? 0 : NO_ADAPTER);
    table.tokens.push((t * 7919 + 1) % V);
    table.prefixes.push(t % rows > 0 ? ALL_KEYS : stream > 0 ? shared : 0);
  }
  const one = new Uint32Array(Float32Array.of(1).buffer)[0];
  for (let stream = 0; stream < streams; stream++) {
    for (let page = 0; page < pages; page++) table.tables.push(pageOf(stream, page));
    table.logitRows.push((stream + 1) * rows - 1);
    table.carried.push(stream * rows, stream);
    // Temperature and top-p are 1, as in rollouts.
    const params = [one, one, 0, context + rows, stream, 0, 0, stream];
    table.sampling.push(...params.slice(0, SAMPLING_WORDS));
  }
  return {
    rows: Uint32Array.from(table.rows),
    tokens: Uint32Array.from(table.tokens),
    tables: Uint32Array.from(table.tables),
    prefixes: Uint32Array.from(table.prefixes),
    logitRows: Uint32Array.from(table.logitRows),
    carried: Uint32Array.from(table.carried),
    sampling: Uint32Array.from(table.sampling),
  };
}

interface StepTable {
  rows: number[];
  tokens: number[];
  tables: number[];
  prefixes: number[];
  logitRows: number[];
  carried: number[];
  sampling: number[];
}
