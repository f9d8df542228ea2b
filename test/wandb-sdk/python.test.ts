import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { peerEntry, startTestServer, type TestServer } from '../api/test-server.ts';
import { artEnvironment, everydayVersion } from '../art/art-versions.ts';
import { type Environment, environmentFor, factsOf, titled } from '../art/python-programs.ts';
import { isLong } from '../tier.ts';

interface Facts {
  version: string;
  run: string;
  logged: [string, string[]];
  used: unknown[];
  saved: [string[], object, number, number];
  versions: string[];
  'unknown artifact': string;
  'unknown operation': string;
}

async function older(version: string): Promise<Environment> {
  if (!isLong) return { python: '', missing: 'only npm run test:long has it' };
  const requirements = `test/wandb-sdk/requirements-${version}.txt`;
  return environmentFor({ name: `wandb-${version}`, requirements, leastMinor: 10, bytes: 2e8 });
}

/** The newest comes with ART's client. */
const environments = {
  '0.22.0': await older('0.22.0'),
  '0.26.0': await older('0.26.0'),
  '0.31.0': await artEnvironment(everydayVersion),
};

/** Each has a server of its own: they make things of the same names. */
let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ workerEntry: peerEntry });
});
afterEach(() => server.end());

describe.each(Object.entries(environments))('wandb %s', (version, environment) => {
  test.skipIf(environment.missing !== '')(
    titled('logs runs, and keeps and finds artifacts here, by its address and key alone', environment),
    async () => {
      const program = fileURLToPath(new URL('client.py', import.meta.url));
      const { origin } = new URL(server.baseUrl);
      const env = { WANDB_BASE_URL: origin, WANDB_API_KEY: server.key, WANDB_SILENT: 'true' };
      const facts: Facts = await factsOf(environment.python, [program], { env });
      expect(facts).toMatchObject({
        version,
        logged: ['v0', ['best', 'latest']],
        used: ['v0', { n: 2 }, 'hello', 'nested'],
        saved: [['best', 'latest', 'prod'], { n: 2, more: 1 }, 11, 2],
        versions: ['v0'],
      });
      expect(facts['unknown artifact']).toMatch(/none:v0|none/);
      expect(facts['unknown operation']).toMatch(/not answered here/);
      const { body } = await server.call('GET', '/preview/runs?order=desc&limit=1');
      expect(body.data[0]).toMatchObject({ name: 'my run', project: 'alone', model_id: null });
      const history = await server.call('GET', `/preview/runs/${body.data[0].id}/history`);
      const lines = history.body.data.map(({ step, metrics }: { step: number; metrics: object }) => [step, metrics]);
      expect(lines).toEqual([
        [0, { loss: 3, 'deep.a': 0 }],
        [1, { loss: 2, 'deep.a': 1 }],
        [2, { loss: 1, 'deep.a': 2 }],
        [3, { loss: 0.5 }],
      ]);
    },
  );
});
