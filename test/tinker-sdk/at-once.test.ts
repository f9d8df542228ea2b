import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LiveModels } from '../../src/api/tinker/live-models.ts';
import { openStore } from '../../src/store/store.ts';
import { startTestServer, type TestServer } from '../api/test-server.ts';
import { factsOf, titled } from '../art/python-programs.ts';
import { tinkerEnvironment } from './tinker-environment.ts';

interface Facts {
  /** Count of numbers that each client received alone. */
  numbers: number[];
  /** Whether each client received the same numbers, to the bit, beside the other. */
  same: boolean[];
  /** Whether the two clients received different numbers. */
  apart: boolean;
  /** By round, whether both clients had calls at the same time. */
  overlaps: boolean[];
  /** Error for a model over the owner's limit. */
  'one more': { kind: string; category: string; message: string };
}

/** Number of models that the program trains: two alone, two concurrently. */
const TRAINED = 4;
/** Most models in training that an owner may have. */
const MOST = 64;

const environment = await tinkerEnvironment();

describe.skipIf(environment.missing !== '')(titled('two Tinker clients on one base', environment), () => {
  let server: TestServer;
  /** Number of times a model was loaded onto the device. */
  let opened = 0;
  beforeAll(async () => {
    // The device holds one model at a time, so each client's turn spills the other's model.
    server = await startTestServer({
      exchangeParts: (container) => void container.rebind(LiveModels).toConstantValue(new LiveModels(1)),
    });
    const { compute } = server;
    const open = compute.trainOpen.bind(compute);
    compute.trainOpen = (request) => {
      opened += 1;
      return open(request);
    };
    await addRuns(server.home, MOST - TRAINED);
  });
  afterAll(() => server?.end());

  test('get bit-identical numbers concurrently and alone, spilling each other; one more model is refused', async () => {
    const url = `${new URL(server.baseUrl).origin}/tinker`;
    const program = fileURLToPath(new URL('at_once.py', import.meta.url));
    const env = { TEST_SERVER: JSON.stringify({ url, key: server.key }) };
    const facts: Facts = await factsOf(environment.python, [program], { env, timeoutMs: 600_000 });
    expect(facts.numbers).toEqual([facts.numbers[0], facts.numbers[0]]);
    expect(facts.numbers[0]).toBeGreaterThan(500);
    expect(facts).toMatchObject({ same: [true, true], apart: true, overlaps: [true, true, true] });
    expect(opened).toBeGreaterThan(2 * TRAINED);
    expect(facts['one more']).toMatchObject({
      kind: 'failed',
      category: 'user',
      message: expect.stringMatching(/The owner of this key has 64 models in training, which is the maximum/),
    });
  });
});

/** Adds models in training for the owner of the server's own key. */
async function addRuns(home: string, count: number): Promise<void> {
  const store = await openStore({ sqliteFile: join(home, 'daybreak.sqlite') });
  const { tinkerSessions, tinkerRuns } = store.ownedBy('local');
  await tinkerSessions.add('full', null);
  for (let place = 0; place < count; place += 1) {
    const lora = { rank: 8, alpha: 32, targets: ['q_proj'] };
    const run = { id: `full:train:${place}`, session: 'full', baseModel: 'toy', folder: `checkpoints/full-${place}` };
    await tinkerRuns.add({ ...run, lora, labels: null, answer: null });
  }
  await store.close();
}
