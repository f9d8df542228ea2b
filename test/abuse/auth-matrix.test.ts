import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations, type RouteId, type Scope } from '../../src/generated/operations.ts';
import { newBearerKey } from '../../src/store/bearer-key.ts';
import type { TestServer } from '../api/test-server.ts';
import { newKey, startAbuseServer, withKeys } from './abuse-server.ts';
import {
  createRecords,
  fileName,
  groupsOf,
  messages,
  type OwnerRecords,
  stateOf,
  type TinkerRecords,
} from './owner-records.ts';

let server: TestServer;
let ann: OwnerRecords;
let bob: OwnerRecords;
/** Authorization headers that every operation refuses, by their fault. */
let refused: Record<string, string | undefined>;
let wrongScope: Record<'chat' | 'train' | 'metrics', string>;

beforeAll(async () => {
  // The matrix sends more wrong keys than an address may send per minute.
  server = await startAbuseServer({ failedKeys: 100_000 });
  ann = await createRecords(server, await newKey(server, { owner: 'ann', scopes: ['chat', 'train', 'metrics'] }));
  bob = await createRecords(server, await newKey(server, { owner: 'bob', scopes: ['chat', 'train', 'metrics'] }));
  const past = new Date(Date.now() - 1_000).toISOString();
  const expired = await newKey(server, { owner: 'ann', scopes: ['admin'], expires: past });
  const revoked = await withKeys(server, async (keys) => {
    const { key, record } = await keys.create({ owner: 'ann', scopes: ['admin'] });
    await keys.revoke(record.id);
    return key;
  });
  refused = {
    none: undefined,
    empty: '',
    'no scheme': ann.key,
    'another scheme': `Basic ${Buffer.from(`ann:${ann.key}`).toString('base64')}`,
    'no key': 'Bearer ',
    'two keys': `Bearer ${ann.key} ${ann.key}`,
    'a list': `Bearer ${ann.key}, Bearer ${ann.key}`,
    'an unknown key': `Bearer ${newBearerKey().key}`,
    'another secret under its id': `Bearer ${newBearerKey(ann.key.split('_')[1]).key}`,
    'a key cut short': `Bearer ${ann.key.slice(0, -1)}`,
    'letters of another case': `Bearer ${ann.key.toLowerCase()}`,
    'a hash in place of the key': `Bearer ${'0'.repeat(64)}`,
    revoked: `Bearer ${revoked}`,
    expired: `Bearer ${expired}`,
  };
  wrongScope = {
    chat: await newKey(server, { owner: 'ann', scopes: ['train', 'metrics'] }),
    train: await newKey(server, { owner: 'ann', scopes: ['chat', 'metrics'] }),
    metrics: await newKey(server, { owner: 'ann', scopes: ['chat', 'train'] }),
  };
});
afterAll(() => server.end());

interface Sample {
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
}

/** Returns a request for each operation, authorized for the owner of the records that it names. */
function sample(route: RouteId, has: OwnerRecords): Sample {
  const params = {
    // With unencoded slashes.
    model: has.modelName,
    model_id: has.model,
    training_job_id: has.job,
    run_id: has.run,
    log_id: has.log,
    trajectory_id: has.trajectory,
    artifact_id: has.artifact,
    session_id: has.tinker.session,
    sampler_id: has.tinker.sampler,
    training_run_id: has.tinker.model,
    // No W&B client has created this run.
    entity: 'team',
    project: 'p',
    run: 'agent',
    kind: 'weights',
    name: 'none',
    // The protocol peer's adapter of step 1 has no weights to merge.
    step: route === 'downloadMergedModel' ? '0' : '1',
    file_name: route === 'downloadCheckpointFile' ? 'adapter_config.json' : fileName,
  };
  const groups = groupsOf({ role: 'assistant', content: 'yes' });
  const bodies: Partial<Record<RouteId, unknown>> = {
    createChatCompletion: { model: has.modelName, messages, max_tokens: 1 },
    createChatCompletionWithSlash: { model: has.modelName, messages, max_tokens: 1 },
    tinkerChatCompletion: { model: has.modelName, messages, max_tokens: 1 },
    tinkerCompletion: { model: has.modelName, prompt: 'yes or no?', max_tokens: 1 },
    createCompletion: { model: has.modelName, prompt: 'yes or no?', max_tokens: 1 },
    createResponse: { model: has.modelName, input: 'yes or no?', max_output_tokens: 1 },
    createMessage: { model: has.modelName, messages, max_tokens: 1 },
    countMessageTokens: { model: has.modelName, messages },
    tokenize: { model: has.modelName, prompt: 'yes' },
    tokenizeAtRoot: { model: has.modelName, messages },
    detokenize: { model: has.modelName, tokens: [1] },
    detokenizeAtRoot: { model: has.modelName, tokens: [1] },
    createModel: { base_model: 'toy', entity: 'team', project: 'p', name: 'agent', return_existing: true },
    deleteCheckpoints: { steps: [1] },
    importAdapter: { artifact_url: has.artifactUrl },
    logTrajectories: { split: 'val', trajectory_groups: groups },
    createTrainingJob: { model_id: has.model, trajectory_groups: groups },
    createSftTrainingJob: { model_id: has.model, training_data_url: has.artifactUrl },
    createSession: {},
    createArtifact: { entity: 'team', project: 'p', name: 'data' },
    uploadArtifactFile: 'bytes',
    wandbGraphql: { query: '{ viewer { entity } }' },
    wandbFileStream: { files: {} },
    ...tinkerBodies(has.tinker),
  };
  return { params, query: route === 'getRunSeries' ? '?metrics=reward' : '', body: bodies[route] };
}

