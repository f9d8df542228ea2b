import type { Browser } from 'playwright-core';
import { startTestServer, type TestServer } from '../../api/test-server.ts';
import { type Found, openBrowser } from '../../docs/browser.ts';
import { splitLikeLlama3 } from '../../model/llama3-toy.ts';
import { makeToyRuns, type ToyModel, type ToyRuns } from './toy-runs.ts';

/** Browser of all suites, and server of most: the toy model, ready for GGUF export, with the real compute process. */
export let browser: Browser;
export let server: TestServer;

let made: Promise<ToyRuns> | null = null;

export async function startFixture(found: Found): Promise<void> {
  const started = startTestServer({ prepareModel: async (toy) => splitLikeLlama3(toy) });
  [server, browser] = await Promise.all([started, openBrowser(found)]);
}

export async function endFixture(): Promise<void> {
  await browser?.close();
  await server?.end();
}

/** Returns the runs of the server's first owner. They are created on the first call. */
export function toyRuns(): Promise<ToyRuns> {
  made ??= makeToyRuns(server);
  return made;
}

/** Returns the addresses of the trajectory pages of an RL-trained model, by the names of their screenshots. */
export async function trajectoryAddresses({ id: model, runId }: ToyModel): Promise<Record<string, string>> {
  const job = (await server.call('GET', `/preview/training-jobs?model_id=${model}`)).body.data[0].id;
  const query = `job_id=${job}&group=0&sort=highest_reward`;
  const { id } = (await server.call('GET', `/preview/models/${model}/trajectories?${query}`)).body.data[0];
  return {
    trajectories: `#/runs/${runId}?tab=trajectories`,
    groups: `#/runs/${runId}?tab=trajectories&view=groups&job=${job}`,
    trajectory: `#/trajectories/${model}/${id}`,
    tokens: `#/trajectories/${model}/${id}?tab=tokens`,
    diff: `#/trajectories/${model}/${id}?tab=diff`,
    facts: `#/trajectories/${model}/${id}?tab=facts`,
  };
}
