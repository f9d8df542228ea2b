// Runs the Python client's example from the README unchanged.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../scripts/run.mjs';
import { startTestServer } from '../api/test-server.ts';
import { pythonBlocks } from '../art/code-blocks.ts';
import { clients } from './toolchain.ts';

const { client, skip } = clients.find(({ client: { language } }) => language === 'python')!;

test.skipIf(skip)('the README’s Python example chats with the local server, with its key file', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'daybreak-readme-'));
  const server = await startTestServer();
  try {
    const example = pythonBlocks('README.md').filter((code) => code.includes('daybreak_client'));
    expect(example).toHaveLength(1);
    await writeFile(join(scratch, 'example.py'), example[0]);
    const { program, env } = (await client.build(scratch)).smoke;
    const { DAYBREAK_API_KEY: _key, ...rest } = process.env;
    const place = { DAYBREAK_BASE_URL: server.baseUrl, DAYBREAK_HOME: server.home };
    const printed = await run(program, ['example.py'], { cwd: scratch, env: { ...rest, ...env, ...place } });
    expect(printed.trim()).toMatch(/^(yes|no|maybe)/);
  } finally {
    await server.end();
    await rm(scratch, { recursive: true, force: true });
  }
});