function tinkerBodies({ session, model, sampler, request }: TinkerRecords): Partial<Record<RouteId, unknown>> {
  const ofModel = { model_id: model };
  const path = `tinker://${model}/weights/none`;
  const prompt = { chunks: [{ type: 'encoded_text', tokens: [1] }] };
  return {
    tinkerClientConfig: {},
    tinkerClientDynamicConfig: {},
    tinkerCreateSession: {},
    tinkerSessionHeartbeat: { session_id: session },
    tinkerFinishSession: {},
    tinkerTelemetry: {},
    tinkerCreateModel: { session_id: session, model_seq_id: 0, base_model: 'toy', lora_config: { rank: 4 } },
    tinkerGetInfo: ofModel,
    // A protobuf message whose first field is the model's id.
    tinkerForwardBackward: `\n${String.fromCharCode(model.length)}${model}`,
    tinkerOptimStep: ofModel,
    tinkerSaveWeights: ofModel,
    tinkerSaveWeightsForSampler: { ...ofModel, sampling_session_seq_id: 1 },
    tinkerSaveWeightsExternal: { ...ofModel, path: 'out' },
    tinkerLoadWeights: { ...ofModel, path, optimizer: false },
    tinkerCreateSamplingSession: { session_id: session, sampling_session_seq_id: 0, base_model: 'toy' },
    tinkerSample: { sampling_session_id: sampler, seq_id: 0, prompt, sampling_params: { max_tokens: 1 } },
    tinkerRetrieveFuture: { request_id: request },
    tinkerCancelFuture: { request_id: request },
    tinkerWeightsInfo: { tinker_path: path },
    tinkerSetCheckpointTtl: { ttl_seconds: 60 },
  };
}

async function send(
  route: RouteId,
  { params = {}, query = '', body }: Sample,
  authorization: string | undefined,
): Promise<{ status: number; text: string }> {
  const { method, path, requestTypes } = operations[route];
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name]);
  const [type] = requestTypes as readonly string[];
  expect(type === undefined || body !== undefined, `${route} has a body, so it needs a sample of one`).toBe(true);
  const response = await fetch(new URL(server.baseUrl).origin + filled + query, {
    method: method.toUpperCase(),
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(type === undefined ? {} : { 'content-type': type }),
    },
    body: type === undefined ? undefined : type === 'application/json' ? JSON.stringify(body) : String(body),
  });
  return { status: response.status, text: await response.text() };
}

/** Placeholders for the ids of an owner's records. */
const placeholder: TinkerRecords = { session: 'OWNED', model: 'OWNED', sampler: 'OWNED', request: 'OWNED' };

const routes = Object.keys(operations) as RouteId[];
const secured = routes.filter((route) => operations[route].secured);

