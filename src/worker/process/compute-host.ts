import { availableParallelism } from 'node:os';
import { allocateWith, download } from '../../compute/buffer.ts';
import { Device } from '../../compute/device.ts';
import { DeviceLock } from '../../compute/device-lock.ts';
import { globalNorm, NORM_SCRATCH_WORDS } from '../../compute/ops/adamw.ts';
import { Recorder } from '../../compute/recorder.ts';
import { useTuning } from '../../compute/tuning-file.ts';
import type { BeamReport, BeamRequest } from '../../inference/beam-request.ts';
import { heapLimits } from '../../inference/cost/heap-limits.ts';
import type { SequenceListener } from '../../inference/engine/sequence.ts';
import type { GenerateRequest } from '../../inference/generate-request.ts';
import { GrammarPool } from '../../inference/grammar/service/grammar-pool.ts';
import { processLimits } from '../../inference/grammar/service/process-limits.ts';
import { loadProcessors } from '../../inference/processors/processor-table.ts';
import { loraLayout } from '../../model/lora-layout.ts';
import type { TrainStepResult } from '../../training/train-step.ts';
import { describePlan, longestFitting } from '../../training/trainer/memory-plan.ts';
import { gradientMatrix } from '../../training/trainer/training-buffers.ts';
import type {
  DeviceReport,
  FittedModelReport,
  GenerateReport,
  LoadReport,
  LoadRequest,
  ModelStats,
  TrainBeginRequest,
  TrainLogprobsRequest,
  TrainOpenReport,
  TrainOpenRequest,
  TrainPlanReport,
  TrainPlanRequest,
  TrainStepCall,
} from '../protocol.ts';
import { type DeviceMemory, deviceMemory } from './device-memory.ts';
import { checkFit } from './fitting-models.ts';
import { type LoadedModel, serveModel, type UploadedModel, uploadModel } from './loaded-model.ts';
import { cacheRoom, trainingRoom } from './memory-budget.ts';
import { longRowsBytes } from './serving-plan.ts';
import { TrainingKernels } from './training-kernels.ts';
import { TrainingSessions } from './training-sessions.ts';

/** State of the compute process: one device, the served models, the training sessions. */
export class ComputeHost {
  readonly #lock = new DeviceLock();
  /** Grammar worker processes, shared by all models. */
  readonly #grammars = new GrammarPool(processLimits(availableParallelism(), heapLimits().grammars));
  readonly #models = new Map<string, LoadedModel>();
  #device: Device | undefined;
  #sessions: TrainingSessions | undefined;
  #compiled: TrainingKernels | undefined;

