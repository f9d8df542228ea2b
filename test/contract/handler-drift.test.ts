import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Node } from '../../codegen/contract.ts';
import { type Difference, differenceLines, differences } from '../../codegen/drift/differences.ts';
import { handlerDrift } from '../../codegen/drift/handler-drift.ts';
import { operationShapes } from '../../codegen/shape/operation-shape.ts';
import { isLong } from '../tier.ts';
import { root, scratchFolder, specFile } from './scratch.ts';

const contract = () => parse(readFileSync(specFile, 'utf8')) as Node;

/** Returns the place of each difference, and both of its sides. */
const said = (found: readonly Difference[]) =>
  found.map(({ operation, where, code, spec }) => [operation, where, code, spec]);

test('the handler classes agree with the contract', () => {
  expect(differenceLines(handlerDrift(join(root, 'src/api/handlers'), contract()))).toEqual([]);
});

describe('a difference planted in the handler classes is reported', () => {
  const [models, jobs, chat] = [
    'api/handlers/models.ts',
    'api/handlers/training-jobs.ts',
    'api/handlers/chat-completions.ts',
  ];
  const [artifacts, types] = ['api/handlers/artifacts.ts', 'generated/types.ts'];
  const getModel = 'GET /v1/preview/models/{model_id}';
  const listJobs = 'GET /v1/preview/training-jobs';
  const upload = 'PUT /v1/preview/artifacts/{artifact_id}/files/{file_name}';
  let source: string;

  beforeAll(() => {
    source = scratchFolder();
    for (const part of ['api', 'generated']) cpSync(join(root, 'src', part), join(source, part), { recursive: true });
  });

  function driftWith(file: string, pattern: RegExp, text: string): Difference[] {
    const before = readFileSync(join(source, file), 'utf8');
    const after = before.replace(pattern, text);
    expect(after, `${pattern} is nowhere in ${file}`).not.toBe(before);
    writeFileSync(join(source, file), after);
    try {
      return handlerDrift(join(source, 'api/handlers'), contract());
    } finally {
      writeFileSync(join(source, file), before);
    }
  }

  type Row = [what: string, file: string, pattern: RegExp, text: string, expected: string[][]];
  const rows: Row[] = [
    [
      'a missing status',
      models,
      /(async getModel\([\s\S]*?<Keyed) \| 404/,
      '$1',
      [[getModel, 'response 404', 'nothing', 'there is one']],
    ],
    [
      'a status too many',
      models,
      /(async getModel\([\s\S]*?<Keyed)/,
      '$1 | 418',
      [[getModel, 'response 418', 'there is one', 'nothing']],
    ],
    [
      'another body under a status',
      models,
      /(async getModel\([\s\S]*?JsonReply<200, )Model/,
      '$1DeletedModel',
      [
        [getModel, 'response 200 application/json .base_model', 'nothing', 'required'],
        [getModel, 'response 200 application/json .created', 'nothing', 'required'],
        [getModel, 'response 200 application/json .deleted_checkpoints', 'required', 'nothing'],
        [getModel, 'response 200 application/json .deleted_run', 'required', 'nothing'],
        [getModel, 'response 200 application/json .entity', 'nothing', 'required'],
        [getModel, 'response 200 application/json .id', 'nothing', 'required'],
        [getModel, 'response 200 application/json .model_id', 'required', 'nothing'],
        [getModel, 'response 200 application/json .name', 'nothing', 'required'],
        [getModel, 'response 200 application/json .project', 'nothing', 'required'],
        [getModel, 'response 200 application/json .retention', 'nothing', 'required'],
        [getModel, 'response 200 application/json .run_id', 'nothing', 'required'],
      ],
    ],
    [
      'a parameter of another name',
      jobs,
      /(interface JobsQuery[^}]*)status\?/,
      '$1state?',
      [
        [listJobs, 'parameter query state', 'optional', 'nothing'],
        [listJobs, 'parameter query status', 'nothing', 'optional'],
      ],
    ],
    [
      'a parameter that is required',
      jobs,
      /(interface JobsQuery[^}]*)status\?/,
      '$1status',
      [[listJobs, 'parameter query status', 'required', 'optional']],
    ],
    [
      'a parameter of another type',
      jobs,
      /(interface JobsQuery[^}]*)status\?: JobStatus/,
      '$1status?: number',
      [[listJobs, 'parameter query status', 'number', '"cancelled" | "failed" | "queued" | "running" | "succeeded"']],
    ],
    [
      'a query parameter more',
      jobs,
      /(interface JobsQuery[^}]*)status\?/,
      '$1colour?: string; status?',
      [[listJobs, 'parameter query colour', 'optional', 'nothing']],
    ],
    [
      'a header more',
      models,
      /(@Path\('model_id'\) modelId: Uuid,)(\s*@Inject\(\) \{ caller \}: KeyedContext,)(\s*\): Promise<JsonReply<200, Model>)/,
      "$1$2 @Header('X-Colour') colour?: string,$3",
      [[getModel, 'parameter header x-colour', 'optional', 'nothing']],
    ],
    [
      'a body where there is none',
      jobs,
      /(async cancelTrainingJob\()/,
      '$1@Body() body: string,',
      [[`POST /v1/preview/training-jobs/{training_job_id}/cancel`, 'request body', 'required', 'nothing']],
    ],
    [
      'a header of another name',
      chat,
      /@Header\('X-Request-Id'\)/,
      "@Header('X-Request')",
      [
        ['POST /v1/chat/completions', 'parameter header x-request', 'optional', 'nothing'],
        ['POST /v1/chat/completions', 'parameter header x-request-id', 'nothing', 'optional'],
      ],
    ],
    [
      'path parameters in another order',
      artifacts,
      /(uploadArtifactFile\(\s*)(@Path\('artifact_id'\) artifactId: Uuid),(\s*)(@Path\('file_name'\) name: FileName)/,
      '$1$4,$3$2',
      [[upload, 'order of path parameters', 'file_name, artifact_id', 'artifact_id, file_name']],
    ],
    [
      'missing security',
      models,
      /@Security\('bearerAuth'\)(\s*async getModel)/,
      '$1',
      [[getModel, 'security', 'nothing', 'bearerAuth']],
    ],
    [
      'security too much',
      models,
      /(async listBaseModels)/,
      "@Security('bearerAuth') $1",
      [['GET /v1/preview/base-models', 'security', 'bearerAuth', 'nothing']],
    ],
    [
      'a body field of another type',
      types,
      /(type CreateModelRequest = \{[^}]*base_model: )\w+/,
      '$1number',
      [['POST /v1/preview/models', 'request body application/json .base_model', 'number', 'string']],
    ],
    [
      'a body field that may be left out',
      types,
      /(type CreateModelRequest = \{[^}]*base_model):/,
      '$1?:',
      [['POST /v1/preview/models', 'request body application/json .base_model', 'optional', 'required']],
    ],
    [
      'a body field too many',
      types,
      /(type CreateModelRequest = \{)/,
      '$1 colour?: string;',
      [['POST /v1/preview/models', 'request body application/json .colour', 'optional', 'nothing']],
    ],
    [
      'a body that may be left out',
      models,
      /(createModel\(\s*@Body\(\) body)/,
      '$1?',
      [['POST /v1/preview/models', 'request body', 'optional', 'required']],
    ],
    [
      'a body of another content type',
      artifacts,
      /@Consumes\('application\/octet-stream'\)/,
      "@Consumes('text/plain')",
      [[upload, 'request body', 'text/plain', 'application/octet-stream']],
    ],
    [
      'a response field of another type, deep inside',
      types,
      /(type CheckpointPage = \{[^}]*data: )Array<Checkpoint>/,
      '$1Array<Omit<Checkpoint, "step"> & { step: string }>',
      [
        [
          'GET /v1/preview/models/{model_id}/checkpoints',
          'response 200 application/json .data[].step',
          'string',
          'number',
        ],
      ],
    ],
    [
      'events of another type',
      chat,
      /(async createChatCompletion[\s\S]*?StreamReply<200, )ChatCompletionEvent/,
      '$1string',
      [
        [
          'POST /v1/chat/completions',
          'response 200 text/event-stream ',
          'string',
          expect.stringContaining('choices') as unknown as string,
        ],
      ],
    ],
    [
      'JSON in place of bytes',
      artifacts,
      /(async downloadArtifactFile[\s\S]*?)BytesReply<200>/,
      '$1JsonReply<200, string>',
      [
        [
          'GET /v1/preview/artifacts/{artifact_id}/files/{file_name}',
          'response 200',
          'application/json',
          'application/octet-stream',
        ],
      ],
    ],
    [
      'another method',
      models,
      /@Delete\('preview\/models\/\{model_id\}'\)/,
      "@Put('preview/models/{model_id}')",
      [
        ['DELETE /v1/preview/models/{model_id}', 'route', 'nothing', 'deleteModel'],
        ['PUT /v1/preview/models/{model_id}', 'route', 'deleteModel', 'nothing'],
      ],
    ],
    [
      'another path',
      models,
      /@Get\('preview\/base-models'\)/,
      "@Get('preview/bases')",
      [
        ['GET /v1/preview/base-models', 'route', 'nothing', 'listBaseModels'],
        ['GET /v1/preview/bases', 'route', 'listBaseModels', 'nothing'],
      ],
    ],
    [
      'a method without its route',
      models,
      /@Get\('preview\/base-models'\)/,
      '',
      [['GET /v1/preview/base-models', 'route', 'nothing', 'listBaseModels']],
    ],
    [
      'a route too many',
      models,
      /(@Get\('preview\/base-models'\))/,
      "@Get('preview/colours') async listColours(): Promise<ErrorReply<404>> { throw new Error(); }\n$1",
      [['GET /v1/preview/colours', 'route', 'listColours', 'nothing']],
    ],
    [
      'another operation id',
      models,
      /async listBaseModels/,
      'async listBases',
      [['GET /v1/preview/base-models', 'operation id', 'listBases', 'listBaseModels']],
    ],
  ];
  /** A difference of each part of an operation. tsoa takes seconds to read all handlers again for each row. */
  const everyday = [
    'a missing status',
    'another body under a status',
    'missing security',
    'a response field of another type, deep inside',
    'another path',
  ];
  const tried = rows.filter(([what]) => isLong || everyday.includes(what));
  test.each(tried)('%s', (_, file, pattern, text, expected) => {
    expect(said(driftWith(file, pattern, text))).toEqual(expected);
  });

  test('handlers that tsoa cannot read throw an error', () => {
    expect(() => driftWith(models, /(async getModel\([\s\S]*?Promise<)[^{]*>/, '$1Model>')).toThrow('not a reply');
    expect(() => driftWith(models, /@Path\('model_id'\) modelId/, "@Path('modelId') modelId")).toThrow(/Can't match/);
    expect(() => driftWith(models, /(async getModel\()/, '$1colour: string, ')).toThrow(/colour/);
  });
});

describe('a difference planted in the contract is reported', () => {
  const item = '/v1/preview/models/{model_id}';
  let plain: Node;

  beforeAll(() => {
    plain = contract();
  });

  /** Compares the contract with a changed copy, so that the planted change is the only difference. */
  function driftWith(plant: (document: Document) => void): string[][] {
    const planted = structuredClone(plain);
    plant(planted as unknown as Document);
    return said(differences(operationShapes(withoutAliases(plain)), operationShapes(planted)));
  }

  type Row = [what: string, plant: (document: Document) => void, expected: string[][]];
  const rows: Row[] = [
    [
      'a status',
      ({ paths }) => {
        paths[item].get.responses['410'] = paths[item].get.responses['404'];
      },
      [[`GET ${item}`, 'response 410', 'nothing', 'there is one']],
    ],
    [
      'a status that is gone',
      ({ paths }) => {
        delete paths[item].get.responses['404'];
      },
      [[`GET ${item}`, 'response 404', 'there is one', 'nothing']],
    ],
    [
      'an operation',
      ({ paths }) => {
        paths[item].patch = { ...paths[item].get, operationId: 'renameModel' };
      },
      [[`PATCH ${item}`, 'route', 'nothing', 'renameModel']],
    ],
    [
      'an operation that is gone',
      ({ paths }) => {
        delete paths[item].delete;
      },
      [[`DELETE ${item}`, 'route', 'deleteModel', 'nothing']],
    ],
    [
      'an operation that is open to all',
      ({ paths }) => {
        paths[item].get.security = [];
      },
      [[`GET ${item}`, 'security', 'bearerAuth', 'nothing']],
    ],
    [
      'a parameter that is required',
      ({ components }) => {
        components.parameters.JobStatusFilter.required = true;
      },
      [['GET /v1/preview/training-jobs', 'parameter query status', 'optional', 'required']],
    ],
    [
      'a field of a body',
      ({ components }) => {
        components.schemas.CreateArtifactRequest.properties.name = { type: 'boolean' };
      },
      [['POST /v1/preview/artifacts', 'request body application/json .name', 'string', 'boolean']],
    ],
    [
      'a null that a response field may be',
      ({ components }) => {
        components.schemas.CreatedArtifact.properties.id = { type: ['string', 'null'] };
      },
      [['POST /v1/preview/artifacts', 'response 200 application/json .id', 'nothing', 'null']],
    ],
    [
      'an alias that is not what it names',
      ({ paths }) => {
        delete paths['/health'].get.responses['503'];
      },
      [['GET /health', 'response 503', 'there is one', 'nothing']],
    ],
  ];
  test.each(rows)('%s', (_, plant, expected) => {
    expect(driftWith(plant)).toEqual(expected);
  });

  test('equivalent schemas are not a difference', () => {
    const same = driftWith(({ components: { schemas } }) => {
      schemas.CreatedArtifact.properties.id = {
        anyOf: [{ type: 'string', format: 'uuid' }, { enum: [] }],
        maxLength: 3,
      };
      schemas.Checkpoint.properties.step = { type: 'number', description: 'Any.' };
    });
    expect(same).toEqual([]);
  });
});

interface Document {
  // biome-ignore lint/suspicious/noExplicitAny: a plant reaches deep into a document of any form
  [part: string]: any;
}

function withoutAliases(document: Node): Node {
  const paths = Object.entries(document.paths as Record<string, Record<string, Node>>);
  const own = paths.filter(([, item]) =>
    Object.values(item).every((operation) => operation['x-alias-of'] === undefined),
  );
  return { ...document, paths: Object.fromEntries(own) };
}
