import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toyAdapter } from '../../scripts/toy-adapter.ts';
import { FileUrls } from '../../src/api/access/file-urls.ts';
import { newKey } from '../abuse/abuse-server.ts';
import { peerEntry, startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
let origin: string;
let stranger: string;
beforeAll(async () => {
  server = await startTestServer({ workerEntry: peerEntry, env: { DAYBREAK_MAX_ARTIFACT_BYTES: '18MiB' } });
  origin = new URL(server.baseUrl).origin;
  stranger = await newKey(server, { owner: 'eve', scopes: ['train'] });
});
afterAll(() => server.end());

/** Returns the Authorization header as the W&B client sends it. */
function basic(key: string, user = 'api'): string {
  return `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}`;
}

async function ask(query: string, variables: object = {}, authorization = basic(server.key)) {
  const body = JSON.stringify({ query, variables, operationName: '' });
  const headers = { authorization, 'content-type': 'application/json' };
  const response = await fetch(`${origin}/graphql`, { method: 'POST', headers, body });
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  return { status: response.status, body: (await response.json()) as any };
}

async function data(query: string, variables: object = {}, authorization?: string) {
  const { status, body } = await ask(query, variables, authorization);
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data;
}

const md5 = (text: string | Buffer, encoding: 'base64' | 'hex' = 'base64') =>
  createHash('md5').update(text).digest(encoding);

const CREATE = `mutation ($input: CreateArtifactInput!) {
  createArtifact(input: $input) { artifact { id state artifactSequence { latestArtifact { id } } } }
}`;
const FILES = `mutation ($input: CreateArtifactFilesInput!) {
  createArtifactFiles(input: $input) { files { edges { node { storagePath uploadUrl } } } }
}`;
const MANIFEST = `mutation ($id: ID!, $digest: String!) {
  createArtifactManifest(input: { artifactID: $id, name: "wandb_manifest.json", digest: $digest }) {
    artifactManifest { file { uploadUrl } }
  }
}`;
const UPSERT_FORKER = `mutation {
  upsertBucket(input: { name: "forker", modelName: "p", entityName: "local" }) { inserted }
}`;
const COMMIT = 'mutation ($id: ID!) { commitArtifact(input: { artifactID: $id }) { artifact { id digest } } }';
const MEMBER = `query ($name: String!) { project(name: "p", entityName: "local") {
  artifactCollectionMembership(name: $name) { artifact { id versionIndex metadata size aliases { alias } } }
} }`;

interface NewArtifact {
  name: string;
  text: string;
  aliases?: string[];
  type?: string;
  run?: string;
  tags?: string[];
}

/** Begins an upload of one file and returns its upload URLs. */
async function begin({ name, text, aliases = [], type = 'dataset', run = '', tags = [] }: NewArtifact) {
  const input = {
    ...{ entityName: 'local', projectName: 'p', artifactTypeName: type, artifactCollectionName: name },
    ...{ digest: md5(text, 'hex'), metadata: '{"n":1}', clientMutationId: null },
    aliases: aliases.map((alias) => ({ alias, artifactCollectionName: name })),
    runName: run,
    tags: tags.map((tagName) => ({ tagName })),
  };
  const { id } = (await data(CREATE, { input })).createArtifact.artifact;
  const artifactFiles = [{ artifactID: id, name: 'sub/a.txt', md5: md5(text) }];
  const { files } = (await data(FILES, { input: { artifactFiles, storageLayout: 'V2' } })).createArtifactFiles;
  const made = await data(MANIFEST, { id, digest: '' });
  const manifest = made.createArtifactManifest.artifactManifest.file.uploadUrl;
  return { id, file: files.edges[0].node.uploadUrl as string, manifest: manifest as string };
}

function put(url: string, body: string | Buffer): Promise<Response> {
  return fetch(url, { method: 'PUT', body: body as BodyInit, headers: { 'content-type': 'text/plain' } });
}

function manifestOf(text: string): string {
  return JSON.stringify({ version: 1, contents: { 'sub/a.txt': { digest: md5(text), size: text.length } } });
}

async function upload(artifact: NewArtifact): Promise<string> {
  const { id, file, manifest } = await begin(artifact);
  expect((await put(file, artifact.text)).status).toBe(200);
  expect((await put(manifest, manifestOf(artifact.text))).status).toBe(200);
  return (await data(COMMIT, { id })).commitArtifact.artifact.id;
}

describe('keys of the W&B API', () => {
  test('are the server’s keys, as Bearer or as the password of the user api', async () => {
    const query = '{ viewer { entity } }';
    for (const authorization of [basic(server.key), `Bearer ${server.key}`]) {
      expect(await data(query, {}, authorization)).toEqual({ viewer: { entity: 'local' } });
    }
    for (const authorization of [basic('x'.repeat(40)), basic(server.key, 'me'), 'Basic !']) {
      const { status, body } = await ask(query, {}, authorization);
      expect([status, body.error.code]).toEqual([401, 'invalid_api_key']);
    }
  });
});

describe('W&B queries', () => {
  test.each([
    ['query SweepConfig { project(name: "p") { sweep(sweepName: "s") { config } } }', /SweepConfig.*"sweep"/],
    ['mutation CreateTeam { createTeam(input: {}) { id } }', /CreateTeam.*"createTeam"/],
    ['{ viewer {', /Syntax Error/],
  ])('for unsupported or malformed operations are refused by name: %s', async (query, message) => {
    const { status, body } = await ask(query);
    expect([status, body.data]).toEqual([200, null]);
    expect(body.errors[0].message).toMatch(message);
  });

  test('with a NUL in a text are refused', async () => {
    const byVariable = await ask('query ($id: ID!) { artifact(id: $id) { id } }', { id: 'a\0' });
    const inText = await ask('{ project(name: "p") { run(name: "\\u0000") { id } } }');
    for (const { status, body } of [byVariable, inText]) {
      expect([status, body.error.code]).toEqual([400, 'validation_failed']);
      expect(body.error.message).toContain('NUL');
    }
  });

  test('that are too deep, too wide or too long are refused with the limit', async () => {
    const open = 'artifactType(name: "t") { artifactCollection(name: "c") { project { ';
    const nested = `{ project(name: "p") { ${open.repeat(5)} id ${' } } }'.repeat(5)} } }`;
    expect((await ask(nested)).body.errors[0].message).toMatch(/levels deep; at most 12 are allowed/);
    const field = (name: string, inner: string) => `${name}: entity(name: "e") { ...${inner} }`;
    const names = Array.from({ length: 40 }, (_, i) => `a${i}`);
    const wide = `query { ${names.map((name) => field(name, 'F')).join(' ')} }
      fragment F on Entity { ${names.map((name) => `${name}: id`).join(' ')} }`;
    expect((await ask(wide)).body.errors[0].message).toMatch(/1640 fields; at most 1000 are allowed/);
    expect((await ask(`{ ${'viewer { id } '.repeat(1_000)} }`)).body.errors[0].message).toMatch(/2000/);
  });
});

describe('W&B lists', () => {
  const versions = (fields: string) => `{ project(name: "p") { artifactCollection(name: "listed") {
    artifacts(first: 100) { edges { node { ${fields} } } }
  } } }`;

  test('of versions are refused inside each other', async () => {
    const inner = 'artifactSequence { artifacts(first: 100) { edges { node { id } } } }';
    const { body } = await ask(versions(inner));
    expect([body.data, body.errors[0].message]).toEqual([
      null,
      expect.stringContaining("nests 'artifacts' in 'artifacts'"),
    ]);
    const spread = `fragment F on Artifact { ${inner} }`;
    expect((await ask(`query ${versions('...F')} ${spread}`)).body.errors[0].message).toContain(
      "nests 'artifacts' in 'artifacts'",
    );
  });

  test('are refused if all their elements together exceed 30,000 fields', async () => {
    await upload({ name: 'listed', text: 'listed', aliases: ['a', 'b'] });
    const many = (count: number, field: string) => Array.from({ length: count }, (_, i) => `a${i}: ${field}`).join(' ');
    const { body } = await ask(versions(many(400, 'size')));
    expect(body.errors[0]).toMatchObject({ message: expect.stringMatching(/^artifacts: .*30,000 fields/) });
    expect(body.data.project.artifactCollection).toBeNull();
    const asked = await data(versions(`${many(50, 'size')} aliases { alias } files { edges { node { name md5 } } }`));
    const { node } = asked.project.artifactCollection.artifacts.edges[0];
    expect(node).toMatchObject({
      a0: 6,
      a49: 6,
      files: { edges: [{ node: { name: 'sub/a.txt', md5: md5('listed') } }] },
    });
    const file = { artifactID: 'none', name: 'f', md5: '' };
    const input = { artifactFiles: Array.from({ length: 10_000 }, () => file) };
    expect((await ask(FILES, { input })).body.errors[0].message).toMatch(/^createArtifactFiles: /);
    const names = Array.from({ length: 1_001 }, (_, i) => `${i}`);
    const query = `query ($names: [String!]) ${versions('files(names: $names) { totalCount }')}`;
    expect((await ask(query, { names })).body.errors[0].message).toContain('at most 1000 are allowed');
  });
});

describe('W&B runs', () => {
  const UPSERT = `mutation ($name: String!, $project: String) {
    upsertBucket(input: { name: $name, modelName: $project, entityName: "local", config: "{}" }) {
      bucket { id name displayName historyLineCount project { name } } inserted
    }
  }`;
  const stream = (name: string, body: object, key = server.key) =>
    fetch(`${origin}/files/local/p/${name}/file_stream`, {
      method: 'POST',
      headers: { authorization: basic(key), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const lines = (offset: number, ...content: object[]) => ({
    files: { 'wandb-history.jsonl': { offset, content: content.map((line) => JSON.stringify(line)) } },
  });

  test('of a client have their own history, in which repeated lines are stored once', async () => {
    const { upsertBucket } = await data(UPSERT, { name: 'r1', project: 'p' });
    expect(upsertBucket).toMatchObject({ inserted: true, bucket: { name: 'r1', historyLineCount: 0 } });
    const first = { _step: 0, _timestamp: 1_700_000_000.5, loss: 2, deep: { a: 1 }, text: 'x', bad: 'NaN' };
    expect((await stream('r1', lines(0, first))).status).toBe(200);
    expect((await stream('r1', lines(0, first, { _step: 1, loss: 1 }))).status).toBe(200);
    const python = '{"_step":2,"loss":NaN,"deep":{"a":-Infinity,"b":3},"text":"a NaN \\" Infinity"}';
    const asPython = { files: { 'wandb-history.jsonl': { offset: 2, content: [python] } } };
    expect((await stream('r1', asPython)).status).toBe(200);
    const gap = await stream('r1', lines(5, { _step: 9, loss: 0 }));
    expect([gap.status, await gap.text()]).toEqual([409, expect.stringContaining('the run has 3')]);
    const { body } = await server.call('GET', '/preview/runs?order=desc&limit=1');
    expect(body.data[0]).toMatchObject({ name: 'r1', project: 'p', model_id: null, base_model: null });
    const history = await server.call('GET', `/preview/runs/${body.data[0].id}/history`);
    expect(history.body.data.map(({ step, metrics }: { step: number; metrics: object }) => [step, metrics])).toEqual([
      [0, { loss: 2, 'deep.a': 1 }],
      [1, { loss: 1 }],
      [2, { 'deep.b': 3 }],
    ]);
    expect(history.body.data[0].time).toBe('2023-11-14T22:13:20.500Z');
    expect(await data(UPSERT, { name: 'r1', project: 'p' })).toMatchObject({
      upsertBucket: { inserted: false, bucket: { historyLineCount: 3 } },
    });
  });

  test('named like a model or its run id write to the history of the model', async () => {
    const model = { base_model: 'toy', entity: 'local', project: 'p', name: 'agent' };
    const { body } = await server.call('POST', '/preview/models', model);
    for (const [place, name] of [body.name, body.run_id].entries()) {
      await data(UPSERT, { name, project: 'p' });
      const line = { _step: 40, training_step: place + 3, 'val/reward': place };
      expect((await stream(name, lines(0, line))).status).toBe(200);
    }
    const history = await server.call('GET', `/preview/runs/${body.run_id}/history`);
    const steps = history.body.data.map(({ step, metrics }: { step: number; metrics: object }) => [step, metrics]);
    expect(steps).toEqual([
      [3, { training_step: 3, 'val/reward': 0 }],
      [4, { training_step: 4, 'val/reward': 1 }],
    ]);
  });

  test('have configurations and summaries of at most 262,144 characters', async () => {
    const input = { name: 'wordy', modelName: 'p', config: JSON.stringify({ a: 'x'.repeat(2 ** 18) }) };
    const query = 'mutation ($input: UpsertBucketInput!) { upsertBucket(input: $input) { inserted } }';
    expect((await ask(query, { input })).body.errors[0].message).toContain('at most 262144 characters');
    await data(UPSERT, { name: 'wordy', project: 'p' });
    const files = { 'wandb-summary.json': { offset: 0, content: [input.config] } };
    expect((await stream('wordy', { files })).status).toBe(200);
    const run = '{ project(name: "p", entityName: "local") { run(name: "wordy") { summaryMetrics } } }';
    expect((await data(run)).project.run.summaryMetrics).toBe('{}');
  });

  test('end with the exit code of their client, and run again when new history lines arrive', async () => {
    await data(UPSERT, { name: 'ending', project: 'p' });
    const state = async () =>
      (await data('{ project(name: "p", entityName: "local") { run(name: "ending") { state } } }')).project.run.state;
    const ended = (exitcode: number) => stream('ending', { complete: true, exitcode });
    const told = [await state()];
    const logged = () => stream('ending', lines(0, { loss: 1 }));
    const summary = () => stream('ending', { files: { 'wandb-summary.json': { offset: 0, content: ['{"loss":1}'] } } });
    for (const tell of [() => ended(0), logged, () => ended(1), logged, summary, () => stream('ending', {})]) {
      expect((await tell()).status).toBe(200);
      told.push(await state());
    }
    expect(told).toEqual(['running', 'finished', 'running', 'failed', 'failed', 'failed', 'failed']);
  });

  test('have histories with sampled rows, ranges and keys, limited in each query', async () => {
    await data(UPSERT, { name: 'read', project: 'p' });
    await stream('read', lines(0, { _step: 4, loss: 2 }, { _step: 6, loss: 1, acc: 3 }));
    const of = (
      fields: string,
    ) => `query ($specs: [JSONString!]!, $from: Int64) { project(name: "p", entityName: "local") {
      run(name: "read") { sampledHistory(specs: $specs) part: history(minStep: $from) ${fields} }
    } }`;
    const specs = ['{"keys":["_step","loss"]}'];
    const { run } = (await data(of('historyKeys parquetHistory(liveKeys: ["_step"]) { liveData }'), { specs, from: 5 }))
      .project;
    expect(run).toMatchObject({
      sampledHistory: [
        [
          { _step: 4, loss: 2 },
          { _step: 6, loss: 1 },
        ],
      ],
      part: [expect.stringContaining('"acc":3')],
      historyKeys: { lastStep: 6 },
      parquetHistory: { liveData: [{ _step: 4 }] },
    });
    const wrong = async (fields: string, variables: object) =>
      (await ask(of(fields), variables)).body.errors[0].message;
    expect(await wrong('a: history b: history', { specs, from: 5 })).toContain('30,000 fields');
    expect(await wrong('id', { specs, from: 'x' })).toContain('minStep: must be an integer');
    for (const spec of ['[]', '{"keys":[]}', '{"keys":[1]}', JSON.stringify({ keys: Array(65).fill('a') })])
      expect(await wrong('id', { specs: [spec], from: 5 })).toContain('1 to 64 metric names');
    const both = (key?: string) =>
      data('{ project(name: "p", entityName: "local") { run(name: "read") { history } } }', {}, key);
    expect((await both()).project.run.history).toHaveLength(2);
    expect(await both(basic(stranger))).toEqual({ project: { run: null } });
  });

  test('of another owner are 404 like ones that do not exist', async () => {
    const told = [];
    for (const [name, key] of [
      ['r1', stranger],
      ['none', server.key],
    ]) {
      const answer = await stream(name, lines(0, { _step: 0, loss: 1 }), key);
      expect(answer.status).toBe(404);
      told.push((await answer.text()).replaceAll(name, 'NAME'));
    }
    expect(told[0]).toBe(told[1]);
    const query = '{ project(name: "p", entityName: "local") { run(name: "r1") { id } } }';
    expect(await data(query, {}, basic(stranger))).toEqual({ project: { run: null } });
  });
});

describe('W&B artifacts', () => {
  test('are committed only when complete: a missing file is named and can be sent again', async () => {
    const text = 'hello';
    const { id, file, manifest } = await begin({ name: 'cut', text });
    expect((await put(manifest, manifestOf(text))).status).toBe(200);
    const wrong = await put(file, 'hel');
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('MD5')]);
    const { body } = await ask(COMMIT, { id });
    expect(body.errors[0]).toMatchObject({ extensions: { code: 'conflict' } });
    expect(body.errors[0].message).toContain("'sub/a.txt' was not uploaded");
    expect((await data(MEMBER, { name: 'cut' })).project.artifactCollectionMembership).toBeNull();
    expect((await put(file, text)).status).toBe(200);
    expect((await data(COMMIT, { id })).commitArtifact.artifact).toEqual({ id, digest: md5(text, 'hex') });
    const member = (await data(MEMBER, { name: 'cut:v0' })).project.artifactCollectionMembership.artifact;
    expect(member).toMatchObject({ id, versionIndex: 0, metadata: '{"n":1}', size: 5 });
    const listed = await server.call('GET', `/preview/artifacts/${id}`);
    expect(listed.body).toMatchObject({ name: 'cut', files: [{ name: 'sub/a.txt', bytes: 5 }] });
  });

  test('have aliases that move between versions, and the same digest gives the same version', async () => {
    const one = await upload({ name: 'named', text: 'one', aliases: ['best'] });
    const two = await upload({ name: 'named', text: 'two', aliases: ['best'] });
    const named = async (name: string) => (await data(MEMBER, { name })).project.artifactCollectionMembership?.artifact;
    expect(await named('named:best')).toMatchObject({ id: two, versionIndex: 1 });
    const again = {
      ...{ entityName: 'local', projectName: 'p', artifactTypeName: 'dataset' },
      digest: md5('one', 'hex'),
    };
    const input = { ...again, artifactCollectionName: 'named', aliases: [{ alias: 'prod' }] };
    expect((await data(CREATE, { input })).createArtifact.artifact).toMatchObject({ id: one, state: 'COMMITTED' });
    expect((await named('named:prod'))?.id).toBe(one);
    const many = Array.from({ length: 40_000 }, (_, i) => ({ alias: `a${i}` }));
    for (const change of ['addAliases', 'deleteAliases']) {
      const type = `${change[0].toUpperCase()}${change.slice(1)}Input`;
      const query = `mutation ($input: ${type}!) { ${change}(input: $input) { success } }`;
      const { body } = await ask(query, { input: { artifactID: one, aliases: many } });
      expect(body.errors[0].message).toContain('has 40000 aliases; at most 1,000 are allowed');
    }
    expect(await named('named:other')).toBeUndefined();
  });

  test('have the run that created them, the runs that used them, and tags', async () => {
    const UPSERT = `mutation ($name: String!) { upsertBucket(input: { name: $name, modelName: "p", entityName: "local" }) { inserted } }`;
    for (const name of ['maker', 'user']) await data(UPSERT, { name });
    const id = await upload({ name: 'made', text: 'made', run: 'maker', tags: ['raw'] });
    const use = (runName: string) =>
      data(`mutation ($input: UseArtifactInput!) { useArtifact(input: $input) { artifact { id } } }`, {
        input: { entityName: 'local', projectName: 'p', runName, artifactID: id },
      });
    for (const name of ['user', 'nobody', 'user']) await use(name);
    const KNOWN = `query ($id: ID!) { artifact(id: $id) {
      tags { name } createdBy { __typename ... on Run { name project { name } } } usedBy { edges { node { name config } } }
    } }`;
    expect((await data(KNOWN, { id })).artifact).toEqual({
      tags: [{ name: 'raw' }],
      createdBy: { __typename: 'Run', name: 'maker', project: { name: 'p' } },
      usedBy: { edges: [{ node: { name: 'user', config: '{}' } }] },
    });
    const change = (tagsToAdd: object[], tagsToDelete: object[]) =>
      ask(`mutation ($input: UpdateArtifactInput!) { updateArtifact(input: $input) { artifact { tags { name } } } }`, {
        input: { artifactID: id, tagsToAdd, tagsToDelete },
      });
    const changed = await change([{ tagName: 'clean' }], [{ tagName: 'raw' }]);
    expect(changed.body.data.updateArtifact.artifact.tags).toEqual([{ name: 'clean' }]);
    expect((await change([{ tagName: 'a/b' }], [])).body.errors[0].message).toContain("'tags' is");
    expect((await data(KNOWN, { id: await upload({ name: 'alone', text: 'alone' }) })).artifact).toEqual({
      tags: [],
      createdBy: null,
      usedBy: { edges: [] },
    });
  });

  test('of another owner are unknown, and expired or altered file URLs are refused', async () => {
    const id = await upload({ name: 'mine', text: 'mine' });
    const query = 'query ($id: ID!) { artifact(id: $id) { files { edges { node { directUrl } } } } }';
    expect(await data(query, { id }, basic(stranger))).toEqual({ artifact: null });
    for (const change of [
      COMMIT,
      'mutation ($id: ID!) { useArtifact(input: { artifactID: $id }) { artifact { id } } }',
    ]) {
      const { body } = await ask(change, { id }, basic(stranger));
      expect(body.errors[0]).toMatchObject({ extensions: { code: 'not_found' } });
    }
    const url: string = (await data(query, { id })).artifact.files.edges[0].node.directUrl;
    expect(await (await fetch(url)).text()).toBe('mine');
    const [told, signature] = url.split('/').at(-1)!.split('.');
    const other = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(told, 'base64url').toString()), owner: 'eve' }),
    );
    for (const token of [`${other.toString('base64url')}.${signature}`, `${told}.AAAA`]) {
      const answer = await fetch(`${origin}/wandb/files/${token}`);
      expect([answer.status, await answer.text()]).toEqual([
        404,
        expect.stringContaining('did not issue this address'),
      ]);
    }
    let now = 1e12;
    const urls = new FileUrls('secret', () => now);
    const place = { kind: 'file', owner: 'ann', id, name: 'a' } as const;
    const token = urls.address('http://x', place).slice('http://x/wandb/files/'.length);
    expect(urls.read(token)).toEqual(place);
    now += 3_600_001;
    expect(() => urls.read(token)).toThrow(/address has expired/);
  });

  test('of type lora that are no valid adapter are refused and deleted', async () => {
    const model = { base_model: 'toy', entity: 'local', project: 'p', name: 'pupil' };
    const { body } = await server.call('POST', '/preview/models', model);
    const text = '{}';
    const { id, file, manifest } = await begin({ name: 'pupil', text, type: 'lora', aliases: ['step2', 'latest'] });
    await put(file, text);
    await put(manifest, manifestOf(text));
    const answer = await ask(COMMIT, { id });
    expect(answer.body.errors[0].message).toContain('the artifact has no adapter_config.json');
    const checkpoints = await server.call('GET', `/preview/models/${body.id}/checkpoints`);
    expect(checkpoints.body.data.map(({ step }: { step: number }) => step)).toEqual([0]);
    expect((await server.call('GET', `/preview/artifacts/${id}`)).status).toBe(404);
    expect((await data(MEMBER, { name: 'pupil:step2' })).project.artifactCollectionMembership).toBeNull();
  });

  test('of type lora become one checkpoint, even with concurrent and repeated commits', async () => {
    const model = { base_model: 'toy', entity: 'local', project: 'p', name: 'forked' };
    const { body } = await server.call('POST', '/preview/models', model);
    await data(UPSERT_FORKER);
    const fork = { name: 'forked', text: 'x', run: 'forker', tags: ['good'] };
    const { config, weights } = toyAdapter({ lora: { rank: 1, alpha: 1, targets: ['q_proj'] } });
    const { id, manifest } = await begin({ ...fork, type: 'lora', aliases: ['step2', 'best'] });
    const contents = { 'sub/a.txt': 'x', 'adapter_config.json': config, 'adapter_model.safetensors': weights };
    const digests = Object.entries(contents).map(([name, bytes]) => ({ name, bytes, md5: md5(bytes) }));
    const artifactFiles = digests.map(({ name, md5 }) => ({ artifactID: id, name, md5 }));
    const { files } = (await data(FILES, { input: { artifactFiles } })).createArtifactFiles;
    for (const [i, { bytes }] of digests.entries())
      expect((await put(files.edges[i].node.uploadUrl, bytes)).status).toBe(200);
    const listed = Object.fromEntries(digests.map(({ name, md5 }) => [name, { digest: md5 }]));
    await put(manifest, JSON.stringify({ version: 1, contents: listed }));
    const answers = await Promise.all(Array.from({ length: 3 }, () => ask(COMMIT, { id })));
    answers.push(await ask(COMMIT, { id }));
    expect(answers.map((answer) => answer.body.errors ?? answer.body.data.commitArtifact.artifact.id)).toEqual(
      answers.map(() => id),
    );
    const member = (await data(MEMBER, { name: 'forked:best' })).project.artifactCollectionMembership.artifact;
    expect(member).toMatchObject({ id, size: config.length + weights.length });
    const known = `{ artifact(id: "${id}") { tags { name } createdBy { ... on Run { name } } } }`;
    expect((await data(known)).artifact).toEqual({ tags: [{ name: 'good' }], createdBy: { name: 'forker' } });
    const file = `/preview/models/${body.id}/checkpoints/2/files/adapter_config.json`;
    expect((await server.call('GET', file)).body).toEqual(JSON.parse(config));
    expect((await server.call('GET', `/preview/artifacts/${id}`)).status).toBe(404);
  });

  test('of more bytes than the quota are refused with 409, and too large manifests with 413', async () => {
    const text = 'x'.repeat(18 * 2 ** 20);
    const { file, manifest } = await begin({ name: 'large', text });
    const answer = await put(file, text);
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining('DAYBREAK_MAX_ARTIFACT_BYTES')]);
    expect((await put(manifest, text.slice(0, 16 * 2 ** 20 + 1))).status).toBe(413);
  });
});

test('the W&B API is a 404 with DAYBREAK_WANDB=0', async () => {
  const off = await startTestServer({ workerEntry: peerEntry, env: { DAYBREAK_WANDB: '0' } });
  const headers = { authorization: basic(off.key), 'content-type': 'application/json' };
  const body = JSON.stringify({ query: '{ viewer { id } }' });
  const answer = await fetch(`${new URL(off.baseUrl).origin}/graphql`, { method: 'POST', headers, body });
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('DAYBREAK_WANDB=1')]);
  await off.end();
});
