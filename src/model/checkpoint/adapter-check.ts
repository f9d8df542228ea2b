import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { NO_EXPERTS } from '../flat-adapter.ts';
import { EXPERTS, MAX_LORA_RANK, targetOf } from '../lora-layout.ts';
import { ADAPTER_CONFIG_FILE, isOnGatesAndUps } from './adapter-config.ts';
import { ADAPTER_WEIGHTS_FILE, adapterModules, readAdapterConfig } from './adapter-files.ts';
import { CheckpointError } from './checkpoint.ts';
import type { ModelConfig } from './config.ts';
import { modelNameOf } from './gguf-files.ts';
import { checkTargetModules } from './target-modules.ts';

/** The two files of an uploaded PEFT adapter, which may have any name here, and the limits that it must meet. */
export interface AdapterCheck {
  configFile: string;
  weightsFile: string;
  config: ModelConfig;
  /** Name of the base model; null accepts an adapter of any base model. */
  baseModel: string | null;
  /** The highest LoRA rank that the server has memory for. */
  highestRank: number;
  /** Whether the server has memory for adapters on experts. */
  onExperts: boolean;
}

/** Maximum characters of an error message, which quotes names and values of the file. */
const LONGEST_FAULT = 1_000;

/**
 * Checks that an adapter can be served and trained further. Throws `CheckpointError` that names the file as PEFT does,
 * and the invalid key or tensor. Holds one projection in memory at a time.
 */
export function checkAdapter(check: AdapterCheck): void {
  try {
    checkFiles(check);
  } catch (error) {
    if (!(error instanceof CheckpointError)) throw error;
    const fault = error.message
      .replaceAll(check.configFile, ADAPTER_CONFIG_FILE)
      .replaceAll(check.weightsFile, ADAPTER_WEIGHTS_FILE);
    const told = fault.length > LONGEST_FAULT ? `${fault.slice(0, LONGEST_FAULT)}...` : fault;
    throw new CheckpointError(told, { cause: error });
  }
}

function checkFiles({ configFile, weightsFile, config, baseModel, highestRank, onExperts }: AdapterCheck): void {
  const adapter = readAdapterConfig(configFile);
  if (baseModel !== null && adapter.baseModel !== null && lastPart(adapter.baseModel) !== lastPart(baseModel)) {
    throw new CheckpointError(
      `${ADAPTER_CONFIG_FILE}: base_model_name_or_path: ${JSON.stringify(adapter.baseModel)} is not ` +
        `${JSON.stringify(baseModel)}; any_base_model: true accepts it anyway, if the shapes match`,
    );
  }
  for (const [key, rank] of [['r', adapter.rank] as const, ...Object.entries(adapter.rankPattern)]) {
    // A pair on `gate_up_proj` may hold two ranks side by side; the loop over the projections below checks each.
    if (rank <= highestRank || isOnGatesAndUps(key, adapter)) continue;
    const place = key === 'r' ? key : `rank_pattern.${key}`;
    throw new CheckpointError(`${ADAPTER_CONFIG_FILE}: ${place}: ${tooHigh(rank, highestRank)}`);
  }
  const modules = new Set<string>();
  for (const [name, { a, b, rank }] of adapterModules(weightsFile, adapter, config)) {
    // PEFT does not list adapters on parameters as modules.
    if (adapter.parameters.length === 0 || targetOf(name) !== EXPERTS) modules.add(name);
    if (rank > highestRank) {
      throw new CheckpointError(`${ADAPTER_WEIGHTS_FILE}: the rank of ${name}: ${tooHigh(rank, highestRank)}`);
    }
    if (!onExperts && targetOf(name) === EXPERTS) throw new CheckpointError(`${ADAPTER_WEIGHTS_FILE}: ${NO_EXPERTS}`);
    if (a.every(Number.isFinite) && b.every(Number.isFinite)) continue;
    throw new CheckpointError(`${ADAPTER_WEIGHTS_FILE}: ${name} has values that are not finite`);
  }
  if (adapter.targets !== null) checkTargetModules(ADAPTER_CONFIG_FILE, adapter.targets, modules, config);
}

function tooHigh(rank: number, highest: number): string {
  const room = rank <= MAX_LORA_RANK ? `; DAYBREAK_LORA_MAX_RANK=${rank} allows it` : '';
  return `${rank} is above ${highest}, the highest rank of this server${room}`;
}

/**
 * Returns `smollm2-135m-instruct` for `HuggingFaceTB/SmolLM2-135M-Instruct`; a model's folder may lack the owner.
 */
function lastPart(name: string): string {
  return modelNameOf(name.split(/[/\\]/).findLast((part) => part !== '') ?? name).toLowerCase();
}

/**
 * Runs `checkAdapter`, which reads all of the weights, in a worker thread. Rejects with `CheckpointError`, or with an
 * AbortError if `signal` aborts, which ends the thread.
 */
export async function checkAdapterInThread(check: AdapterCheck, signal: AbortSignal): Promise<void> {
  const entry = import.meta.url.endsWith('.ts') ? './adapter-check-thread.ts' : './adapter-check-thread.js';
  const thread = new Worker(new URL(entry, import.meta.url), { workerData: check, execArgv: [], env: {} });
  try {
    const [{ fault }] = (await once(thread, 'message', { signal })) as [{ fault: string | null }];
    if (fault !== null) throw new CheckpointError(fault);
  } finally {
    await thread.terminate();
  }
}
