import { afterAll, beforeAll, test } from 'vitest';
import { startTestServer, type TestServer } from '../api/test-server.ts';
import { expectLearnt } from './learning.ts';
import { twoTurns } from './learning-tasks.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

test.each(['cispo', 'ppo'])(
  '%s raises the reward of a game of two turns from at most 0.4 to at least 0.95',
  async (loss) => {
    await expectLearnt(server, twoTurns, {
      loss,
      learningRate: 1e-3,
      jobs: 26,
      groups: 4,
      rollouts: 12,
      rowTokens: 128,
    });
  },
);