  /**
   * Opens the device and loads logits processors and models. Throws NoAdapterError, CheckpointError,
   * DeviceOutOfMemoryError.
   */
  async load(
    { models, processors: path, trainingMemory }: LoadRequest,
    progress: (text: string) => void,
  ): Promise<LoadReport> {
    const processors = await loadProcessors(path);
    const device = await Device.open();
    this.#device = device;
    const { matrixFault } = device.info;
    if (matrixFault !== undefined) progress(`matrix products do not use subgroup matrices: ${matrixFault}`);
    useTuning(device);
    const memory = await deviceMemory(device.info, progress);
    checkFit(models, memory);
    const uploaded: UploadedModel[] = [];
    for (const files of models) uploaded.push(await uploadModel(device, files, progress));
    const weightBytes = uploaded.reduce((sum, { weights }) => sum + weights.bytes, 0);
    const longRows = Math.max(...uploaded.map(({ weights, files }) => longRowsBytes(device, weights, files)));
    const job = { operator: trainingMemory, longRows };
    let room = cacheRoom(memory, weightBytes, job);
    this.#compiled = new TrainingKernels(device);
    for (const [i, { files, weights }] of uploaded.entries()) {
      // What a model leaves of its equal share goes to the next ones.
      const part = room / (uploaded.length - i);
      const model = await serveModel(device, this.#lock, { files, weights }, part, processors, this.#grammars);
      room -= model.bytes - weights.bytes;
      progress(`compiling the kernels that train ${files.id}`);
      await this.#compiled.compile(model, model.lora, { servesChats: false });
      this.#models.set(files.id, model);
    }
    const servedBytes = [...this.#models.values()].reduce((sum, model) => sum + model.bytes, 0);
    const training = trainingRoom(memory, servedBytes, job);
    this.#sessions = new TrainingSessions(device, this.#lock, training.jobBytes);
    const fitted = [...this.#models.values()].map((model) => fittedReport(device, model, training.jobBytes));
    return { device: deviceReport(device, memory), models: fitted, training, processors: [...processors.keys()] };
  }

  async generate(
    request: GenerateRequest,
    { onToken, onPrompt }: SequenceListener,
    signal: AbortSignal,
  ): Promise<GenerateReport> {
    const cause = await this.#model(request.model).engine.generate(request, onToken, signal, onPrompt);
    return { cause };
  }

  stats(): ModelStats[] {
    return [...this.#models].map(([model, { engine }]) => ({ model, stats: engine.stats }));
  }

  search(request: BeamRequest, signal: AbortSignal): Promise<BeamReport> {
    return this.#model(request.model).engine.search(request, signal);
  }

  get training(): TrainingSessions {
    if (!this.#sessions) throw new Error('no device is open yet');
    return this.#sessions;
  }

  /**
   * Plans memory and compiles the kernels for the adapter's rank. Throws CheckpointError (adapter),
   * TrainingTooLargeError.
   */
  async trainPlan(request: TrainPlanRequest): Promise<TrainPlanReport> {
    const model = this.#model(request.model);
    const { plan, lora } = this.training.plan(request, model);
    await this.#compiled?.compile(model, lora, { servesChats: true });
    return { plan, description: describePlan(plan) };
  }

  trainBegin(request: TrainBeginRequest): Promise<void> {
    return this.training.begin(request, this.#model(request.model));
  }

  /** Opens a session. Throws what `TrainingSessions.open` throws. */
  async trainOpen(request: TrainOpenRequest): Promise<TrainOpenReport> {
    const model = this.#model(request.model);
    const report = await this.training.open(request, model);
    await this.#compiled?.compile(model, report.lora, { servesChats: true });
    return report;
  }

  /** Runs a step. A cancelled one ends with AbortedError; its session is then unusable. */
  trainStep({ session, request }: TrainStepCall, signal: AbortSignal): Promise<TrainStepResult> {
    return this.training.step(session, request, signal);
  }

  trainLogprobs(request: TrainLogprobsRequest, signal: AbortSignal): Promise<Float32Array[]> {
    return this.training.logprobs(request, this.#model(request.model), signal);
  }

  /** Runs one small reduction and checks its result. Throws if the device does not compute correctly. */
  async ping(): Promise<void> {
    const device = this.#device;
    if (!device) throw new Error('no device is open yet');
    await this.#lock.run(async () => {
      const recorder = new Recorder(device);
      const grads = await allocateWith(device, Float32Array.of(3, 4), 'ping');
      const partial = await allocateWith(device, new Float32Array(NORM_SCRATCH_WORDS), 'ping');
      const norm2 = await allocateWith(device, new Float32Array(1), 'ping');
      globalNorm(recorder, { grads, count: 2, partial, norm2 });
      recorder.submit();
      const [value] = new Float32Array(await download(device, norm2, 0, 4));
      for (const buffer of [grads, partial, norm2]) buffer.gpu.destroy();
      device.check();
      if (value !== 25) throw new Error(`the device computed 3^2 + 4^2 = ${value}`);
    });
  }

  async close(): Promise<void> {
    this.#grammars.close();
    await this.#device?.destroy();
  }

  #model(id: string): LoadedModel {
    const model = this.#models.get(id);
    if (!model) throw new Error(`model ${id} is not loaded`);
    return model;
  }
}

function fittedReport(device: Device, { report, decoder, lora }: LoadedModel, allowedBytes: number): FittedModelReport {
  const { config } = decoder;
  const matrix = gradientMatrix(device, decoder);
  const job = { config, lora: loraLayout(config, lora), matrix, allowedBytes };
  return { ...report, trainingTokens: longestFitting(job, report.trainingLength) };
}

function deviceReport(device: Device, { bytes, source }: DeviceMemory): DeviceReport {
  const { name, vendor, backend, fallback, features } = device.info;
  const memory = { memoryBytes: bytes, memorySource: source };
  return { adapter: name, vendor, backend, fallback, features, maxBindingBytes: device.maxBindingBytes, ...memory };
}
