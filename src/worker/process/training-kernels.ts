import { setTimeout as sleep } from 'node:timers/promises';
import type { Device } from '../../compute/device.ts';
import { type LoraSettings, loraLayout } from '../../model/lora-layout.ts';
import type { LoadedModel } from './loaded-model.ts';
import { TINY_PASSES, type TinyPass, TinyTraining } from './tiny-training.ts';

/** CPU time of the driver after which we know that it compiles: reading from disk what it has takes a tenth. */
const COMPILING_MS = 500;
const LOOK_EVERY_MS = 100;

/** Which kernels a device has had compiled for training: they differ by model, by rank and by where the adapter is. */
export class TrainingKernels {
  readonly #device: Device;
  readonly #done = new WeakMap<LoadedModel, Map<string, Promise<void>>>();

  constructor(device: Device) {
    this.#device = device;
  }

  /**
   * Compiles what training such adapters of `model` takes, unless that was done. `servesChats`: whether chats are
   * answered meanwhile, whose device each kernel that it compiles would hold up. Throws what `Trainer.step` throws.
   */
  compile(model: LoadedModel, lora: LoraSettings, { servesChats }: { servesChats: boolean }): Promise<void> {
    const done = this.#done.get(model) ?? new Map<string, Promise<void>>();
    this.#done.set(model, done);
    const key = `${loraLayout(model.decoder.config, lora).rank} ${[...lora.targets].sort().join()}`;
    const compiled =
      done.get(key) ?? compileTrainingKernels(this.#device, { decoder: model.decoder, lora }, servesChats);
    done.set(key, compiled);
    compiled.catch(() => done.delete(key));
    return compiled;
  }
}

type TrainedModel = Pick<LoadedModel, 'decoder' | 'lora'>;

/**
 * Has the driver compile every kernel that training `model` needs, by training a tiny one of the same kind. A software
 * adapter takes seconds for that the first time, in the middle of a step, with every chat waiting; drivers keep what
 * they compiled on disk.
 *
 * llvmpipe compiles in the one thread of a device's queue. So a second device compiles too, and the first finds on disk
 * what that had compiled: from the other end at the same time, or, while chats are answered, before the first begins,
 * so that they wait for no compiler and lose one core at most. Throws what `Trainer.step` throws.
 */
export async function compileTrainingKernels(device: Device, model: TrainedModel, servesChats = false): Promise<void> {
  if (!device.info.name.startsWith('llvmpipe')) return runPasses(device, model, TINY_PASSES);
  if (servesChats) {
    await runOnSecond(device, model, TINY_PASSES);
    return runPasses(device, model, TINY_PASSES);
  }
  const isCompiling = driverWatch();
  let isDone = false;
  const first = runPasses(device, model, TINY_PASSES).finally(() => {
    isDone = true;
  });
  const second = async () => {
    while (!isDone && !isCompiling()) await sleep(LOOK_EVERY_MS);
    if (!isDone) await runOnSecond(device, model, TINY_PASSES.toReversed(), () => !isDone);
  };
  const helped = second();
  // The second device ends before this does, also where the first has failed.
  await first.finally(() => helped);
}

/** A pass after the other, as long as `shouldContinue` says so. */
async function runPasses(
  device: Device,
  model: TrainedModel,
  passes: readonly TinyPass[],
  shouldContinue: () => boolean = () => true,
): Promise<void> {
  const training = await TinyTraining.begin(device, model);
  try {
    for (const pass of passes) {
      await training.run(pass);
      if (!shouldContinue()) return;
    }
  } finally {
    training.end();
  }
}

/** The same on another device. Where that fails, the first compiles what is left, and tells what is wrong. */
async function runOnSecond(
  device: Device,
  model: TrainedModel,
  passes: readonly TinyPass[],
  shouldContinue?: () => boolean,
): Promise<void> {
  let second: Device | undefined;
  try {
    second = await device.openAnother();
    await runPasses(second, model, passes, shouldContinue);
  } catch {
    // What it had compiled until then is on disk.
  } finally {
    await second?.destroy();
  }
}

/** Whether this process has computed, since now, for as long outside of this thread as only a compiler does. */
function driverWatch(): () => boolean {
  const ms = () => {
    const [all, own] = [process.cpuUsage(), process.threadCpuUsage()];
    return (all.user + all.system - own.user - own.system) / 1000;
  };
  const begun = ms();
  return () => ms() - begun > COMPILING_MS;
}
