import { afterAll, beforeAll, expect, test } from 'vitest';
import { withMore } from '../tier.ts';
import { attack, expectUnharmed } from './attack.ts';
import { type HostileServer, startHostileServer } from './hostile-server.ts';

let server: HostileServer;
let model: { id: string; run_id: string };
beforeAll(async () => {
  server = await startHostileServer();
  const [base_model] = (await server.call('GET', '/preview/base-models')).body;
  model = (await server.call('POST', '/preview/models', { project: 'p', name: 'm', base_model })).body;
});
afterAll(() => server.stop());

/** Returns the body of a log with this number of metric names, spread over trajectories with `each` names. */
function bodyOf(names: number, each: number, name = (i: number) => `m${i}`): string {
  const trajectories: string[] = [];
  for (let from = 0; from < names; from += each) {
    const metrics = Array.from({ length: Math.min(each, names - from) }, (_, i) => `"${name(from + i)}":1`);
    trajectories.push(`{"metrics":{${metrics.join()}}}`);
  }
  return `{"split":"val","trajectory_groups":[{"trajectories":[${trajectories.join()}]}]}`;
}

const attacks = withMore<[string, string]>(
  [
    ['a million names', bodyOf(1_000_000, 4_000)],
    ['names of a megabyte', bodyOf(8, 1, (i) => `${i}`.repeat(2 ** 20))],
  ],
  [
    ['a name for each of 60,000 trajectories', bodyOf(60_000, 1)],
    ['as many names as a small body holds', bodyOf(150_000, 4_000)],
  ],
);

test.each(attacks)('a log of %s is refused, and the server survives it', async (_, body) => {
  const damage = await attack(server, async () => {
    const { status, body: answer } = await server.call('POST', `/preview/models/${model.id}/log`, body);
    expect([status, answer.error.param]).toEqual([
      422,
      expect.stringMatching(/^trajectory_groups\.0\.trajectories\.\d+\.metrics$/),
    ]);
    expect(answer.error.message).toMatch(/at most (1024 are allowed in one log|256 are allowed)/);
  });
  expectUnharmed(damage);
  const { data } = (await server.call('GET', `/preview/models/${model.id}/checkpoints`)).body;
  expect(data).toMatchObject([{ step: 0, metrics: {} }]);
  expect((await server.call('GET', `/preview/runs/${model.run_id}/history`)).body.data).toEqual([]);
});

test('logs with new metric names are refused when the checkpoint would exceed 1,024 metrics', async () => {
  const statuses: number[] = [];
  for (const part of ['a', 'b', 'c', 'd']) {
    const body = bodyOf(300, 300, (i) => `${part}${i}`);
    statuses.push((await server.call('POST', `/preview/models/${model.id}/log`, body)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 422]);
  const { data } = (await server.call('GET', `/preview/models/${model.id}/checkpoints`)).body;
  expect(Object.keys(data[0].metrics)).toHaveLength(901);
});