test('only the base model list, probes, the system check and signed URLs need no key', () => {
  const pages = ['docs', 'dashboard'];
  const open = routes.filter((route) => !operations[route].secured && !pages.includes(operations[route].tag));
  const probes = ['getHealth', 'getLivez', 'getReadyz'].flatMap((name) => [name, `${name}AtRoot`]);
  // Their URLs are signed.
  const signed = ['wandbDownloadFile', 'wandbUploadFile', 'tinkerDownloadFile'];
  expect(open).toEqual(['listBaseModels', ...probes, 'getSystemCheck', ...signed]);
  expect(secured.length).toBeGreaterThanOrEqual(24);
});

describe.each(secured)('%s', (route) => {
  test('refuses a wrong key with 401 and a key without the scope with 403, and changes nothing', async () => {
    const before = await stateOf(server.home);
    for (const [name, authorization] of Object.entries(refused)) {
      const { status, text } = await send(route, sample(route, ann), authorization);
      expect([name, status]).toEqual([name, 401]);
      expect(JSON.parse(text).error.code).toBe('invalid_api_key');
    }
    const scope: Scope | null = operations[route].scope;
    // Operations on sessions accept any scope.
    expect(scope === null).toBe(operations[route].tag === 'sessions');
    if (scope !== null) {
      const { status, text } = await send(route, sample(route, ann), `Bearer ${wrongScope[scope as 'chat']}`);
      expect([status, JSON.parse(text).error.code]).toEqual([403, 'insufficient_scope']);
    }
    expect(await stateOf(server.home)).toEqual(before);
  });

  test('answers a request for another owner’s records as if they did not exist', async () => {
    const { path } = operations[route];
    const { body } = sample(route, ann);
    const names = [ann.model, ann.job, ann.run, ann.artifact];
    const namesThings =
      /\{(model|training_job|run|artifact)_id\}/.test(path) || JSON.stringify(body)?.includes(ann.model);
    const before = await stateOf(server.home);
    const stranger = await newKey(server, { owner: 'eve', scopes: ['admin'] });
    for (const key of [stranger, bob.key]) {
      const { status, text } = await send(route, sample(route, ann), `Bearer ${key}`);
      if (!namesThings) {
        // A chat names a model, which is Bob's own model for Bob and unknown for Eve.
        for (const id of names) expect(text).not.toContain(id);
        continue;
      }
      expect(status).toBe(404);
      const missing: OwnerRecords = {
        ...ann,
        model: randomUUID(),
        job: randomUUID(),
        run: randomUUID(),
        log: randomUUID(),
        trajectory: randomUUID(),
        artifact: randomUUID(),
      };
      const unknown = await send(route, sample(route, missing), `Bearer ${key}`);
      const plain = (words: string) => words.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID');
      expect(plain(text)).toBe(plain(unknown.text));
    }
    if (namesThings) expect(await stateOf(server.home)).toEqual(before);
  });

  test.runIf(JSON.stringify(tinkerBodies(placeholder)[route] ?? '').includes('OWNED'))(
    'answers a request for another owner’s Tinker records as if they did not exist',
    async () => {
      const { status, text } = await send(route, sample(route, ann), `Bearer ${bob.key}`);
      expect(status).toBe(404);
      const none = { ...ann, tinker: { session: randomUUID(), model: `${randomUUID()}:train:0` } };
      const [sampler, request] = [`${randomUUID()}:sample:0`, randomUUID()];
      const unknown = { ...none, tinker: { ...none.tinker, sampler, request } };
      const missing = await send(route, sample(route, unknown), `Bearer ${bob.key}`);
      const plain = (words: string) => words.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID');
      expect(plain(text)).toBe(plain(missing.text));
    },
  );
});

