import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeToyModel } from '../scripts/toy-model.ts';
import { Recorder } from '../src/compute/recorder.ts';
import { writeAdapter } from '../src/model/checkpoint/adapter-files.ts';
import { adapterTensors } from '../src/model/flat-adapter.ts';
import { freshAdapter } from '../src/model/lora-layout.ts';
import type { TrainSequence } from '../src/training/train-step.ts';
import { type MemoryPlan, roomyPlan } from '../src/training/trainer/memory-plan.ts';
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

/** As one small RL job. */
export const SMALL_STEP: StepSize = { sequences: 4, tokens: 100 };
/** As the peers of docs/benchmarks.md are measured. */
const STEP: StepSize = { sequences: 4, tokens: 256 };
const CAPACITY = 512;
/** How far losses and gradient norms of the two may lie apart, of themselves. */
const TOLERANCE = { f32: 2e-3, 'f32-high': 2e-3, f16: 2e-2, int8: 2e-3 };

/** A model under test, with the file or folder that the peer loads. */
export interface TrainedModel {
  name: string;
  path: string;
  model: LoadedModel;
}

/** A table. */
export interface Table {
  title: string;
  rows: Row[];
}

/** What steps are taken, how often and in what memory, and by whom else: an interpreter with PEFT, or nobody. */
export interface StepTrial {
  size: StepSize;
  samples: number;
  plan: MemoryPlan;
  /** A folder that is there. */
  home: string;
  python: string | null;
}

/** What was measured. */
export interface TrialResult {
  ours: OurSteps;
  /** Null where nobody took part. */
  peer: (PeerSteps & { matmulFlops: number }) | null;
}

/** One LoRA step on the toy model and on SmolLM2-135M, beside transformers and PEFT of `python` where it is given. */
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
      const plan = roomyPlan(trained.model.decoder.config, CAPACITY);
      const { ours, peer } = await trySteps(bench, trained, { size: STEP, samples, plan, home, python }, roofline);
      const title = `Training, ${trained.name}, LoRA rank 8, ${STEP.sequences} x ${STEP.tokens} tokens`;
      yield { title, rows: stepRows(ours, peer) };
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Steps of ours and of the peer from the same adapter, compared before they are timed. Throws where they differ. */
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
    // The first compiles kernels, here and there. Both begin with the same adapter and must agree on all that follows.
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
    throw new Error(`step ${step + 1}: our ${what} is ${ours[what]}, that of PyTorch ${theirs[what]}`);
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
