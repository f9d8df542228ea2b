import { afterAll, beforeAll, test } from 'vitest';
import { startTestServer, type TestServer } from '../api/test-server.ts';
import { expectLearnt } from './learning.ts';
import { format, formatAnswers } from './learning-tasks.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ answers: formatAnswers });
});
afterAll(() => server.end());

test.each(['cispo', 'ppo'])(
  '%s raises the reward of answering with a number from at most 0.4 to at least 0.95',
  async (loss) => {
    await expectLearnt(server, format, { loss, learningRate: 1e-3, jobs: 18, groups: 4, rollouts: 8, rowTokens: 64 });
  },
);
