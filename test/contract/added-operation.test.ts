import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { generate } from '../../codegen/generate.ts';
import { compile } from './compile.ts';
import { scratchFolder, specFile } from './scratch.ts';

const planted = {
  operationId: 'renameModel',
  tags: ['models'],
  summary: 'Rename a model',
  responses: {
    200: {
      description: 'Renamed.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Model' } } },
    },
  },
};
let folder: string;

beforeAll(async () => {
  const document = parse(readFileSync(specFile, 'utf8'));
  document.paths['/v1/preview/models/{model_id}'].patch = planted;
  folder = scratchFolder();
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
  await generate(join(folder, 'openapi.json'), folder);
});

test('a new operation answers 501 until it has a handler', async () => {
  const { handlerOf, stubs } = await import(join(folder, 'stubs.ts'));
  const reply = await handlerOf('renameModel', { models: {} })({});
  expect(reply.status).toBe(501);
  expect(reply.body.error).toMatchObject({ code: 'not_implemented', message: 'renameModel is not implemented yet' });
  expect(Object.keys(stubs)).toContain('renameModel');

  const models = {
    name: 'kept',
    renameModel() {
      return { status: 200, body: this.name };
    },
  };
  expect(await handlerOf('renameModel', { models })({})).toEqual({ status: 200, body: 'kept' });
});

test('a new operation without a handler is a type error in the class of its tag', () => {
  const code = `import type { ModelsHandlers } from './handlers.ts';
import type { ModelsHandlers as Before } from '../../src/generated/handlers.ts';
declare const before: Before;
export const models: ModelsHandlers = before;`;
  expect(compile(join(folder, 'models.ts'), code).join('\n')).toMatch(/'renameModel' is missing/);
});
