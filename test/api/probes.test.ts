import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HealthHandler, type HealthParts } from '../../src/api/handlers/health.ts';
import { peerEntry, startTestServer, type TestServer } from './test-server.ts';

describe('the probes of load balancers and orchestrators', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ workerEntry: peerEntry });
  });
  afterAll(() => server.end());

  const probe = async (path: string) => {
    const response = await fetch(new URL(path, server.baseUrl));
    const body = (await response.json()) as { error?: { code: string; message: string } };
    return { status: response.status, body, retry: response.headers.get('retry-after') };
  };

  it.each(['/livez', '/v1/livez'])('%s answers alive without a key', async (path) => {
    expect(await probe(path)).toMatchObject({ status: 200, body: { status: 'alive' } });
  });

  it.each(['/readyz', '/v1/readyz'])(
    '%s is 503 and names the part that is not ready, while livez stays 200',
    async (path) => {
      expect(await probe(path)).toMatchObject({ status: 200, body: { status: 'ready' } });
      const down = { ...server.compute.report(), state: 'down' as const };
      const report = vi.spyOn(server.compute, 'report').mockReturnValue(down);
      const answer = await probe(path);
      expect([answer.status, answer.retry]).toEqual([503, '5']);
      expect(answer.body.error?.code).toBe('compute_unavailable');
      expect(answer.body.error?.message).toBe('compute: The compute process is being started.');
      expect((await probe('/livez')).status).toBe(200);
      report.mockRestore();
      expect((await probe(path)).status).toBe(200);
    },
  );

  it('the list of workers of a single server has itself', async () => {
    const { status, body } = await server.call('GET', '/preview/workers');
    expect(status).toBe(200);
    expect(body.data).toMatchObject([
      {
        ...{ version: '0.0.0-test', role: 'all', state: 'ready', load: 0 },
        models: [{ id: 'toy', class: null, places: 16_384 }],
      },
    ]);
    const [{ since, heard }] = body.data;
    expect(Date.parse(since)).toBeLessThan(Date.parse(heard));
    expect(body.warnings).toEqual([]);
    const { workers, warnings } = (await server.call('GET', '/system-check')).body;
    expect(warnings).toEqual([]);
    expect(workers.map(({ id }: { id: string }) => id)).toEqual([body.data[0].id]);
  });
});

describe('readiness', () => {
  const handler = (changes: Partial<HealthParts>, ping = async () => {}) =>
    new HealthHandler({
      store: { ping } as HealthParts['store'],
      health: { problem: () => null, ping: async () => {} },
      clusterProblem: () => null,
      log: pino({ level: 'silent' }),
      ...changes,
    } as HealthParts);

  it('fails if the database fails or hangs', async () => {
    const failing = handler({}, () => Promise.reject(new Error('no route')));
    await expect(failing.getReadyz()).rejects.toMatchObject({
      code: 'database_unavailable',
      message: 'database: The database does not answer.',
    });
    const hanging = handler({}, () => new Promise(() => {}));
    await expect(hanging.getReadyz()).rejects.toMatchObject({ code: 'database_unavailable' });
  });

  it('names every part that is not ready', async () => {
    const problems = { clusterProblem: () => 'The bus of the cluster is lost.' };
    const health = { problem: () => 'No worker is there.', ping: async () => {} };
    await expect(handler({ ...problems, health }).getReadyz()).rejects.toMatchObject({
      code: 'compute_unavailable',
      message: 'cluster: The bus of the cluster is lost. compute: No worker is there.',
    });
  });

  it('queries the database once for 50 concurrent probes', async () => {
    const ping = vi.fn(async () => {});
    const one = handler({}, ping);
    await Promise.all(Array.from({ length: 50 }, () => one.getReadyz()));
    expect(ping).toHaveBeenCalledTimes(1);
  });
});
