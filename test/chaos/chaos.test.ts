import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { runChaos } from '../../scripts/chaos/chaos.ts';
import { plans } from '../../scripts/chaos/training.ts';
import { isLong } from '../tier.ts';

const setUp = fileURLToPath(new URL('../../scripts/setup.mjs', import.meta.url));

// Builds the server as users start it, from the current src.
beforeAll(() => void execFileSync(process.execPath, [setUp]));

const leastKills = isLong ? 50 : 6;

test('jobs under many kills of the HTTP and compute processes end bit-identically to undisturbed jobs', async () => {
  const { calm, struck, kills, different, leftovers } = await runChaos({ kills: leastKills, seed: 20_261_121 });
  expect(kills.http + kills.compute).toBeGreaterThanOrEqual(leastKills);
  expect(Math.min(kills.http, kills.compute)).toBeGreaterThan(0);
  for (const [plan, { events, checkpoints, trajectories, files }] of Object.entries(calm)) {
    expect(checkpoints.map(({ step }) => step)).toEqual([0, 1, 2]);
    // Several gradient steps a job, so that kills can hit its middle. One checkpoint a job; the newest has optimizer
    // moments.
    for (const job of events) {
      expect(job.filter(({ type }) => type === 'gradient_step').length, plan).toBeGreaterThan(3);
    }
    expect(trajectories.filter(({ tokens }) => tokens !== null).length, plan).toBeGreaterThan(30);
    expect(Object.keys(files)).toEqual([
      ...['1/adapter_config.json', '1/adapter_model.safetensors'],
      ...['2/adapter_config.json', '2/adapter_model.safetensors', '2/optimizer.safetensors'],
    ]);
  }
  expect(struck.length).toBeGreaterThanOrEqual(Object.keys(plans).length);
  for (const { plan, outcome } of struck) expect(outcome, plan).toEqual(calm[plan]);
  expect(different).toEqual([]);
  expect(leftovers).toEqual([]);
});
