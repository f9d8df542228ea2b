import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeToyModel } from '../scripts/toy-model.ts';
import { Recorder } from '../src/compute/recorder.ts';
import { writeAdapter } from '../src/model/checkpoint/adapter-files.ts';
import { adapterTensors } from '../src/model/flat-adapter.ts';
import { freshAdapter } from '../src/model/lora-layout.ts';
import type { TrainSequence } from '../src/training/train-step.ts';
import { type MemoryPlan, unlimitedPlan } from '../src/training/trainer/memory-plan.ts';
import { Trainer } from '../src/training/trainer/trainer.ts';
import { type LoadedModel, loadModel } from '../src/worker/process/loaded-model.ts';
import type { BenchModel } from './model.ts';
import { type QuietSamples, quietSamples } from './quiet.ts';
import type { Row } from './report.ts';
import type { Roofline } from './roofline.ts';
import { type StepSize, stepLimit, stepRequest } from './step-work.ts';
import { type PeerStep, TrainPeer } from './train-peer.ts';
import { PhasedStep } from './train-phases.ts';
import { type OurSteps, type PeerSteps, stepRows } from './train-rows.ts';

/** Size of one small RL job's step. */
export const SMALL_STEP: StepSize = { sequences: 4, tokens: 100 };
/** Size at which docs/benchmarks.md compares peers. */
const STEP: StepSize = { sequences: 4, tokens: 256 };
const CAPACITY = 512;
/** Largest relative difference of losses and gradient norms from the peer's, by precision. */
const TOLERANCE = { f32: 2e-3, 'f32-high': 2e-3, f16: 2e-2, int8: 2e-3 };

/** Model under test, with the file or folder that the peer loads. */
export interface TrainedModel {
  name: string;
  path: string;
  model: LoadedModel;
}

/** Title and rows of a results table. */
export interface Table {
  title: string;
  rows: Row[];
}

/** Size, number and memory plan of the steps, and the interpreter with PEFT, if any. */
export interface StepTrial {
  size: StepSize;
  samples: number;
  plan: MemoryPlan;
  /** Existing folder for temporary files. */
  home: string;
  python: string | null;
}

/** Results of both programs. */
export interface TrialResult {
  ours: OurSteps;
  /** Null without a peer. */
  peer: (PeerSteps & { matmulFlops: number }) | null;
}

/**
 * Measures a LoRA step on the toy model and on SmolLM2-135M, and the same with transformers and PEFT if `python` is
 * given.
 */
export async function* benchTrain(
  bench: BenchModel,
  roofline: Roofline,
  samples: number,
  python: string | null,
): AsyncGenerator<Table> {
  const home = await mkdtemp(join(tmpdir(), 'daybreak-bench-'));
  try {
    const path = join(home, 'toy');
    writeToyModel(path);
    const toy = await loadModel(bench.device, bench.turn, { id: 'toy', path }, () => {});
    const models: TrainedModel[] = [
      { name: 'toy model', path, model: toy },
      { name: 'SmolLM2-135M-Instruct Q4_1', path: bench.path, model: bench.model },
    ];
    for (const trained of models) {
      const plan = unlimitedPlan(trained.model.decoder.config, CAPACITY);
      const { ours, peer } = await trySteps(bench, trained, { size: STEP, samples, plan, home, python }, roofline);
      const title = `Training, ${trained.name}, LoRA rank 8, ${STEP.sequences} x ${STEP.tokens} tokens`;
      yield { title, rows: stepRows(ours, peer) };
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/**
 * Runs Daybreak's and the peer's steps from the same adapter; compares results before timing. Throws if they differ.
 */
export async function trySteps(
  bench: Pick<BenchModel, 'device' | 'turn'>,
  { name, path, model }: TrainedModel,
  { size, samples, plan, home, python }: StepTrial,
  roofline: Roofline,
): Promise<TrialResult> {
  const { decoder } = model;
  const { lora } = decoder;
  const fresh = freshAdapter(lora);
  const adapter = await mkdtemp(join(home, 'adapter-'));
  writeAdapter(adapter, { ...lora.settings, baseModel: name }, adapterTensors(fresh, lora));
  const request = stepRequest(decoder.config.vocab_size, size);
  const ids = request.sequences.map((sequence) => sequence.ids);
  const trainer = await Trainer.begin(bench.device, decoder, bench.turn, fresh, null, lora, plan);
  await using peer = python === null ? null : await TrainPeer.start(python, path, adapter);
  try {
    // The first step compiles kernels. Both start from the same adapter and must agree in both steps.
    for (let step = 0; step < 2; step++) {
      const ours = await trainer.step(request);
      if (peer) checkAgreement(step, ours, await peer.step(ids), TOLERANCE[decoder.weights.precision]);
    }
    const steps = await quietSamples(samples, () => secondsOf(() => trainer.step(request)));
    const phases = await phasesOf(bench, model, plan, request.sequences);
    const tokens = size.sequences * size.tokens;
    const theirs: QuietSamples<PeerStep> | null = peer && (await quietSamples(samples, () => peer.step(ids)));
    return {
      ours: { steps, phases, tokens, limit: stepLimit(model, roofline, size) },
      peer: peer && theirs && { steps: theirs, device: peer.device, matmulFlops: peer.matmulFlops },
    };
  } finally {
    trainer.end();
  }
}

function checkAgreement(
  step: number,
  ours: { loss: number; gradNorm: number },
  theirs: PeerStep,
  tolerance: number,
): void {
  for (const what of ['loss', 'gradNorm'] as const) {
    const apart = Math.abs(ours[what] - theirs[what]) / Math.abs(theirs[what]);
    if (ours[what] > 0 && apart < tolerance) continue;
    throw new Error(`step ${step + 1}: our ${what} is ${ours[what]}, PyTorch's is ${theirs[what]}`);
  }
}

async function phasesOf(
  { device }: Pick<BenchModel, 'device'>,
  model: LoadedModel,
  plan: MemoryPlan,
  sequences: TrainSequence[],
) {
  const tokens = sequences.reduce((sum, { ids }) => sum + ids.length, 0);
  const phased = await PhasedStep.open(new Recorder(device), model, tokens, plan);
  try {
    return await phased.run(sequences);
  } finally {
    phased.close();
  }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}
