import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { generate } from '../../codegen/generate.ts';
import { compile } from './compile.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const specFile = join(root, 'openapi.yaml');
/** Inside the project, so that what is generated here finds the project's packages. */
const scratch = join(root, '.cache');
const folders: string[] = [];

function scratchFolder(): string {
  mkdirSync(scratch, { recursive: true });
  folders.push(mkdtempSync(join(scratch, 'contract-')));
  return folders.at(-1)!;
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const contents = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));

test('src/generated is what the contract gives today', async () => {
  const folder = scratchFolder();
  await generate(specFile, folder);
  const [committed, fresh] = [contents(join(root, 'src/generated')), contents(folder)];
  expect(Object.keys(committed).toSorted()).toEqual(Object.keys(fresh).toSorted());
  const stale = Object.keys(fresh).filter((name) => fresh[name] !== committed[name]);
  expect(stale, 'run `npm run codegen`').toEqual([]);
});

describe('handlers', () => {
  const preamble = `import type { Handler, ModelsHandlers, OperationRequest, Reply } from '../../src/generated/handlers.ts';
import type { Checkpoint, Model } from '../../src/generated/types.ts';
declare const model: Model; declare const checkpoint: Checkpoint; declare const anything: never;\n`;
  const faults = (code: string) => compile(join(root, 'test/contract/handler-under-test.ts'), preamble + code);

  const compiling: [what: string, code: string][] = [
    ['a declared status with its body', "const h: Handler<'getModel'> = async () => ({ status: 200, body: model });"],
    [
      'a declared error',
      `const h: Handler<'getModel'> = async () => ({
        status: 404,
        body: { error: { message: 'm', type: 'not_found_error', param: null, code: 'not_found' }, detail: 'm' },
      });`,
    ],
    [
      'a stream of chunks where there is one',
      `const h: Handler<'createChatCompletion'> = async (request) => ({
        status: 200,
        stream: (async function* () {
          yield { id: request.requestId, object: 'chat.completion.chunk' as const, created: 1, model: 'm', choices: [] };
        })(),
      });`,
    ],
    [
      'bytes where there are',
      "const h: Handler<'downloadArtifactFile'> = async () => ({ status: 200, body: Buffer.of(1) });",
    ],
    [
      'typed path, query with defaults filled in, body and exact integers',
      `const h = async ({ params, query }: OperationRequest<'listCheckpoints'>) => {
        const id: string = params.model_id;
        const limit: number = query.limit;
        const after: string | undefined = query.after;
        return [id, limit, after];
      };
      const seed = ({ body }: OperationRequest<'createChatCompletion'>) => BigInt(body.seed ?? 0);`,
    ],
  ];
  test.each(compiling)('%s compiles', (_, code) => {
    expect(faults(code)).toEqual([]);
  });

  const failing: [what: string, code: string, message: RegExp][] = [
    [
      'a status that is not declared',
      "const h: Handler<'getModel'> = async () => ({ status: 418, body: model });",
      /418/,
    ],
    [
      'a status of another operation',
      "const h: Handler<'getModel'> = async () => ({ status: 409, body: anything });",
      /409/,
    ],
    [
      'the body of another operation',
      "const h: Handler<'getModel'> = async () => ({ status: 200, body: checkpoint });",
      /not assignable to type '(JsonReply<200, )?Model|missing the following properties from type 'Model'/,
    ],
    [
      'a body with a field too many',
      "const h = async (): Promise<Reply<'deleteModel'>> => ({ status: 200, body: { model_id: '', deleted_checkpoints: 1, deleted_run: true, more: 1 } });",
      /'more' does not exist/,
    ],
    [
      'a body with a field too few',
      "const h: Handler<'deleteModel'> = async () => ({ status: 200, body: { model_id: '', deleted_run: true } });",
      /deleted_checkpoints/,
    ],
    [
      'an error without the error body',
      "const h: Handler<'getModel'> = async () => ({ status: 404, body: { detail: '' } });",
      /error/,
    ],
    [
      'an error code that is not in the list',
      "const h: Handler<'getModel'> = async () => ({ status: 404, body: { error: { message: 'm', type: 'not_found_error', param: null, code: 'gone' }, detail: 'm' } });",
      /gone/,
    ],
    [
      'a stream where there is none',
      "const h: Handler<'getModel'> = async () => ({ status: 200, stream: (async function* () { yield model; })() });",
      /stream|body/,
    ],
    [
      'JSON where bytes are due',
      "const h: Handler<'downloadArtifactFile'> = async () => ({ status: 200, body: model });",
      /Model/,
    ],
    ['a misspelt body field', "const h = ({ body }: OperationRequest<'createModel'>) => body.projekt;", /projekt/],
    ['an unknown operation', "type R = Reply<'dropModel'>;", /dropModel/],
    [
      'a class that lacks an operation of its tag',
      "class Models implements Pick<ModelsHandlers, 'getModel' | 'deleteModel'> { async getModel(): Promise<Reply<'getModel'>> { return { status: 200, body: model }; } }",
      /deleteModel/,
    ],
  ];
  test.each(failing)('%s does not compile', (_, code, message) => {
    expect(faults(code).join('\n')).toMatch(message);
  });
});

describe('an operation added to the contract', () => {
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

  test('answers 501 until there is a handler, which then answers', async () => {
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

  test('shows up in the type check of the class of its tag', () => {
    const code = `import type { ModelsHandlers } from './handlers.ts';
import type { ModelsHandlers as Before } from '../../src/generated/handlers.ts';
declare const before: Before;
export const models: ModelsHandlers = before;`;
    expect(compile(join(folder, 'models.ts'), code).join('\n')).toMatch(/'renameModel' is missing/);
  });
});
