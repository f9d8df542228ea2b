import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestServer } from '../../api/test-server.ts';
import { artEnvironment, everydayVersion, program } from '../../art/art-versions.ts';
import { factsOf } from '../../art/python-programs.ts';
import { isLong } from '../../tier.ts';

export const art = await artEnvironment(isLong ? '0.5.17' : everydayVersion);

/** Report of the ART client about its training job. */
export interface Trained {
  id: string;
  step: number;
  steps: number;
}

let go: string;
let trained: Promise<Trained> | null = null;

/** Starts the client before its job is needed, because it takes seconds to load. */
export function startArtClient(server: TestServer): void {
  if (art.missing !== '') return;
  go = join(server.home, 'go');
  const env = { TEST_BASE_URL: server.baseUrl, TEST_API_KEY: server.key, TEST_PROJECT: 'art', TEST_GO: go };
  trained = factsOf(art.python, [program('watched.py')], { env });
  trained.catch(() => {});
}

/** Lets the client train one job on the model `art/watched`. */
export async function trainByArt(): Promise<Trained> {
  await writeFile(go, '');
  return trained!;
}

/** Waits for the client's end. Without a job it ends once the server's folder is gone. */
export async function artClientEnd(): Promise<void> {
  await trained?.catch(() => {});
}