describe('another owner’s records', () => {
  test('cannot be used in a body, a filter, a cursor, a chat or a training data URL', async () => {
    const eve = await newKey(server, { owner: 'eve2', scopes: ['admin'] });
    const chat = await send('createChatCompletion', sample('createChatCompletion', ann), `Bearer ${eve}`);
    expect([chat.status, JSON.parse(chat.text).error.code]).toEqual([404, 'model_not_found']);
    const step = { ...(sample('createChatCompletion', ann).body as object), model: `${ann.modelName}:step1` };
    expect((await send('createChatCompletion', { body: step }, `Bearer ${eve}`)).status).toBe(404);
    for (const route of ['createCompletion', 'tokenize', 'detokenize', 'getServedModel'] as const) {
      const { status, text } = await send(route, sample(route, ann), `Bearer ${eve}`);
      expect([route, status, JSON.parse(text).error.code]).toEqual([route, 404, 'model_not_found']);
    }
    for (const query of [`?model_id=${ann.model}`, `?after=${ann.job}`, `?cursor=${ann.job}`]) {
      expect((await send('listTrainingJobs', { query }, `Bearer ${eve}`)).status).toBe(404);
    }
    expect((await send('listRuns', { query: `?model_id=${ann.model}` }, `Bearer ${eve}`)).status).toBe(404);
    expect((await send('listRuns', { query: `?after=${ann.run}` }, `Bearer ${eve}`)).status).toBe(404);
    expect((await send('listModels', { query: `?after=${ann.model}` }, `Bearer ${eve}`)).status).toBe(404);
    const own = await send('createModel', sample('createModel', ann), `Bearer ${eve}`);
    const sft = { model_id: JSON.parse(own.text).id, training_data_url: ann.artifactUrl };
    const url = await send('createSftTrainingJob', { body: sft }, `Bearer ${eve}`);
    const unknown = { ...sft, training_data_url: ann.artifactUrl.replace('data', 'none') };
    const none = await send('createSftTrainingJob', { body: unknown }, `Bearer ${eve}`);
    expect([url.status, url.text]).toEqual([404, none.text.replaceAll('none', 'data')]);
    expect(JSON.parse(url.text).error).toMatchObject({
      param: 'training_data_url',
      message: expect.stringMatching(/artifact .* not found/),
    });
  });

  test('are not listed', async () => {
    const eve = `Bearer ${await newKey(server, { owner: 'eve3', scopes: ['admin'] })}`;
    for (const route of ['listModels', 'listTrainingJobs', 'listRuns', 'listArtifacts'] as const) {
      expect(JSON.parse((await send(route, {}, eve)).text)).toMatchObject({ data: [], has_more: false });
    }
    const served = JSON.parse((await send('listServedModels', {}, eve)).text);
    expect(served.data.map(({ id }: { id: string }) => id)).toEqual(['toy']);
    const admin = JSON.parse((await send('listModels', {}, `Bearer ${server.key}`)).text);
    expect(admin.data).toEqual([]);
  });

  test('do not affect a job on an artifact of the same name', async () => {
    const { text } = await send('createSftTrainingJob', sample('createSftTrainingJob', bob), `Bearer ${bob.key}`);
    const { id } = JSON.parse(text);
    for (let status = 'queued'; !['succeeded', 'failed'].includes(status); await sleep(20)) {
      const job = await send('getTrainingJob', { params: { training_job_id: id } }, `Bearer ${bob.key}`);
      status = JSON.parse(job.text).status;
      if (status === 'failed') throw new Error(job.text);
    }
    // Bob's artifact is in use now, but Ann's of the same name is not.
    const used = await send('uploadArtifactFile', sample('uploadArtifactFile', bob), `Bearer ${bob.key}`);
    const free = await send('uploadArtifactFile', sample('uploadArtifactFile', ann), `Bearer ${ann.key}`);
    expect([used.status, free.status]).toEqual([409, 200]);
  });
});

// Last, because it deletes. Shows that the requests above were refused only because of their keys.
test('every request of the matrix passes authorization with the owner’s key', async () => {
  const last: RouteId[] = ['deleteArtifact', 'deleteCheckpoints', 'deleteModel', 'tinkerFinishSession'];
  for (const route of [...secured.filter((one) => !last.includes(one)), ...last]) {
    const { status, text } = await send(route, sample(route, ann), `Bearer ${ann.key}`);
    // The job has ended, and the artifact is in use and no adapter. Only the owner gets these errors.
    const late = route === 'cancelTrainingJob' || route === 'retryTrainingJob';
    const refused = late || (route === 'uploadArtifactFile' && status === 409);
    const unsaved = {
      ...{ tinkerWeightsInfo: 404, tinkerDeleteCheckpoint: 404, tinkerSetCheckpointTtl: 404 },
      ...{ tinkerPublishCheckpoint: 404, tinkerUnpublishCheckpoint: 404, tinkerExternalWeightsUrls: 404 },
      wandbFileStream: 404,
    };
    const others: Partial<Record<RouteId, number>> = { importAdapter: 422, deleteSession: 404, ...unsaved };
    const expected = others[route] ?? (refused ? 409 : 200);
    expect([route, status, status === expected ? '' : text]).toEqual([route, expected, '']);
  }
});
