import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../api/test-server.ts';
import { artEnvironment, program } from './art-versions.ts';
import { factsOf, titled } from './python-programs.ts';

/** Groups as ART sends them. `npm run oracle` turns the kept groups into token sequences by ART's own preprocessing. */
interface CapturedGroups {
  model: string;
  /** Step of the checkpoint that training on the groups created. */
  trained: number;
  groups: Record<string, { trajectories: object[] }>;
}

const kept = fileURLToPath(new URL('goldens/captured-groups.json', import.meta.url));

/** A short template, with tool calls in the Hermes format. */
const TEMPLATE =
  "{% if tools %}{{ '<|im_start|>system\\n<tool_call> ' + tools[0].function.name + '<|im_end|>\\n' }}{% endif %}" +
  "{% for m in messages %}{{ '<|im_start|>' + m.role + '\\n' + (m.content or '') }}{% for c in m.tool_calls or [] %}" +
  '{{ \'<tool_call>\\n{"name": "\' + c.function.name + \'", "arguments": \' + c.function.arguments | tojson }}' +
  "{{ '}\\n</tool_call>' }}{% endfor %}{{ '<|im_end|>\\n' }}{% endfor %}" +
  "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";

async function useTemplate(model: string): Promise<void> {
  const file = join(model, 'tokenizer_config.json');
  const config = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...config, chat_template: TEMPLATE }));
}

/** Returns the fields and types of a body; for a list, those of its first item. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
}

/** Returns the shape of each trajectory, and the shapes of its captured exchanges, in order. */
function shapesOf({ groups }: CapturedGroups): unknown {
  const captured = ({ exchanges = {} }: { exchanges?: Record<string, object[]> }): unknown =>
    Object.entries(exchanges).map(([protocol, list]) => [protocol, list.map(shapeOf)]);
  return Object.entries(groups).map(([kind, { trajectories }]) => [
    kind,
    trajectories.map((trajectory) => [shapeOf(trajectory), captured(trajectory)]),
  ]);
}

const newest = await artEnvironment('0.5.23');

describe.skipIf(newest.missing !== '')(titled('captures of ART 0.5.23', newest), () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ prepareModel: useTemplate });
  });
  afterAll(() => server.end());

  test('are accepted for training, and have the fields and types of the kept goldens', async () => {
    const env = { TEST_BASE_URL: server.baseUrl, TEST_API_KEY: server.key, TEST_PROJECT: 'captured' };
    const captured: CapturedGroups = await factsOf(newest.python, [program('captured_groups.py')], { env });
    expect(captured.trained).toBe(1);
    if (process.env.DAYBREAK_KEEP_CAPTURES) await writeFile(kept, `${JSON.stringify(captured)}\n`);
    expect(shapesOf(captured)).toEqual(shapesOf(JSON.parse(await readFile(kept, 'utf8'))));
  });
});
