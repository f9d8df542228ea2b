import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newKey } from '../abuse/abuse-server.ts';
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
  tags: string[][];
  'used by': boolean[];
  'logged by': [boolean, string];
  'api run': unknown[];
  scanned: object[];
  'changed run': unknown[];
  dated: boolean;
  'scanned pages': number[];
  'scanned keys': object[];
  history: number[];
  sampled: number[];
  'history of keys': object[];
  'unknown run': string;
  'unknown artifact': string;
  'unknown operation': string;
  /** Errors of resuming the run, and of reading it. */
  'wrong key': [string, string];
  'other owner': [string, string];
  'refused in': number;
  /** Facts of a run that logs more than its limit. */
  'refused log in'?: number;
  'kept of it'?: number;
  'deleted run'?: string;
}

async function older(version: string): Promise<Environment> {
  if (!isLong) return { python: '', missing: 'only npm run test:long has it' };
  const requirements = `test/wandb-sdk/requirements-${version}.txt`;
  return environmentFor({ name: `wandb-${version}`, requirements, leastMinor: 10, bytes: 2e8 });
}

/** Environments by version. The newest one comes with ART's client. */
const environments = {
  '0.22.0': await older('0.22.0'),
  '0.26.0': await older('0.26.0'),
  '0.31.0': await artEnvironment(everydayVersion),
};

/** Each test has its own server, since they create objects of the same names. */
let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ workerEntry: peerEntry, env: { DAYBREAK_MAX_LOG_BYTES: '1MiB' } });
});
afterEach(() => server.end());

describe.each(Object.entries(environments))('wandb %s', (version, environment) => {
  test.skipIf(environment.missing !== '')(
    titled('logs runs, and keeps and finds artifacts here, by its address and key alone', environment),
    async () => {
      const program = fileURLToPath(new URL('client.py', import.meta.url));
      const { origin } = new URL(server.baseUrl);
      const keys = {
        TEST_LIMITED_KEY: isLong ? server.key : '',
        TEST_WRONG_KEY: '0'.repeat(40),
        TEST_OTHER_KEY: await newKey(server, { owner: 'bob' }),
      };
      const env = { WANDB_BASE_URL: origin, WANDB_API_KEY: server.key, WANDB_SILENT: 'true', ...keys };
      const facts: Facts = await factsOf(environment.python, [program], { env });
      expect(facts).toMatchObject({
        version,
        logged: ['v0', ['best', 'latest']],
        used: ['v0', { n: 2 }, 'hello', 'nested'],
        saved: [['best', 'latest', 'prod'], { n: 2, more: 1 }, 11, 2],
        versions: ['v0'],
        tags: [['raw data'], ['checked', 'raw data'], ['checked']],
        'used by': [true],
        'logged by': [true, 'my run'],
        'api run': ['my run', { lr: 0.1 }, 0.5, 'finished', 3],
        scanned: [
          { _step: 0, loss: 3, 'deep.a': 0 },
          { _step: 1, loss: 2, 'deep.a': 1 },
          { _step: 2, loss: 1, 'deep.a': 2 },
          { _step: 3, loss: 0.5 },
        ],
        'changed run': [{ lr: 0.1, more: [1] }, 0.25, 'finished'],
        dated: true,
        'scanned pages': [1, 2, 3],
        'scanned keys': [0, 1, 2].map((step) => ({ _step: step, 'deep.a': step })),
        history: [0, 1, 2, 3],
        sampled: [0, 3],
        'history of keys': [3, 2, 1, 0.5].map((loss, step) => ({ _step: step, loss })),
      });
      expect(facts['unknown artifact']).toMatch(/none:v0|none/);
      expect(facts['unknown run']).toMatch(/Could not find run/);
      expect(facts['unknown operation']).toMatch(/is not supported/);
      expect(facts['wrong key']).toEqual([
        expect.stringMatching(/returned error 401/),
        expect.stringMatching(/^AuthenticationError: .*verify/),
      ]);
      expect(facts['other owner']).toEqual([
        expect.stringMatching(/^UsageError: .*has not been initialized/),
        expect.stringMatching(/Could not find run/),
      ]);
      // The client retries for minutes if it considers an error temporary.
      expect(facts['refused in']).toBeLessThan(120);
      if (isLong) {
        // Exceeding the log limit does not stop the training program.
        expect(facts['refused log in']).toBeLessThan(60);
        expect(facts['kept of it']).toBeLessThan(5);
        expect(facts['deleted run']).toMatch(/Could not find run/);
      }
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
