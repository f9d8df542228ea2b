// node scripts/oracle/peft-check.ts PYTHON
// Trains adapters of toy models with several ranks, alphas and targets, and computes log-probabilities with each in the
// engine. PEFT with the saved folder, and transformers with the merged model, must give the same log-probabilities.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Device } from '../../src/compute/device.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import type { GenerateRequest, PromptTokenLogprobs } from '../../src/inference/generate-request.ts';
import { mergedStream } from '../../src/model/export/merged-stream.ts';
import { defaultLora, type LoraSettings } from '../../src/model/lora-layout.ts';
import type { AdapterFiles } from '../../src/model/model-files.ts';
import type { TrainStepRequest } from '../../src/training/train-step.ts';
import { roomyPlan } from '../../src/training/trainer/memory-plan.ts';
import { type LoadedModel, loadModel } from '../../src/worker/process/loaded-model.ts';
import { TrainingSessions } from '../../src/worker/process/training-sessions.ts';
import { TOY_EXPERTS, writeToyModel } from '../toy-model.ts';

const TOLERANCE = 1e-4;
const ids = Array.from({ length: 40 }, (_, i) => (i * 37 + 11) % 400);
const MODELS: { name: string; config: Record<string, unknown>; settings: LoraSettings[] }[] = [
  {
    name: 'dense',
    config: {},
    settings: [
      defaultLora,
      { rank: 6, alpha: 24, targets: ['q_proj', 'v_proj', 'down_proj'] },
      { rank: 64, alpha: 12.5, targets: ['o_proj', 'gate_proj'] },
      { rank: 1, alpha: 1, targets: ['k_proj', 'up_proj'] },
    ],
  },
  {
    name: 'mixture',
    config: TOY_EXPERTS,
    settings: [defaultLora, { rank: 6, alpha: 24, targets: ['q_proj', 'experts'] }],
  },
];

/** Log-probabilities by token id, at each position of the prompt but the first. */
type Known = ReadonlyMap<number, number>[];

const folder = mkdtempSync(join(tmpdir(), 'daybreak-peft-check-'));
process.on('exit', () => rmSync(folder, { recursive: true }));
// The engine's threads would keep the process running.
process.exit((await check(process.argv[2], folder)) ? 0 : 1);

async function check(python: string, home: string): Promise<boolean> {
  const device = await Device.open();
  let good = true;
  for (const model of MODELS) good = (await checkModel(device, python, join(home, model.name), model)) && good;
  await device.destroy();
  return good;
}

async function checkModel(
  device: Device,
  python: string,
  work: string,
  { name, config, settings }: (typeof MODELS)[number],
): Promise<boolean> {
  const path = join(work, 'model');
  writeToyModel(path, { answers: [], config });
  const turn = new DeviceLock();
  const served = { ...defaultLora, targets: settings.flatMap(({ targets }) => targets) };
  const model = await loadModel(device, turn, { id: 'toy', path, lora: served, highestRank: 64 }, () => {});
  const base = await ask(model, null);
  let good = true;
  for (const lora of settings) {
    const adapter = { id: `rank ${lora.rank}`, folder: join(work, `adapter-${lora.rank}`) };
    await train(new TrainingSessions(device, turn), { ...model, lora }, adapter);
    const ours = await ask(model, adapter);
    const merged = await unpacked({ path, adapter: adapter.folder }, join(work, `merged-${lora.rank}`));
    const differences = [
      furthest(ours, theirs(python, path, adapter.folder)),
      furthest(ours, theirs(python, merged, '')),
    ];
    const effect = furthest(
      ours,
      base.map((known) => (id: number) => known.get(id) ?? Number.NEGATIVE_INFINITY),
    );
    good &&= Math.max(...differences) < TOLERANCE && effect > 100 * TOLERANCE;
    const [peft, transformers] = differences.map((difference) => difference.toExponential(1));
    const kind = `${name}, rank ${lora.rank}, alpha ${lora.alpha}, ${lora.targets.length} targets`;
    console.log(
      `${kind}: differs by ${peft} from PEFT, ${transformers} merged; moves log-probabilities by ${effect.toFixed(2)}`,
    );
  }
  return good;
}

async function train(sessions: TrainingSessions, model: LoadedModel, { folder }: AdapterFiles): Promise<void> {
  const request: TrainStepRequest = {
    sequences: [
      {
        ids: Uint32Array.from(ids),
        mask: new Uint8Array(ids.length).fill(1, 1),
        advantages: new Float32Array(ids.length).fill(1),
        weight: 1,
        oldLogprobs: new Float32Array(ids.length).fill(Number.NaN),
      },
    ],
    loss: 'cross_entropy',
    learningRate: 1e-2,
    weightDecay: 0.1,
    maxGradNorm: 1,
  };
  const session = 'check';
  await sessions.begin(
    { session, model: 'toy', adapter: null, optimizerFile: null, memory: roomyPlan(model.decoder.config, ids.length) },
    model,
  );
  for (let step = 0; step < 3; step++) await sessions.step(session, request, new AbortController().signal);
  mkdirSync(folder);
  await sessions.save({ session, folder, optimizer: true });
  sessions.end(session);
}

/**
 * Returns the log-probabilities of the prompt's tokens and of the 20 likeliest at each position, as chat returns them.
 */
async function ask({ engine }: LoadedModel, adapter: AdapterFiles | null): Promise<Known> {
  const request: GenerateRequest = {
    model: 'toy',
    adapter,
    promptIds: Uint32Array.from(ids),
    maxTokens: 1,
    stopTokenIds: [],
    sampling: { temperature: 0, topK: 0, topP: 1, seed: 0n },
    topLogprobs: 0,
    promptLogprobs: 20,
  };
  let prompt: readonly (PromptTokenLogprobs | null)[] = [];
  await engine.generate(
    request,
    () => {},
    undefined,
    ({ logprobs }) => {
      prompt = logprobs ?? [];
    },
  );
  return prompt.slice(1).map((entry, place) => {
    if (entry === null) throw new Error('a token of the prompt has no log-probability');
    return new Map([
      ...entry.topIds.map((id, i) => [id, entry.topLogprobs[i]] as const),
      [ids[place + 1], entry.logprob],
    ]);
  });
}

async function unpacked(model: { path: string; adapter: string }, into: string): Promise<string> {
  const { stream } = await mergedStream({ ...model, type: 'f32', name: 'merged' });
  mkdirSync(into);
  execFileSync('tar', ['-x', '-C', into], { input: await buffer(stream) });
  return join(into, 'merged');
}

type Looked = ((id: number) => number)[];

function theirs(python: string, model: string, adapter: string): Looked {
  const script = join(import.meta.dirname, 'peft-check.py');
  const printed = execFileSync(python, [script, model, adapter, ids.join(',')], {
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return (JSON.parse(printed) as number[][]).map((row) => (id: number) => row[id]);
}

/** Returns the largest difference over all positions and known tokens; ignores tokens that `other` lacks. */
function furthest(ours: Known, other: Looked): number {
  const each = ours.flatMap((known, place) => [...known].map(([id, value]) => Math.abs(value - other[place](id))));
  return Math.max(...each.filter(Number.isFinite));
}
