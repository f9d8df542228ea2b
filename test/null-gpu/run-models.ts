// A process that serves and trains models on whatever device there is, and writes the kernel variants that were
// compiled for it, as JSON: run-models.ts OUT GGUF. Results are not looked at, so that a GPU that executes nothing will
// do.
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shapedModel } from '../../bench/shaped-model.ts';
import { stepRequest } from '../../bench/step-work.ts';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { Device } from '../../src/compute/device.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import { Recorder } from '../../src/compute/recorder.ts';
import type { GenerateRequest } from '../../src/inference/generate-request.ts';
import type { LogitRules } from '../../src/inference/logit-rules.ts';
import { writeAdapter } from '../../src/model/checkpoint/adapter-files.ts';
import { adapterTensors } from '../../src/model/flat-adapter.ts';
import { freshAdapter } from '../../src/model/lora-layout.ts';
import type { Precision } from '../../src/model/model-files.ts';
import { CISPO } from '../../src/training/policy-loss.ts';
import { computeLogprobs } from '../../src/training/trainer/compute-logprobs.ts';
import { roomyPlan } from '../../src/training/trainer/memory-plan.ts';
import { Trainer } from '../../src/training/trainer/trainer.ts';
import { type LoadedModel, loadModel } from '../../src/worker/process/loaded-model.ts';
import { compileTrainingKernels } from '../../src/worker/process/training-kernels.ts';

const [out, gguf] = process.argv.slice(2);
/** Lengths of prompts and of batches: products of few rows are kernels of their own. */
const PROMPTS = [1, 2, 3, 5, 9, 17, 65, 600];
const BATCHES = [2, 4, 6, 8, 16, 32, 64];
const RULES: LogitRules = {
  repetitionPenalty: 1.1,
  frequencyPenalty: 0.1,
  presencePenalty: 0.1,
  bias: [[3, 1]],
  allowedIds: null,
  minTokens: 0,
  stopIds: [],
  badWords: [],
  processors: [],
  extraArgs: {},
};

const home = mkdtempSync(join(tmpdir(), 'daybreak-null-gpu-'));
const device = await Device.open();
const turn = new DeviceLock();

async function serve({ engine, decoder }: LoadedModel): Promise<void> {
  const ask = (length: number, more: Partial<GenerateRequest> = {}) =>
    engine.generate(
      {
        model: '',
        adapter: null,
        promptIds: Uint32Array.from({ length: Math.min(length, engine.limits.contextLength - 8) }, (_, i) => i % 100),
        maxTokens: 3,
        stopTokenIds: [],
        sampling: { temperature: 0, topK: 0, topP: 1, seed: 0n },
        topLogprobs: 0,
        cacheRoot: randomUUID(),
        ...more,
      },
      () => {},
    );
  const several = (count: number, more: Partial<GenerateRequest> = {}) =>
    Promise.all(Array.from({ length: count }, () => ask(4, more)));
  for (const length of PROMPTS) await ask(length);
  for (const count of BATCHES) await several(count);
  await ask(9, { topLogprobs: 5, sampling: { temperature: 0.8, topK: 20, topP: 0.9, seed: 1n } });
  await ask(9, { rules: RULES });
  await ask(9, { promptLogprobs: 2 });
  const cacheRoot = randomUUID();
  await Promise.all([40, 41, 42].map((length) => ask(length, { cacheRoot })));
  const folder = join(home, randomUUID());
  mkdirSync(folder);
  const tensors = adapterTensors(freshAdapter(decoder.lora), decoder.lora);
  writeAdapter(folder, { ...decoder.lora.settings, baseModel: 'x' }, tensors);
  const adapter = { id: randomUUID(), path: folder, folder };
  for (const length of [1, 9, 65]) await ask(length, { adapter });
  for (const count of [4, 16]) await several(count, { adapter });
}

async function train(model: LoadedModel): Promise<void> {
  const { decoder } = model;
  await compileTrainingKernels(device, model);
  const plan = roomyPlan(decoder.config, 512);
  const fresh = freshAdapter(decoder.lora);
  const trainer = await Trainer.begin(device, decoder, turn, fresh, null, decoder.lora, plan);
  const request = (sequences: number, tokens: number) => stepRequest(decoder.config.vocab_size, { sequences, tokens });
  await trainer.step(request(1, 9));
  await trainer.step(request(4, 128));
  const policy = request(2, 32);
  for (const sequence of policy.sequences) sequence.oldLogprobs.fill(-1);
  await trainer.step({ ...policy, loss: CISPO });
  trainer.end();
  await computeLogprobs(new Recorder(device), decoder, turn, null, policy.sequences);
}

async function run(name: string, path: string, precision: Precision): Promise<void> {
  const model = await loadModel(device, turn, { id: name, path, precision }, () => {});
  await serve(model);
  if (precision === 'f32') await train(model);
  device.check();
}

writeToyModel(join(home, 'toy'));
const shape = {
  num_hidden_layers: 2,
  hidden_size: 128,
  num_attention_heads: 4,
  num_key_value_heads: 2,
  head_dim: 128,
  intermediate_size: 256,
  vocab_size: 512,
  hidden_act: 'silu',
  rms_norm_eps: 1e-6,
  rope_theta: 1e6,
  max_position_embeddings: 1024,
  tie_word_embeddings: false,
  torch_dtype: 'bfloat16',
};
const qwen3 = { ...shape, architectures: ['Qwen3ForCausalLM'], model_type: 'qwen3' };
const qwen2 = { ...shape, hidden_size: 512, architectures: ['Qwen2ForCausalLM'], model_type: 'qwen2' };
const bfloat16 = await shapedModel(home, 'qwen3', qwen3);
const float16 = join(home, 'float16');
cpSync(bfloat16, float16, { recursive: true });
const weights = join(float16, 'model.safetensors');
// The bytes of a weight are as many, and which number they are does not matter here.
writeFileSync(weights, readFileSync(weights, 'latin1').replaceAll('"BF16"', '"F16" '), 'latin1');
const models = [join(home, 'toy'), bfloat16, float16, await shapedModel(home, 'qwen2', qwen2), gguf];
for (const path of models) for (const precision of ['f32', 'int8'] as const) await run(path, path, precision);
const { vendor, name, features } = device.info;
writeFileSync(out, JSON.stringify({ vendor, name, features, variants: device.kernels.variants }));
rmSync(home, { recursive: true });
process.exit(0);
