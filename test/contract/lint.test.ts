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
const [failures, links] = ['daybreak-failures', 'daybreak-links'];
const [model, job] = ['paths./v1/preview/models/{model_id}', 'paths./v1/preview/training-jobs/{training_job_id}'];
const withoutHeaders = { description: 'Planted.', headers: {} };

/** Faults planted into the contract: each with the rule that must find it, and the place. */
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
  [
    'a header',
    'daybreak-bounds',
    'components.headers.Planted',
    { description: 'Planted.', schema: { type: 'integer', minimum: 1 } },
    /maximum/,
  ],
  [
    'a response of its own',
    'daybreak-bounds',
    'components.responses.Planted',
    { description: 'Planted.', content: { 'application/json': { schema: { type: 'array', items: {} } } } },
    /maxItems/,
  ],
  [
    'an operation id that is taken',
    'operation-operationId-unique',
    'paths./v1/preview/runs/{run_id}.get.operationId',
    'getModel',
  ],
  ['an operation id with a capital', 'daybreak-operation-id', 'paths./v1/models.get.operationId', 'ListServedModels'],
  ['an operation that the command line does not know', 'daybreak-command', 'paths./v1/models.get.x-cli', undefined],
  ['two tags', 'daybreak-one-tag', 'paths./v1/models.get.tags', ['models', 'runs']],
  ['a secured operation without 401', 'daybreak-secured', 'paths./v1/models.get.responses.401', undefined],
  ['a secured operation without 429', 'daybreak-secured', 'paths./v1/models.get.responses.429', undefined],
  ['an operation without 503', 'daybreak-every-operation', 'paths./v1/preview/runs.get.responses.503', undefined],
  ['a query without its refusal', failures, 'paths./v1/preview/runs.get.responses.422', undefined, /limit.*422/],
  ['a cursor that may be unknown', failures, 'paths./v1/preview/runs.get.responses.404', undefined, /after.*404/],
  ['an id that may be unknown', failures, `${model}.get.responses.404`, undefined, /model_id.*404/],
  ['an id that may be no id', failures, `${model}.delete.responses.422`, undefined, /model_id.*422/],
  ['a body that may be wrong', failures, 'paths./v1/chat/completions.post.responses.400', undefined, /body.*400/],
  ['a body without 413', failures, 'paths./v1/preview/artifacts.post.responses.413', undefined, /body.*413/],
  ['a body without 415', failures, 'paths./v1/preview/artifacts.post.responses.415', undefined, /body.*415/],
  ['a body that may not fit on the disk', failures, `${model}/log.post.responses.507`, undefined, /writes.*507/],
  ['a deletion that may not fit on the disk', failures, `${model}.delete.responses.507`, undefined, /writes.*507/],
  [
    'a body that names a model by its id',
    failures,
    'paths./v1/preview/sft-training-jobs.post.responses.404',
    undefined,
    /model_id.*404/,
  ],
  ['a body that names a model', failures, 'paths./v1/completions.post.responses.404', undefined, /by model,.*404/],
  ['a name that is taken', failures, 'paths./v1/preview/models.post.responses.409', undefined, /exist.*409/],
  [
    'a model that has been trained',
    failures,
    'paths./v1/preview/models/{model_id}/adapter.post.responses.409',
    undefined,
    /imports.*409/,
  ],
  ['a job that has ended', failures, `${job}/cancel.post.responses.409`, undefined, /state.*409/],
  [
    'a file in use',
    failures,
    'paths./v1/preview/artifacts/{artifact_id}/files/{file_name}.put.responses.409',
    undefined,
    /in use.*409/,
  ],
  ['a body without a limit', 'daybreak-body-limit', 'paths./v1/preview/models.post.x-body-limit-mib', undefined],
  ['a 405 without Allow', 'daybreak-allow', 'paths./v1/preview/models.get.responses.405', withoutHeaders],
  ['a 429 without a time', 'daybreak-retry-after', 'paths./v1/preview/models.get.responses.429', withoutHeaders],
  ['a 503 without a time', 'daybreak-retry-after', 'paths./v1/preview/models.get.responses.503', withoutHeaders],
  [
    'an operation that creates without a link',
    links,
    'paths./v1/preview/models.post.responses.200.links.checkpoints',
    undefined,
    /createModel needs a link to listCheckpoints/,
  ],
  [
    'another that creates the same kind without a link',
    links,
    'paths./v1/preview/sft-training-jobs.post.responses.200.links.cancel',
    undefined,
    /createSftTrainingJob needs a link to cancelTrainingJob/,
  ],
  [
    'a list without its next page',
    links,
    'paths./v1/preview/runs.get.responses.200.links.next',
    undefined,
    /listRuns needs a link to listRuns/,
  ],
  [
    'a list without its first item',
    links,
    'paths./v1/preview/training-jobs.get.responses.200.links.first',
    undefined,
    /listTrainingJobs needs a link to getTrainingJob/,
  ],
  [
    'a link to nowhere',
    links,
    `${model}.get.responses.200.links.planted`,
    { operationId: 'dropModel' },
    /dropModel, which does not exist/,
  ],
  [
    'another error body',
    'daybreak-error-body',
    'paths./v1/preview/artifacts.post.responses.507',
    { description: 'x', content: { 'application/json': { schema: { type: 'object', additionalProperties: false } } } },
  ],
  [
    'a success that cannot tell what it ignored',
    'daybreak-ignored-fields',
    'paths./v1/models.get.responses.200.headers',
    {},
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
    // Spectral reports a missing value at its parent object, and a wrong value at the value or inside it.
    const found = findings.filter(({ code, path }) => {
      const place = path.join('.');
      return code === rule && (place.startsWith(at) || (at.startsWith(place) && place.split('.').length > 2));
    });
    expect(found.map((finding) => finding.message)).toContainEqual(expect.stringMatching(message));
  });
});

/** Splits at dots, which path templates do not contain. */
function keysOf(at: string): string[] {
  return at.split('.');
}

/** Sets the value at the keys, and creates missing objects on the way. Undefined removes the value. */
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
