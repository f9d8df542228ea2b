import { join } from 'node:path';
import { allocateWith, type DeviceBuffer, download } from '../../src/compute/buffer.ts';
import { Device } from '../../src/compute/device.ts';
import { PAGE_TOKENS } from '../../src/compute/ops/attention.ts';
import { allocateLayerCache, type LayerCache } from '../../src/compute/ops/layer-cache.ts';
import { Recorder } from '../../src/compute/recorder.ts';
import { openCheckpoint } from '../../src/model/checkpoint/checkpoint-open.ts';
import { SafetensorsFile } from '../../src/model/checkpoint/safetensors-file.ts';
import { Decoder } from '../../src/model/decoder.ts';
import { uploadWeights } from '../../src/model/device-weights.ts';
import { type LoraLayout, type LoraSettings, loraLayout } from '../../src/model/lora-layout.ts';
import type { Precision } from '../../src/model/model-files.ts';

const NO_ADAPTER = 0xffffffff;

/** One token of a step: its sequence, its position and its id. */
export interface DrivenRow {
  sequence: number;
  position: number;
  token: number;
}

/**
 * A decoder with a KV cache for a few sequences, driven row by row without an engine. The pages of the sequences are
 * interleaved, so that a decoder which ignored its block tables would read another's keys.
 */
export class DecoderDriver {
  readonly device: Device;
  readonly decoder: Decoder;
  readonly #sequences: number;
  readonly #pages: number;
  readonly #tables: DeviceBuffer;
  readonly #cache: LayerCache[];
  readonly #recorder: Recorder;

  private constructor(
    device: Device,
    decoder: Decoder,
    memory: { sequences: number; pages: number; tables: DeviceBuffer; cache: LayerCache[] },
  ) {
    this.device = device;
    this.decoder = decoder;
    this.#sequences = memory.sequences;
    this.#pages = memory.pages;
    this.#tables = memory.tables;
    this.#cache = memory.cache;
    this.#recorder = new Recorder(device);
  }

  static async open(
    model: string,
    limits: { sequences: number; context: number; maxRows: number },
    precision: Precision = 'f32',
    lora?: LoraSettings,
  ) {
    const device = await Device.open();
    const checkpoint = openCheckpoint(model);
    const weights = await uploadWeights(device, checkpoint, precision);
    checkpoint.close();
    const { config } = weights;
    const { sequences, context, maxRows } = limits;
    const decoder = await Decoder.create(device, weights, loraLayout(config, lora), {
      maxTokens: maxRows,
      maxLogits: maxRows,
      context,
    });
    const pages = Math.ceil(context / PAGE_TOKENS);
    const interleaved = Uint32Array.from(
      { length: sequences * pages },
      (_, i) => (i % pages) * sequences + Math.floor(i / pages),
    );
    const { heads, cacheType: type } = decoder;
    const tokens = sequences * pages * PAGE_TOKENS;
    const cache: LayerCache[] = [];
    for (let layer = 0; layer < config.num_hidden_layers; layer++) {
      cache.push(await allocateLayerCache(device, { type, heads, tokens }));
    }
    const tables = await allocateWith(device, interleaved, 'block tables');
    return new DecoderDriver(device, decoder, { sequences, pages, tables, cache });
  }

  /** Runs the rows in one step. Returns [V] logits of each. */
  async logits(rows: DrivenRow[], adapter?: Float32Array): Promise<Float32Array[]> {
    const T = rows.length;
    const V = this.decoder.config.vocab_size;
    const slot = adapter ? 0 : NO_ADAPTER;
    const table = rows.flatMap(({ sequence, position }) => {
      const page = Math.floor(position / PAGE_TOKENS) * this.#sequences + sequence;
      return [position, page * PAGE_TOKENS + (position % PAGE_TOKENS), sequence * this.#pages, slot];
    });
    const temporary = {
      rows: await allocateWith(this.device, Uint32Array.from(table), 'rows'),
      tokens: await allocateWith(
        this.device,
        Uint32Array.from(rows, ({ token }) => token),
        'tokens',
      ),
      logitRows: await allocateWith(
        this.device,
        Uint32Array.from(rows, (_, t) => t),
        'logit rows',
      ),
    };
    const arena = adapter && (await allocateWith(this.device, adapter, 'adapter'));
    this.decoder.forward(this.#recorder, {
      T,
      B: T,
      attendedKeys: rows.reduce((sum, { position }) => sum + position + 1, 0),
      longest: Math.max(...rows.map(({ position }) => position + 1)),
      continuous: false,
      oneRowPerSequence: new Set(rows.map(({ sequence }) => sequence)).size === T,
      ...temporary,
      tables: this.#tables,
      cache: this.#cache,
      adapters: arena && { arena, stride: adapter.length },
    });
    const estimateMs = this.#recorder.submit();
    await this.device.waiter.done('oracle', estimateMs);
    this.device.check();
    const all = new Float32Array(await download(this.device, this.decoder.logits, 0, T * V * 4));
    this.#recorder.reset();
    for (const buffer of [...Object.values(temporary), ...(arena ? [arena] : [])]) buffer.gpu.destroy();
    return rows.map((_, t) => all.subarray(t * V, (t + 1) * V));
  }

  /** Returns the logits at every position of a whole sequence, which uses slot `sequence` of the cache. */
  prefill(ids: readonly number[], sequence = 0, adapter?: Float32Array): Promise<Float32Array[]> {
    return this.logits(
      ids.map((token, position) => ({ sequence, position, token })),
      adapter,
    );
  }

  /** Frees the device; the driver is of no use afterwards. */
  async close(): Promise<void> {
    await this.device.destroy();
  }
}

/** Reads the tensors of a PEFT folder into a flat arena as `layout` describes. */
export function readArena(folder: string, layout: LoraLayout): Float32Array {
  const file = new SafetensorsFile(join(folder, 'adapter_model.safetensors'));
  const arena = new Float32Array(layout.elements);
  for (const { name, offset } of layout.tensors) arena.set(file.readFloat32(name), offset);
  file.close();
  return arena;
}
