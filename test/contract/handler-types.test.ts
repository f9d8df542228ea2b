import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compile } from './compile.ts';
import { root } from './scratch.ts';

const preamble = `import type { ErrorReply, Handler, JsonReply, ModelsHandlers } from '../../src/generated/handlers.ts';
import type { Reply } from '../../src/generated/handlers.ts';
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
    `const h: Handler<'createChatCompletion'> = async (_body, context) => ({
      status: 200,
      stream: (async function* () {
        yield { id: context.requestId, object: 'chat.completion.chunk' as const, created: 1, model: 'm', choices: [] };
      })(),
    });`,
  ],
  [
    'bytes where there are',
    "const h: Handler<'downloadArtifactFile'> = async () => ({ status: 200, body: Buffer.of(1) });",
  ],
  [
    'typed path, query with defaults filled in, body and exact integers',
    `const h: Handler<'listCheckpoints'> = async (modelId, query) => {
      const id: string = modelId;
      const limit: number = query.limit;
      const after: string | undefined = query.after;
      return anything as never as Reply<'listCheckpoints'>;
    };
    const seed: Handler<'createChatCompletion'> = async (body) => {
      BigInt(body.seed ?? 0);
      return anything as never as Reply<'createChatCompletion'>;
    };`,
  ],
  [
    'a class that leaves out fields that it does not need',
    `class Models implements Pick<ModelsHandlers, 'getModel'> {
      async getModel(): Promise<JsonReply<200, Model> | ErrorReply<404>> {
        return { status: 200, body: model };
      }
    }`,
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
    /Model/,
  ],
  [
    'a body with a field too many',
    `const h = async (): Promise<Reply<'deleteModel'>> => ({
      status: 200,
      body: { model_id: '', deleted_checkpoints: 1, deleted_run: true, more: 1 },
    });`,
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
    `const h: Handler<'getModel'> = async () => ({
      status: 404,
      body: { error: { message: 'm', type: 'not_found_error', param: null, code: 'gone' }, detail: 'm' },
    });`,
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
  [
    'a misspelt body field',
    "const h: Handler<'createModel'> = async (body) => ({ status: 200, body: body.projekt });",
    /projekt/,
  ],
  [
    'a class that takes another type of field',
    `class Models implements Pick<ModelsHandlers, 'getModel'> {
      async getModel(modelId: 'a'): Promise<Reply<'getModel'>> {
        return { status: 200, body: model };
      }
    }`,
    /'getModel'/,
  ],
  [
    'a class that declares a status that the contract lacks',
    `class Models implements Pick<ModelsHandlers, 'getModel'> {
      async getModel(): Promise<JsonReply<200, Model> | ErrorReply<418>> {
        return { status: 200, body: model };
      }
    }`,
    /418/,
  ],
  ['an unknown operation', "type R = Reply<'dropModel'>;", /dropModel/],
  [
    'a class that lacks an operation of its tag',
    `class Models implements Pick<ModelsHandlers, 'getModel' | 'deleteModel'> {
      async getModel(): Promise<Reply<'getModel'>> {
        return { status: 200, body: model };
      }
    }`,
    /deleteModel/,
  ],
];
test.each(failing)('%s does not compile', (_, code, message) => {
  expect(faults(code).join('\n')).toMatch(message);
});
