import { join } from 'node:path';
import type { Device } from '../compute/device.ts';
import type { DeviceTurn } from '../compute/turn.ts';
import { writeAdapter } from '../model/checkpoint/adapter-files.ts';
import { CheckpointError } from '../model/checkpoint/checkpoint.ts';
import { SafetensorsFile } from '../model/checkpoint/safetensors-file.ts';
import { writeSafetensors } from '../model/checkpoint/safetensors-write.ts';
import { adapterTensors, readFlatAdapter } from '../model/flat-adapter.ts';
import type { TrainStepRequest, TrainStepResult } from '../training/train-step.ts';
import { type OptimizerState, Trainer } from '../training/trainer/trainer.ts';
import type { LoadedModel } from './loaded-model.ts';
import { OPTIMIZER_FILE, type TrainBeginRequest, type TrainSaveRequest } from './protocol.ts';

interface Session {
  trainer: Trainer;
  model: LoadedModel;
}

/** The adapters that are being trained now, by session name. */
export class TrainingSessions {
  readonly #device: Device;
  readonly #turn: DeviceTurn;
  readonly #sessions = new Map<string, Session>();

  constructor(device: Device, turn: DeviceTurn) {
    this.#device = device;
    this.#turn = turn;
  }

  /** Throws CheckpointError (adapter or optimizer file), DeviceOutOfMemoryError. */
  async begin(request: TrainBeginRequest, model: LoadedModel): Promise<void> {
    this.end(request.session);
    const { config, lora } = model.decoder;
    const adapter = request.adapter ? readFlatAdapter(request.adapter.folder, config, lora) : null;
    const optimizer = request.optimizerFile ? readOptimizer(request.optimizerFile, lora.elements) : null;
    const trainer = await Trainer.begin(this.#device, model.decoder, this.#turn, adapter, optimizer);
    this.#sessions.set(request.session, { trainer, model });
  }

  step(session: string, request: TrainStepRequest, signal: AbortSignal): Promise<TrainStepResult> {
    return this.#session(session).trainer.step(request, signal);
  }

  /** Writes adapter and optimizer state. Throws what the file system throws (ENOSPC), and an Error for NaN weights. */
  async save({ session, folder }: TrainSaveRequest): Promise<void> {
    const { trainer, model } = this.#session(session);
    const { lora } = model.decoder;
    const { rank, alpha } = lora;
    const settings = { rank, alpha, baseModel: model.report.id };
    const weights = await trainer.weights();
    if (!weights.every(Number.isFinite)) throw new Error('the weights are not finite after the last step');
    writeAdapter(folder, settings, adapterTensors(weights, lora));
    writeOptimizer(join(folder, OPTIMIZER_FILE), await trainer.optimizer());
  }

  end(session: string): void {
    this.#sessions.get(session)?.trainer.end();
    this.#sessions.delete(session);
  }

  #session(name: string): Session {
    const session = this.#sessions.get(name);
    if (!session) throw new Error(`no training session ${name}`);
    return session;
  }
}

function writeOptimizer(path: string, { m, v, steps }: OptimizerState): void {
  const tensors = [
    { name: 'exp_avg', shape: [m.length], data: m },
    { name: 'exp_avg_sq', shape: [v.length], data: v },
  ];
  writeSafetensors(path, tensors, { steps: String(steps) });
}

function readOptimizer(path: string, elements: number): OptimizerState {
  const file = new SafetensorsFile(path);
  try {
    const m = file.readFloat32('exp_avg');
    const v = file.readFloat32('exp_avg_sq');
    const steps = Number(file.metadata.steps);
    if (m.length !== elements || v.length !== elements || !Number.isInteger(steps) || steps < 0) {
      throw new CheckpointError(`${path}: not the optimizer state of an adapter of ${elements} elements`);
    }
    return { m, v, steps };
  } finally {
    file.close();
  }
}
