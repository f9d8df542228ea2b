import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { Device } from '../../src/compute/device.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import { Engine, type EngineLimits } from '../../src/inference/engine/engine.ts';
import type { GeneratedToken, GenerateRequest, PromptReport } from '../../src/inference/generate-request.ts';
import type { GrammarService } from '../../src/inference/grammar/service/grammar-service.ts';
import { writeAdapter } from '../../src/model/checkpoint/adapter-files.ts';
import type { Decoder } from '../../src/model/decoder.ts';
import { adapterTensors } from '../../src/model/flat-adapter.ts';
import { freshAdapter } from '../../src/model/lora-layout.ts';
import type { AdapterFiles } from '../../src/model/model-files.ts';
import { type LoadedModel, loadModel } from '../../src/worker/process/loaded-model.ts';

/** A toy model on a device; each of its engines has a separate cache. */
export class ToyModel {
  readonly #device: Device;
  readonly #home: string;
  readonly #loaded: LoadedModel;
  readonly #turn: DeviceLock;

  private constructor(device: Device, home: string, loaded: LoadedModel, turn: DeviceLock) {
    this.#device = device;
    this.#home = home;
    this.#loaded = loaded;
    this.#turn = turn;
  }

  static async open(): Promise<ToyModel> {
    const home = await mkdtemp(join(tmpdir(), 'daybreak-engine-'));
    // A model that babbles on, so that answers have length.
    writeToyModel(join(home, 'toy'), { answers: [] });
    const device = await Device.open();
    const turn = new DeviceLock();
    return new ToyModel(
      device,
      home,
      await loadModel(device, turn, { id: 'toy', path: join(home, 'toy') }, () => {}),
      turn,
    );
  }

  async close(): Promise<void> {
    await this.#device.destroy();
    await rm(this.#home, { recursive: true, force: true });
  }

  engine(
    changes: Partial<EngineLimits> = {},
    grammars: GrammarService | null = null,
    turn: DeviceLock = this.#turn,
  ): Promise<Engine> {
    const { decoder, engine } = this.#loaded;
    const limits = { ...engine.limits, ...changes };
    return Engine.create(this.#device, decoder, turn, limits, '', undefined, grammars);
  }

  get device(): Device {
    return this.#device;
  }

  get decoder(): Decoder {
    return this.#loaded.decoder;
  }

  async adapter(seed: number): Promise<AdapterFiles> {
    const { lora } = this.#loaded.decoder;
    const flat = freshAdapter(lora, seed).map((value, i) => value || 0.05 * Math.sin(i * 12.9898 + seed));
    const folder = await mkdtemp(join(this.#home, 'adapter-'));
    writeAdapter(folder, { rank: lora.rank, alpha: lora.settings.alpha, baseModel: 'toy' }, adapterTensors(flat, lora));
    return { id: `adapter-${seed}`, folder };
  }
}

/** Returns a request whose prompt and sampling depend on the seed. */
export function toyRequest(seed: number, changes: Partial<GenerateRequest> = {}): GenerateRequest {
  const promptIds = Uint32Array.from({ length: 5 + (seed % 40) }, (_, i) => (i * 31 + seed * 7) % 256);
  const sampling = { temperature: 1, topK: 0, topP: 1, seed: BigInt(seed) };
  return {
    model: 'toy',
    adapter: null,
    promptIds,
    maxTokens: 24,
    stopTokenIds: [],
    sampling,
    topLogprobs: 2,
    ...changes,
  };
}

export interface ToyAnswer {
  tokens: GeneratedToken[];
  /** Without the times, which differ from run to run. */
  prompt: Omit<PromptReport, 'times'>;
}

export async function ask(engine: Engine, request: GenerateRequest, signal?: AbortSignal): Promise<ToyAnswer> {
  const tokens: GeneratedToken[] = [];
  let prompt: ToyAnswer['prompt'] | undefined;
  await engine.generate(
    request,
    (token) => tokens.push(token),
    signal,
    ({ times: _, ...report }) => {
      if (prompt !== undefined || tokens.length > 0) throw new Error('the prompt is reported once, and first');
      prompt = report;
    },
  );
  return { tokens, prompt: prompt as ToyAnswer['prompt'] };
}
