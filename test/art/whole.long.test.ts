import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../api/test-server.ts';
import { artEnvironment, program, torchEnvironment } from './art-versions.ts';
import { factsOf, titled } from './python-programs.ts';

/** Error that the client raised; `type` is null if it raised none. */
interface Raised {
  type: string | null;
  message: string;
}

interface Facts {
  id: string;
  steps: number[];
  pulled: Record<string, string[]>;
  answers: Record<string, number>;
  'no such step': Raised;
  forked: number;
  same: boolean;
  'forked twice': Raised;
  'after the fork': number;
  /** Only of 0.5.17: items of a captured trajectory, and the number of its additional histories. */
  auto?: [string[], number];
  'as PipelineTrainer'?: Raised;
  /** Number of trajectories of a group, and of items of the first trajectory. */
  graph: [number, number];
  /** Base model, provenance and aliases of the newest checkpoint, as W&B's client reads them. */
  artifact: [string, string[], string[]];
  outside: string[];
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

/** Returns addresses and keys. WANDB_SILENT is set because W&B would print after the facts at the end of a run. */
function settings(project: string): Record<string, string> {
  const own = { TEST_BASE_URL: server.baseUrl, TEST_API_KEY: server.key, TEST_PROJECT: project };
  return { ...own, WANDB_BASE_URL: new URL(server.baseUrl).origin, WANDB_API_KEY: server.key, WANDB_SILENT: 'true' };
}

const versions = ['0.5.17', '0.5.23'] as const;
const environments = {
  '0.5.17': await artEnvironment('0.5.17'),
  '0.5.23': await artEnvironment('0.5.23'),
};

describe.each(versions)('ART %s', (version) => {
  const environment = environments[version];
  const adapter = ['adapter_config.json', 'adapter_model.safetensors'];

  test.skipIf(environment.missing !== '')(
    titled('tunes, pulls, forks, logs and trains from LangGraph with this server in W&B’s place', environment),
    async () => {
      const env = settings(`whole-${version}`);
      const facts: Facts = await factsOf(environment.python, [program('whole.py')], { env });
      expect(facts.steps).toEqual([0, 1, 2, 3, 4, 5]);
      expect(facts.pulled).toEqual({ '0': adapter, '1': adapter, newest: adapter });
      expect(Math.exp(facts.answers.maybe)).toBeGreaterThan(0.9);
      expect(facts['no such step']).toMatchObject({ type: 'CommError', message: expect.stringContaining('step77') });
      expect([facts.forked, facts.same, facts['after the fork']]).toEqual([1, true, 2]);
      expect(facts['forked twice'].type).toBeNull();
      expect(facts.graph).toEqual([4, 2]);
      const captured = [['user', 'choice', 'user', 'choice'], 0];
      expect(facts.auto).toEqual(version === '0.5.17' ? captured : undefined);
      const raised = { type: 'TypeError', message: expect.stringContaining("unexpected keyword argument 'loss_fn'") };
      expect(facts['as PipelineTrainer']).toEqual(version === '0.5.17' ? raised : undefined);
      const [base, provenance, aliases] = facts.artifact;
      expect([base, aliases]).toEqual(['toy', ['step5', 'latest']]);
      expect(provenance.slice(0, 2)).toEqual(['serverless-rl', 'serverless-sft']);
      expect(facts.outside.filter((host) => host !== 'raw.githubusercontent.com')).toEqual([]);
      const run = (await server.call('GET', `/preview/models/${facts.id}`)).body.run_id;
      const { body } = await server.call('GET', `/preview/runs/${run}/metrics`);
      expect(body.data).toContainEqual(expect.objectContaining({ name: 'val/reward', last: 1, last_step: 1 }));
    },
  );
});

const withTorch = await torchEnvironment();
test.skipIf(withTorch.missing !== '')(
  titled('PipelineTrainer of ART 0.5.23 evaluates every step', withTorch),
  async () => {
    const facts: { step: number; evaluated: number[]; completed: number[] } = await factsOf(
      withTorch.python,
      [program('pipeline.py')],
      { env: settings('pipeline') },
    );
    expect(facts).toMatchObject({ step: 2, evaluated: [0, 1, 2], completed: [0, 1, 2] });
  },
);
