import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Finding {
  code: string;
  path: (string | number)[];
  message: string;
}

test('Redocly accepts the contract', async () => {
  const { code, output } = await run('redocly', 'lint', 'openapi.yaml');
  expect(code, output).toBe(0);
  expect(output).not.toMatch(/warning/i);
});

test('Spectral accepts the contract, warnings included', async () => {
  const { code, output } = await run('spectral', 'lint', 'openapi.yaml', '--fail-severity=warn');
  expect(code, output).toBe(0);
});

const schemas = 'components.schemas';

/** Faults planted into the contract, and the rule that has to find each, at the place named. */
const faults: [what: string, rule: string, at: string, fault: unknown, message?: RegExp][] = [
  ['a number without a minimum', 'daybreak-bounds', `${schemas}.A`, { type: 'number', maximum: 1 }, /minimum/],
  ['a number without a maximum', 'daybreak-bounds', `${schemas}.B`, { type: 'integer', minimum: 1 }, /maximum/],
  ['a string without a length', 'daybreak-bounds', `${schemas}.C`, { type: ['string', 'null'] }, /maxLength/],
  ['an array without a length', 'daybreak-bounds', `${schemas}.D`, { type: 'array', items: {} }, /maxItems/],
  ['an open object', 'daybreak-bounds', `${schemas}.E`, { type: 'object', properties: {} }, /maxProperties/],
  ['a map', 'daybreak-bounds', `${schemas}.F`, { type: 'object', additionalProperties: true }, /maxProperties/],
  [
    'a string deep inside',
    'daybreak-bounds',
    `${schemas}.G.properties.a.anyOf.0.items.additionalProperties`,
    { type: 'string' },
  ],
  ['a query parameter', 'daybreak-bounds', 'paths./v1/models.get.parameters.0.schema', { type: 'string' }],
  ['an operation id with a capital', 'daybreak-operation-id', 'paths./v1/models.get.operationId', 'ListServedModels'],
  ['two tags', 'daybreak-one-tag', 'paths./v1/models.get.tags', ['models', 'runs']],
  ['a secured operation without 401', 'daybreak-secured', 'paths./v1/models.get.responses.401', undefined],
  ['a secured operation without 429', 'daybreak-secured', 'paths./v1/models.get.responses.429', undefined],
  ['an operation without 503', 'daybreak-every-operation', 'paths./v1/preview/runs.get.responses.503', undefined],
  ['a preview operation without 422', 'daybreak-validation', 'paths./v1/preview/runs.get.responses.422', undefined],
  ['a body without a limit', 'daybreak-body', 'paths./v1/preview/models.post.x-body-limit-mib', undefined],
  ['a body without 413', 'daybreak-body', 'paths./v1/preview/artifacts.post.responses.413', undefined],
  [
    'another error body',
    'daybreak-error-body',
    'paths./v1/preview/models.post.responses.409',
    { description: 'x', content: { 'application/json': { schema: { type: 'object', additionalProperties: false } } } },
  ],
  ['a response without its id', 'daybreak-request-id', 'paths./v1/preview/runs.get.responses.200.headers', {}],
];

describe('Spectral finds', () => {
  let findings: Finding[];

  beforeAll(async () => {
    const document = parse(readFileSync(join(root, 'openapi.yaml'), 'utf8'));
    for (const [, , at, fault] of faults) plant(document, keysOf(at), fault);
    const folder = mkdtempSync(join(tmpdir(), 'contract-'));
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    const { output } = await run(
      'spectral',
      'lint',
      file,
      '--ruleset',
      '.spectral.yaml',
      '--format',
      'json',
      '--quiet',
    );
    rmSync(folder, { recursive: true });
    findings = JSON.parse(output);
  });

  test.each(faults)('%s', (_, rule, at, _fault, message = /./) => {
    // What is missing is reported at the object it is missing from, what is wrong at the fault or inside it.
    const found = findings.filter(({ code, path }) => {
      const place = path.join('.');
      return code === rule && (place.startsWith(at) || place === at.slice(0, at.lastIndexOf('.')));
    });
    expect(found.map((finding) => finding.message)).toContainEqual(expect.stringMatching(message));
  });
});

/** Splits on dots; a path template has none. */
function keysOf(at: string): string[] {
  return at.split('.');
}

/** Sets what stands at the keys, making objects on the way; undefined removes it. */
function plant(document: Record<string, unknown>, keys: string[], fault: unknown): void {
  let node = document;
  for (const [index, key] of keys.slice(0, -1).entries()) {
    node[key] ??= keys[index + 1] === '0' ? [] : {};
    node = node[key] as Record<string, unknown>;
  }
  if (fault === undefined) delete node[keys.at(-1)!];
  else node[keys.at(-1)!] = fault;
}

function run(tool: string, ...parameters: string[]): Promise<{ code: number; output: string }> {
  const { promise, resolve } = Promise.withResolvers<{ code: number; output: string }>();
  const program = join(root, 'node_modules/.bin', tool);
  const settings = { cwd: root, maxBuffer: 2 ** 26, env: { ...process.env, REDOCLY_TELEMETRY: 'off' } };
  execFile(process.execPath, [program, ...parameters], settings, (error, stdout, stderr) => {
    const output = tool === 'redocly' ? stdout + stderr : stdout;
    resolve({ code: error === null ? 0 : Number(error.code), output });
  });
  return promise;
}
