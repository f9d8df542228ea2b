import { once } from 'node:events';
import { type FileHandle, mkdir, mkdtemp, open, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { sendReply } from '../../src/api/http/respond.ts';
import { storedObject, WrittenJson } from '../../src/api/http/written-json.ts';
import { loggedGroups } from '../../src/api/logged-groups.ts';
import type { DataFolder } from '../../src/artifacts/data-folder.ts';

let folder: DataFolder;
beforeAll(async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'daybreak-groups-')));
  folder = { root } as DataFolder;
  await mkdir(join(root, 'logs'));
});
afterAll(() => rm(folder.root, { recursive: true }));
afterEach(() => void vi.restoreAllMocks());

/** Returns the bytes of a body, after checking them against its length. */
async function sent(body: WrittenJson): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of body.parts()) parts.push(part);
  await body.close();
  const bytes = Buffer.concat(parts);
  expect(bytes.length).toBe(body.length);
  return bytes;
}

// biome-ignore lint/suspicious/noExplicitAny: a page
const page = async (path: string, after: string | null, limit: number): Promise<any> =>
  JSON.parse(String(await sent(await loggedGroups(folder, { id: 'log', path }, { after, limit }))));

const groups = [
  {},
  { text: 'a ] } , [ { \\ " \n \u2028 é', list: [[], [{}], ['],[']] },
  { long: 'x\\"'.repeat(400_000) },
  { trajectories: [{ reward: 1 }] },
];

test.each([
  ['lines', 'logs/a.jsonl', groups.map((group) => `${JSON.stringify(group)}\n`).join('')],
  ['an array', 'logs/b.json', JSON.stringify(groups)],
  [
    'an array with spaces',
    'logs/c.json',
    ` [ ${groups.map((group) => JSON.stringify(group, null, 1)).join(' ,\n ')} ]\n`,
  ],
])('trajectory groups in %s are paged and returned as they were written', async (_, path, content) => {
  await writeFile(join(folder.root, path), content);
  for (const limit of [1, 2, 4, 9]) {
    const all: object[] = [];
    for (let [after, more]: [string | null, boolean] = [null, true]; more; ) {
      const { data, last_id, has_more } = await page(path, after, limit);
      expect(data.length).toBe(Math.min(limit, groups.length - all.length));
      all.push(...data);
      [after, more] = [last_id, has_more];
    }
    expect(all).toEqual(groups);
  }
  const last = (await page(path, null, 9)).last_id;
  expect(await page(path, last, 9)).toEqual({ object: 'list', data: [], first_id: '', last_id: '', has_more: false });
  for (const cursor of ['999999', '-1', '1e0', 'x'])
    await expect(page(path, cursor, 9)).rejects.toMatchObject({ code: 'not_found', resource: 'cursor' });
});

test.each(['logs/many.jsonl', 'logs/many.json'])('a page of 100 groups prints no Node warning: %s', async (path) => {
  const many = Array.from({ length: 100 }, (_, i) => ({ i }));
  const lines = many.map((group) => `${JSON.stringify(group)}\n`).join('');
  await writeFile(join(folder.root, path), path.endsWith('.json') ? JSON.stringify(many) : lines);
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  try {
    expect((await page(path, null, 100)).data).toEqual(many);
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off('warning', note);
  }
  expect(warnings).toEqual([]);
});

test.each(['logs/none.jsonl', 'logs/none.json'])('a log without groups is an empty page: %s', async (path) => {
  await writeFile(join(folder.root, path), path.endsWith('.json') ? '[]' : '');
  expect(await page(path, null, 9)).toEqual({ object: 'list', data: [], first_id: '', last_id: '', has_more: false });
});

