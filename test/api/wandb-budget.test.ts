import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { answerQuery } from '../../src/api/wandb/answer-query.ts';
import { type RequestContext, rootFields } from '../../src/api/wandb/root-fields.ts';
import { FairSemaphore } from '../../src/inference/fair-semaphore.ts';
import { openStore, type Records, type Store } from '../../src/store/store.ts';

const LONG = 'x'.repeat(2 ** 18 - 100);
let folder: string;
let store: Store;
let own: Records;
/** Id of an artifact version that one run created and used, with long texts everywhere. */
let id: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybreak-budget-'));
  store = await openStore({ sqliteFile: join(folder, 'daybreak.sqlite') });
  own = store.ownedBy('ann');
  const tags = Array.from({ length: 64 }, (_, i) => `${i}`.padEnd(128, 't'));
  const words = { config: { _wandb: { value: { t: LONG } } }, summary: { LONG }, notes: LONG.slice(0, 16_000), tags };
  const { run } = await own.clientRuns.upsert({ entity: 'e', project: 'p', name: 'r' }, words);
  await own.clientRuns.append(run.id, 0, [{ text: LONG, entry: { step: 3, metrics: { loss: 1 } } }]);
  const version = {
    type: 'dataset',
    digest: 'd',
    metadata: { LONG },
    aliases: [],
    tags: ['kept'],
    clientRunId: run.id,
  };
  const place = { entity: 'e', project: 'p', name: 'n', description: LONG.slice(0, 16_000) };
  ({ id } = await own.uploads.begin({ ...place, ...version }));
  await own.uploads.commit(id);
  await own.provenance.note(run.id, 'used', { artifactId: id });
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

function ask(query: string, signal = new AbortController().signal) {
  const parts = { files: null, folder: null, imports: null } as unknown as Pick<
    RequestContext,
    'files' | 'folder' | 'imports'
  >;
  const reading = { own, owner: 'ann', address: () => '', turns: new FairSemaphore(2), signal, ...parts };
  const root = rootFields({ ...reading, defaultEntity: 'e' });
  return answerQuery({ query }, { root, requestId: 'q', signal });
}

const aliased = (count: number, field: string) => Array.from({ length: count }, (_, i) => `a${i}: ${field}`).join(' ');
const ofVersion = (fields: string) => `{ artifact(id: "${id}") { ${fields} } }`;
const ofMaker = (fields: string) => ofVersion(`createdBy { ... on Run { ${fields} } }`);

const messages = async (query: string) => (await ask(query)).errors?.map(({ message }) => message) ?? [];
const TOO_LONG = expect.stringMatching(/an answer may have at most 16,777,216 characters of text in total/);

test.each(['config', 'summaryMetrics', 'historyTail', 'wandbConfig(keys: ["t"])'])(
  'a W&B answer has at most 16,777,216 characters of text together: %s',
  async (field) => {
    expect(await messages(ofMaker(aliased(9, field)))).toEqual([]);
    expect((await messages(ofMaker(aliased(90, field))))[0]).toEqual(TOO_LONG);
  },
);

test('metadata, descriptions, notes and tags count towards the text limit of a W&B answer', async () => {
  const { artifact } = (await ask(ofVersion('metadata description'))).data as { artifact: object };
  expect(artifact).toEqual({ metadata: JSON.stringify({ LONG }), description: LONG.slice(0, 16_000) });
  const almost = aliased(64, 'metadata');
  expect(await messages(ofVersion(almost))).toEqual([]);
  for (const more of ['description', 'createdBy { ... on Run { notes } }', 'createdBy { ... on Run { tags } }'])
    expect(await messages(ofVersion(`${almost} ${more}`))).toEqual([TOO_LONG]);
});

test('the data of a W&B field is read once per object and query, and counts towards the field limit', async () => {
  const users = vi.spyOn(own.provenance, 'users');
  const ranges = vi.spyOn(own.runs, 'stepRange');
  const runs = vi.spyOn(own.clientRuns, 'get');
  const tags = vi.spyOn(own.tags, 'of');
  const given = vi.spyOn(own.aliases, 'of');
  const both = 'historyKeys p: parquetHistory(liveKeys: []) { liveData } ';
  const lists = ['usedBy { edges { node { id } } }', 'tags { name }', 'aliases { alias }'];
  for (const list of lists) expect(await messages(ofVersion(aliased(90, list)))).toEqual([]);
  const inRun = await ask(ofMaker(`${both} ${aliased(90, 'historyKeys')} config notes tags`));
  expect(inRun.data).toMatchObject({ artifact: { createdBy: { historyKeys: { lastStep: 3 }, a89: { lastStep: 3 } } } });
  expect([users, tags, given, ranges, runs].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1, 1, 1]);
  const many = aliased(120, 'createdBy { ... on Run { notes historyKeys } }');
  expect((await ask(ofVersion(many))).errors?.[0].message).toContain('30,000 fields');
  expect([ranges, runs].map(({ mock }) => mock.calls.length)).toEqual([28, 28]);
});

test('an artifact version is unchanged if the tags of a change are refused', async () => {
  const known = () => ask(ofVersion('description tags { name } aliases { alias }'));
  const before = await known();
  const many = Array.from({ length: 64 }, (_, i) => `{ tagName: "t${i}" }`);
  const digest =
    'artifactTypeName: "dataset", digest: "d", artifactCollectionName: "n", entityName: "e", projectName: "p"';
  for (const tags of ['{ tagName: "a/b" }', many.join()]) {
    const add = `tagsToAdd: [${tags}], aliases: [{ artifactCollectionName: "n", alias: "new" }]`;
    for (const change of [
      `updateArtifact(input: { artifactID: "${id}", description: "new", ${add}`,
      `createArtifact(input: { ${digest}, ${add.replace('tagsToAdd', 'tags')}`,
    ])
      expect(await messages(`mutation { ${change} }) { artifact { id } } }`)).toEqual([expect.stringMatching(/tags/)]);
  }
  expect(await known()).toEqual(before);
});
