import { expect, test } from 'vitest';
import { ClusterStorm, type StormParts } from '../../scripts/chaos/cluster-storm.ts';

test('a failing round thaws the processes it froze, and reports the failure', async () => {
  const frozen = new Set<string>();
  const part = (name: string) => ({
    freeze: async () => void frozen.add(name),
    thaw: async () => void frozen.delete(name),
  });
  const ask = async (_: string, path: string) => {
    const data = path === '/preview/workers' ? [{ state: 'ready' }] : [];
    return { status: 200, text: JSON.stringify({ data }) };
  };
  const link = {
    down: async () => {
      if (frozen.has('api') || frozen.has('worker')) throw new Error('no more links');
    },
    up: async () => {},
  };
  const links = { DATABASE_URL: link, NATS_URL: link, DAYBREAK_S3_ENDPOINT: link };
  const engines = { DATABASE_URL: part('database'), NATS_URL: part('bus'), DAYBREAK_S3_ENDPOINT: part('bucket') };
  const roles = ['api', 'worker'] as const;
  const servers = roles.map((role) => ({ ...part(role), ask, hasEnded: false }));
  const form: StormParts['form'] = {
    ...{ roles, plans: {}, restMs: 0, pause: [0.001, 0.001], streams: { count: 0, tokens: 0, restMs: 0 } },
    ...{ times: { kill: 0, stop: 1, link: 5 }, seconds: { kill: [1, 1], stop: [0.05, 0.05], link: [0.001, 0.001] } },
  };
  const cluster = { servers, engines, links: [links, links] };
  const parts = { form, cluster, front: {}, lessons: { groups: [], conversations: '' }, calm: {}, tokens: [] };
  const { violations, faults } = await new ClusterStorm(parts as unknown as StormParts, 1, 30).blow();
  expect(violations).toEqual(['no more links']);
  expect(Object.keys(faults)).toContainEqual(expect.stringMatching(/^(api|worker): STOP/));
  expect([...frozen]).toEqual([]);
});