test.each(['logs/huge.jsonl', 'logs/huge.json'])(
  'the event loop keeps turning while a group of 64 MiB is found and sent, and it is not parsed: %s',
  async (path) => {
    const part = 'x'.repeat(2 ** 20);
    const [begin, end] = path.endsWith('.json') ? ['[{"text":"', '"}]'] : ['{"text":"', '"}\n'];
    const handle = await open(join(folder.root, path), 'w');
    await handle.write(begin);
    for (let i = 0; i < 64; i++) await handle.write(part);
    await handle.write(end);
    await handle.close();
    const parse = vi.spyOn(JSON, 'parse');
    let turns = 0;
    const note = (): void => {
      turns += 1;
      next = setImmediate(note);
    };
    let next = setImmediate(note);
    const body = await loggedGroups(folder, { id: 'log', path }, {});
    const found = turns;
    let bytes = 0;
    for await (const chunk of body.parts()) bytes += chunk.length;
    await body.close();
    clearImmediate(next);
    expect(bytes).toBe(body.length);
    expect(bytes).toBeGreaterThan(64 * 2 ** 20);
    // At least one turn per 512 KiB, both in finding and in sending.
    expect([found >= 128, turns - found >= 128]).toEqual([true, true]);
    expect(parse.mock.calls.every(([text]) => text.length < 1_000)).toBe(true);
  },
);

test('a stored object and a page stay readable if their file is deleted before they are sent', async () => {
  const lines = join(folder.root, 'logs/evicted.jsonl');
  await writeFile(lines, '{"text":"a"}\n{"text":"b"}\n');
  const one = await storedObject(folder, { path: 'logs/evicted.jsonl', at: 13, length: 12 }, { id: 1 }, 'whole');
  const both = await loggedGroups(folder, { id: 'log', path: 'logs/evicted.jsonl' }, {});
  await rm(lines);
  expect(JSON.parse(String(await sent(one)))).toEqual({ id: 1, whole: { text: 'b' } });
  expect(JSON.parse(String(await sent(both))).data).toEqual([{ text: 'a' }, { text: 'b' }]);
  const gone = storedObject(folder, { path: 'logs/evicted.jsonl', at: 0, length: 12 }, {}, 'whole');
  await expect(gone).rejects.toMatchObject({ code: 'not_found' });
});

test('a response’s file is closed if the client disconnects before the answer is ready', async () => {
  let closed = 0;
  const handle = { close: async () => void closed++ } as FileHandle;
  const server = createServer(async (_, response) => {
    await once(response, 'close');
    const parts = () => ReadableStream.from([Buffer.from('{}')]);
    const body = new WrittenJson(handle, 2, parts);
    await sendReply(response, { status: 200, headers: {}, body }, (error) => error as never, null).catch(() => {});
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const gone = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).on('error', () => {});
  await once(server, 'request');
  gone.destroy();
  await expect.poll(() => closed).toBe(1);
  server.close();
});

test('prewritten JSON is sent unchanged, and its parts and file are closed if the client disconnects', async () => {
  let ended = 0;
  async function* parts(): AsyncGenerator<Uint8Array> {
    try {
      yield Buffer.from('{"data":');
      for (let i = 0; i < 1_000; i++) yield Buffer.alloc(2 ** 16, 0x20);
      yield Buffer.from('[]}');
    } finally {
      ended += 1;
    }
  }
  const failed: unknown[] = [];
  let closed = 0;
  const handle = { close: async () => void closed++ } as FileHandle;
  const server = createServer((_, response) => {
    const body = new WrittenJson(handle, 11 + 1_000 * 2 ** 16, parts);
    const fault = (error: unknown) => error as never;
    sendReply(response, { status: 200, headers: { 'x-own': '1' }, body }, fault, null).catch((error) => {
      failed.push(error);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const response = await fetch(url);
  expect([response.headers.get('content-type'), response.headers.get('x-own')]).toEqual(['application/json', '1']);
  expect(await response.json()).toEqual({ data: [] });
  expect([ended, closed, failed]).toEqual([1, 1, []]);
  const abort = new AbortController();
  await fetch(url, { signal: abort.signal });
  abort.abort();
  await expect.poll(() => [ended, closed, failed.length]).toEqual([2, 2, 1]);
  server.close();
});
