import { setTimeout as sleep } from 'node:timers/promises';
import type { Device } from '../../compute/device.ts';
import { type LoraSettings, loraLayout } from '../../model/lora-layout.ts';
import type { LoadedModel } from './loaded-model.ts';
import { TINY_PASSES, type TinyPass, TinyTraining } from './tiny-training.ts';

/** CPU time of the driver that proves that it compiles: reading compiled kernels from disk takes a tenth. */
const COMPILING_MS = 500;
const LOOK_EVERY_MS = 100;

/** Compiles the kernels that training needs on a device. They differ by model, rank and targets. */
export class TrainingKernels {
  readonly #device: Device;
  readonly #done = new WeakMap<LoadedModel, Map<string, Promise<void>>>();

  constructor(device: Device) {
    this.#device = device;
  }

  /**
   * Compiles the kernels for training adapters with these settings, unless that was done. `servesChats` means that
   * chats are served meanwhile, whose device every compilation would block. Throws what `Trainer.step` throws.
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
 * Makes the driver compile every kernel that training `model` needs, by training a tiny model of the same kind. On a
 * software adapter a first compilation takes seconds, in the middle of a step, while every chat waits. Drivers cache
 * compiled kernels on disk.
 *
 * llvmpipe compiles in the single thread of a device's queue. So a second device compiles too, and the first reads its
 * results from disk. The second works from the other end at the same time. If chats are served, it runs before the
 * first begins, so that chats wait for no compiler and lose at most one core. Throws what `Trainer.step` throws.
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
  // Waits for the second device even if the first fails.
  await first.finally(() => helped);
}

/** Runs one pass after another while `shouldContinue` returns true. */
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

/** Runs the passes on another device. If that fails, the first device compiles the rest and reports the error. */
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
    // The kernels it has compiled are in the driver's cache on disk; the first device compiles the rest.
  } finally {
    await second?.destroy();
  }
}

/**
 * Returns a function that tells whether, since now, the process has used so much CPU time outside of this thread that a
 * compiler must run.
 */
function driverWatch(): () => boolean {
  const ms = () => {
    const [all, own] = [process.cpuUsage(), process.threadCpuUsage()];
    return (all.user + all.system - own.user - own.system) / 1000;
  };
  const begun = ms();
  return () => ms() - begun > COMPILING_MS;
}
