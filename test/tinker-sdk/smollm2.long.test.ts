import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderFiles } from '../../src/model/export/folder-files.ts';
import { PACKAGED_MODEL } from '../../src/model/hub/pip-model.ts';
import { startTestServer, type TestServer } from '../api/test-server.ts';
import { factsOf, titled } from '../art/python-programs.ts';
import { smollm2File } from '../oracle/smollm2-file.ts';
import { cookbookEnvironment } from './cookbook-environment.ts';

interface Facts {
  math_rl: Record<'reward' | 'correct' | 'format' | 'drift' | 'seconds', number[]>;
  chat_sl: Record<'nll' | 'seconds', number[]>;
  'preference.shorter': Record<'tokens' | 'drift' | 'seconds', number[]>;
}

const environment = await cookbookEnvironment();

describe.skipIf(environment.missing !== '')(titled('recipes of tinker-cookbook 0.5.8 on SmolLM2', environment), () => {
  let server: TestServer;
  let folder: string;
  beforeAll(async () => {
    const path = await smollm2File();
    server = await startTestServer({ models: [{ id: PACKAGED_MODEL, path }] });
    folder = await mkdtemp(join(tmpdir(), 'daybreak-smollm2-'));
    // The client needs only the tokenizer.
    for (const { name, bytes } of folderFiles(path, 'f32')) await writeFile(join(folder, name), bytes);
  });
  afterAll(async () => {
    await server?.end();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs a recipe and returns its metrics. */
  async function ran<Name extends keyof Facts>(recipe: Name): Promise<Facts[Name]> {
    const url = `${new URL(server.baseUrl).origin}/tinker`;
    const program = fileURLToPath(new URL('smollm2.py', import.meta.url));
    const asked = { url, key: server.key, name: PACKAGED_MODEL, folder };
    const options = { env: { TEST_SERVER: JSON.stringify(asked) }, timeoutMs: 5_400_000 };
    const facts = (await factsOf<Facts>(environment.python, [program, recipe], options))[recipe];
    if (process.env.DAYBREAK_SHOW_SCORES) console.log(JSON.stringify(facts));
    return facts;
  }

  test('math_rl of arithmetic: the reward rises', { timeout: 5_400_000 }, async () => {
    const { reward, drift } = await ran('math_rl');
    expect(mean(reward.slice(-5))).toBeGreaterThan(mean(reward.slice(0, 5)) + 0.2);
    for (const step of drift) expect(Math.abs(step)).toBeLessThan(1e-6);
  });

  test('chat_sl: the NLL of the same conversations falls', { timeout: 5_400_000 }, async () => {
    const { nll } = await ran('chat_sl');
    expect(mean(nll.slice(4))).toBeLessThan(mean(nll.slice(0, 4)) - 0.1);
  });

  test('preference/shorter: answers become shorter', { timeout: 5_400_000 }, async () => {
    const { tokens, drift } = await ran('preference.shorter');
    expect(mean(tokens.slice(-2))).toBeLessThan(mean(tokens.slice(0, 2)) - 3);
    for (const step of drift) expect(Math.abs(step)).toBeLessThan(1e-6);
  });
});

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
