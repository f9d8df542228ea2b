import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cleanUp } from '../../src/app/clean-up.ts';
import { openDataFolder } from '../../src/artifacts/data-folder.ts';
import { operations as table } from '../../src/generated/operations.ts';
import { defaultKeepLimits } from '../../src/jobs/kept-trajectories.ts';
import { openStore } from '../../src/store/store.ts';
import { startTestServer, type TestServer } from '../api/test-server.ts';
import { isLong } from '../tier.ts';
import { call, type Fixtures, makeFixtures, tinkerCall } from './fixtures.ts';
import { fuzzBroken } from './fuzz-broken.ts';
import { fuzzParameters } from './fuzz-parameters.ts';
import { fuzzRaw } from './fuzz-raw.ts';
import { fuzzValid } from './fuzz-valid.ts';
import { leftovers } from './leftovers.ts';
import { linked, walkLinks } from './link-walk.ts';
import { operations } from './operations.ts';
import { validDocuments } from './valid-requests.ts';

/**
 * `DAYBREAK_FUZZ_RUNS` sets the requests of each kind for each operation; by default 8 in `npm test` and 50 in the
 * long tier. `DAYBREAK_FUZZ_SEED` varies them. A failure prints the request as a command line, and the seed.
 */
const options = {
  seed: Number(process.env.DAYBREAK_FUZZ_SEED ?? 1),
  runs: Number(process.env.DAYBREAK_FUZZ_RUNS ?? (isLong ? 50 : 8)),
};

let server: TestServer;
let fixtures: Fixtures;

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await makeFixtures({ origin: new URL(server.baseUrl).origin, key: server.key });
});
afterAll(() => server.end());

describe('valid requests are accepted', () => {
  test.each(operations)('$id', async (operation) => {
    const accepted = await fuzzValid(operation, fixtures, options);
    // Only the fixtures know existing models and artifacts, which must stay. The API key is not a session.
    const none = ['deleteModel', 'deleteArtifact', 'deleteSession', 'cancelTrainingJob', 'retryTrainingJob'];
    const unmet = [
      'tinkerFinishSession',
      'tinkerForwardBackward',
      'tinkerLoadWeights',
      'tinkerWeightsInfo',
      'tinkerDeleteCheckpoint',
      'wandbFileStream',
      'wandbUploadFile',
      'wandbDownloadFile',
      'tinkerPublishCheckpoint',
      'tinkerUnpublishCheckpoint',
      'tinkerSetCheckpointTtl',
      'tinkerExternalWeightsUrls',
      'tinkerDownloadFile',
    ];
    const some = [...none, ...unmet].includes(operation.id) ? 0 : options.runs / 4;
    expect(accepted).toBeGreaterThanOrEqual(some);
  });
});

describe('bodies that break one keyword are refused with the name of the field', () => {
  // Aliases have the same bodies as their main operations.
  const tried = operations.filter(({ id, body }) => body !== null && (isLong || table[id].handledBy === id));
  test.each(tried)('$id', async (operation) => {
    // Some bodies have only one or two fields.
    const least = operation.id === 'tinkerSetCheckpointTtl' ? 1 : /^(tinker|wandb)/.test(operation.id) ? 5 : 10;
    expect(await fuzzBroken(operation, fixtures, options)).toBeGreaterThanOrEqual(least);
  });
});

describe('invalid parameters are refused with their name', () => {
  test.each(operations.filter(({ parameters }) => parameters.length > 0))('$id', async (operation) => {
    expect(await fuzzParameters(operation, fixtures)).toBeGreaterThan(1);
  });
});

describe('bytes that no serializer would write get an allowed status, and pollute no prototype', () => {
  test.each(operations.filter(({ body }) => body !== null))('$id', async (operation) => {
    const [document] = fc.sample(validDocuments(operation, fixtures), { seed: options.seed, numRuns: 1 });
    expect(await fuzzRaw(operation.id, fixtures, document!)).toBeGreaterThan(40);
    expect({}).not.toHaveProperty('polluted');
  });
});

test('the links of answers work until their model is deleted, and then answer 404', async () => {
  // Fewer walks may miss an operation.
  const runs = process.env.DAYBREAK_FUZZ_RUNS === undefined ? 50 : options.runs;
  const reached = await walkLinks(fixtures, { ...options, runs });
  if (runs >= 50) expect([...reached].sort()).toEqual(linked.toSorted());
});

test('a text of more than 2^24 characters is refused with 413', async () => {
  const messages = [{ role: 'user', content: 'a'.repeat(2 ** 24 + 1) }];
  const { status, body } = await server.call('POST', '/chat/completions', { messages });
  expect([status, body.error.code]).toEqual([413, 'payload_too_large']);
});

// Runs last, because it deletes what the others need.
test('after fuzzing the server is healthy, and deleting everything leaves no row and no file', async () => {
  expect((await server.call('GET', '/health')).body.status).toBe('ok');
  expect((await server.call('GET', '/system-check')).status).toBe(200);
  for (;;) {
    const { data } = await call(fixtures, 'GET', 'models?limit=100');
    if (data.length === 0) break;
    for (const { id } of data) await call(fixtures, 'DELETE', `models/${id}`);
  }
  const saved = await tinkerCall(fixtures, 'GET', 'checkpoints?limit=1000');
  for (const { checkpoint_id, tinker_path } of saved.checkpoints) {
    const [run] = tinker_path.slice('tinker://'.length).split('/');
    const path = checkpoint_id.split('/').map(encodeURIComponent).join('/');
    await tinkerCall(fixtures, 'DELETE', `training_runs/${run}/checkpoints/${path}`);
  }
  // Finishing a session deletes its unsaved weights.
  const { sessions } = await tinkerCall(fixtures, 'GET', 'sessions');
  for (const id of sessions) await tinkerCall(fixtures, 'POST', `sessions/${id}/finish`, {});
  await deleteExpired(server.home);
  expect(Object.entries(leftovers(server.home)).filter(([, count]) => count !== 0)).toEqual([]);
  expect(server.contractFaults).toEqual([]);
});

/** Deletes expired weights, as the server does once a minute. */
async function deleteExpired(home: string): Promise<void> {
  const folder = await openDataFolder(home);
  const store = await openStore({ sqliteFile: folder.databaseFile });
  const kept = { limits: defaultKeepLimits, dropOldest: async () => {} };
  await cleanUp({ sessions: { finishIdle: async () => {} }, store, folder, kept });
  await store.close();
}
