import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { restore, useFolders } from '../api/backups.ts';
import { callerOf, pollEvents, startTestServer } from '../api/test-server.ts';
import { fixturePath, likeliestAnswer, type OlderFolder } from './fixtures/older-folder.ts';

const folders = useFolders();

for (const version of ['0.2.0']) {
  test(`a data folder of version ${version} gives the same answers, and its unfinished job ends`, async () => {
    const read = async (extension: 'tar.gz' | 'json.gz') => gunzipSync(await readFile(fixturePath(version, extension)));
    const older = JSON.parse((await read('json.gz')).toString()) as OlderFolder;
    const home = await folders();
    await restore(await read('tar.gz'), home);
    await using stack = new AsyncDisposableStack();
    const server = stack.adopt(await startTestServer({ home }), (running) => running.end());
    const caller = callerOf(server.baseUrl, older.key);
    for (const [path, answer] of Object.entries(older.answers)) {
      expect(await caller.call('GET', path), path).toMatchObject({ status: 200, body: answer });
    }
    const bob = callerOf(server.baseUrl, older.chatKey);
    expect((await bob.call('GET', '/models')).status).toBe(200);
    expect((await bob.call('GET', '/preview/models')).status).toBe(403);
    for (const [i, content] of older.said.entries()) {
      const { status, body } = await caller.call('POST', '/chat/completions', likeliestAnswer(older.model, i + 1));
      expect(status, body.error?.message).toBe(200);
      expect(body.choices[0].message.content).toBe(content);
    }
    expect((await pollEvents(caller, older.unfinished)).at(-1)?.type).toBe('training_ended');
  });
}
