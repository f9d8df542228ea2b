import { afterAll, beforeAll, test } from 'vitest';
import { startTestServer, type TestServer } from '../api/test-server.ts';
import { isLong } from '../tier.ts';
import { expectLearnt } from './learning.ts';
import { arithmetic } from './learning-tasks.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

test.each(isLong ? ['cispo', 'ppo'] : ['cispo'])(
  '%s raises the reward of choosing by a sum from at most 0.4 to at least 0.95',
  async (loss) => {
    await expectLearnt(server, arithmetic, {
      loss,
      learningRate: 1e-3,
      jobs: 36,
      groups: 8,
      rollouts: 8,
      rowTokens: 96,
    });
  },
);
