import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../api/test-server.ts';
import { artEnvironment, artVersions, program } from './art-versions.ts';
import { pythonBlocks } from './code-blocks.ts';
import { factsOf, runPython, titled } from './python-programs.ts';

/** Runs the code that the docs give to users of ART, unchanged. */
let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'daybreak-docs-'));
});
afterAll(async () => {
  await server.end();
  await rm(folder, { recursive: true, force: true });
});

async function written(name: string, code: string): Promise<string> {
  await writeFile(join(folder, name), code);
  return join(folder, name);
}

interface SftFacts {
  printed: string;
  status: string;
  step: number;
  answers: Record<string, Record<string, number>>;
  failed: [string, string];
  refused: { type: string; message: string };
  notice: string;
  after: number;
  outside: string[];
}

const readmeVersion = await artEnvironment('0.5.17');
const newest = await artEnvironment('0.5.23');

describe.skipIf(readmeVersion.missing !== '')(titled('the README, with ART 0.5.17', readmeVersion), () => {
  test('its example trains one step with only the address, the key file and the model replaced', async () => {
    const example = pythonBlocks('README.md').find((code) => code.includes('art.ServerlessBackend')) ?? '';
    const changes = {
      'http://127.0.0.1:8484/v1': server.baseUrl,
      '~/.daybreak/api-key': server.keyFile,
      'HuggingFaceTB/SmolLM2-135M-Instruct': 'toy',
    };
    const code = Object.entries(changes).reduce((text, [from, to]) => {
      expect(text.split(from)).toHaveLength(2);
      return text.replace(from, to);
    }, example);
    const printed = await runPython(readmeVersion.python, [await written('readme.py', code)], { env: {} });
    expect(printed).toMatch(/^1 \{.*'time\/step_trainer_s': /m);
  });
});

test.each(['0.5.17', '0.5.23'] as const)('the README’s pip line for ART %s is what the tests run', async (version) => {
  const read = (path: string): Promise<string> => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
  const lines = (await read('README.md')).match(/openpipe-art==[^`]+/g) ?? [];
  const told = lines.find((line) => line.startsWith(`openpipe-art==${version} `));
  expect(told).toBeDefined();
  const tried = await read(artVersions[version].requirements);
  expect(tried).toContain(`# What pip makes of: ${told}`);
  expect(tried).toContain(`\nopenpipe-art==${version}\n`);
});

for (const [version, environment] of [
  ['0.5.17', readmeVersion],
  ['0.5.23', newest],
] as const) {
  describe.skipIf(environment.missing !== '')(titled(`the SFT recipe, with ART ${version}`, environment), () => {
    test('trains a registered model, reports invalid data, and RL continues from its checkpoint', async () => {
      const [recipe, usage] = pythonBlocks('docs/sft-recipe.md');
      expect(recipe.slice(recipe.indexOf('async def')).trim().split('\n')).toHaveLength(10);
      const files = [await written('recipe.py', recipe), await written('usage.py', usage)];
      const env = { TEST_BASE_URL: server.baseUrl, TEST_API_KEY: server.key, TEST_PROJECT: `sft-${version}` };
      const facts: SftFacts = await factsOf(environment.python, [program('sft.py'), ...files], { env });
      expect(facts.printed).toBe('succeeded 1 None\n');
      expect(facts).toMatchObject({
        status: 'succeeded',
        step: 1,
        notice: expect.stringContaining('1 of 1 rows are longer'),
        after: 3,
      });
      expect(Math.exp(facts.answers[''].maybe)).toBeGreaterThan(0.9);
      expect(Math.exp(facts.answers[':step0'].maybe)).toBeLessThan(0.5);
      expect(facts.failed).toEqual(['failed', expect.stringMatching(/line 1.*assistant/s)]);
      expect(facts.refused).toMatchObject({
        type: 'UnprocessableEntityError',
        message: expect.stringContaining('learning_rate'),
      });
      expect(facts.outside.filter((host) => host !== 'raw.githubusercontent.com')).toEqual([]);
    });
  });
}
