import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { changeReport } from '../../codegen/changes/change-report.ts';
import { releasedContract } from '../../codegen/changes/released-contract.ts';
import type { Node } from '../../codegen/contract.ts';
import { root, scratchFolder, specFile } from './scratch.ts';

interface Document {
  // biome-ignore lint/suspicious/noExplicitAny: a plant reaches deep into a document of any form
  [part: string]: any;
}

type Plant = (document: Document) => void;

const contract = parse(readFileSync(specFile, 'utf8')) as Node;

/** The contract without paths that no test changes: comparing these takes most of the time. */
const smaller = {
  ...contract,
  paths: Object.fromEntries(
    Object.entries(contract.paths as object).filter(
      ([path]) => !/tinker|wandb|responses|messages|completions./.test(path),
    ),
  ),
} as Node;

function planted(plant: Plant): Node {
  const document = structuredClone(smaller);
  plant(document);
  return document;
}

const reportOf = (plant: Plant) => changeReport({ source: 'test', document: smaller }, planted(plant));

test('breaking changes since the last release have a version that announces them', () => {
  const { unannounced, markdown } = changeReport(releasedContract(root), contract);
  expect(unannounced, markdown).toBe(false);
});

test('a contract does not differ from itself or from an equivalent spelling', () => {
  expect(reportOf(() => {}).changes).toEqual([]);
  const respelt = reportOf(({ info, paths, components: { schemas } }) => {
    info.description = 'Another.';
    paths['/v1/health'].get.summary = 'Another.';
    schemas.Step = { $ref: '#/components/schemas/StepItself' };
    schemas.StepItself = { allOf: [{ type: 'integer', minimum: 0, maximum: 2147483647, description: 'Another.' }] };
    schemas.CreateModelRequest.properties.name.description = 'Another.';
  });
  expect(respelt.changes).toEqual([]);
});

const model = '/v1/preview/models/{model_id}';
const getModel = `GET ${model}`;
const createModel = 'POST /v1/preview/models';
const listRuns = 'GET /v1/preview/runs';
const field = (name: string) => `request body application/json .${name}`;
const answer = (name: string) => `response 200 application/json .${name}`;

test('a keyword next to anyOf or $ref is reported as a change', () => {
  const { changes } = reportOf(({ components: { schemas } }) => {
    const { config, model_id } = schemas.CreateSftTrainingJobRequest.properties;
    config.not = { minProperties: 3 };
    model_id.pattern = '^7';
  });
  const job = { operation: 'POST /v1/preview/sft-training-jobs', breaking: true };
  expect(changes).toContainEqual({ ...job, where: field('config'), was: 'no not', now: 'not {"minProperties":3}' });
  expect(changes).toContainEqual({ ...job, where: field('model_id'), was: 'no pattern', now: 'pattern "^7"' });
});

describe('of a changed x-rules entry only the difference is reported', () => {
  const chatMessage = { operation: 'POST /v1/chat/completions', where: field('messages[]'), breaking: true };
  const ruleOf = (...details: object[]) => details.map((detail) => ({ ...chatMessage, ...detail }));
  const details: [what: string, plant: (rule: Document) => void, told: object[]][] = [
    [
      'a value',
      ({ then }) => Object.assign(then.properties.content.not, { type: 'string' }),
      [
        {
          was: 'x-rules[0].then.properties.content.not.type "null"',
          now: 'x-rules[0].then.properties.content.not.type "string"',
        },
      ],
    ],
    [
      'a keyword more',
      ({ if: { properties } }) =>
        Object.assign(properties, { role: { not: { ...properties.role.not, minLength: 1 } } }),
      [{ was: 'no x-rules[0].if.properties.role.not.minLength', now: 'x-rules[0].if.properties.role.not.minLength 1' }],
    ],
    [
      'an item more',
      ({ if: { properties } }) => properties.role.not.enum.unshift('user'),
      [{ was: 'nothing', now: 'x-rules[0].if.properties.role.not.enum with "user"' }],
    ],
    [
      'an item less',
      ({ if: { properties } }) => properties.role.not.enum.pop(),
      [{ was: 'x-rules[0].if.properties.role.not.enum with "function"', now: 'nothing' }],
    ],
    [
      'another item',
      ({ if: { properties } }) => properties.role.not.enum.splice(1, 1, 'user'),
      [
        {
          was: 'x-rules[0].if.properties.role.not.enum[1] "function"',
          now: 'x-rules[0].if.properties.role.not.enum[1] "user"',
        },
      ],
    ],
    [
      'another rule in its place',
      ({ if: { properties } }) => Object.assign(properties, { role: { const: 'user' } }),
      [
        {
          was: 'x-rules[0].if.properties.role {"not":{"enum":["assistant","function"]}}',
          now: 'x-rules[0].if.properties.role {"const":"user"}',
        },
      ],
    ],
    [
      'two places',
      twoPlaces,
      [
        {
          was: 'x-rules[0].then.properties.content.not.type "null"',
          now: 'x-rules[0].then.properties.content.not.type "string"',
        },
        { was: 'no x-rules[0].then.minProperties', now: 'x-rules[0].then.minProperties 2' },
      ],
    ],
    ['the order of a list', ({ if: { properties } }) => properties.role.not.enum.reverse(), []],
  ];
  test.each(details)('%s', (_, plant, told) => {
    const { changes } = reportOf(({ components: { schemas } }) => plant(schemas.ChatMessage['x-rules'][0]));
    const here = changes.filter(({ operation, where }) => {
      return operation === chatMessage.operation && where === chatMessage.where;
    });
    expect(here).toEqual(expect.arrayContaining(ruleOf(...told)));
    expect(here).toHaveLength(told.length);
  });
});

function twoPlaces({ then }: Document): void {
  then.properties.content.not.type = 'string';
  then.minProperties = 2;
}

type Row = [what: string, breaking: boolean, plant: Plant, operation: string, where: string, was: string, now: string];
const rows: Row[] = [
  ['an operation removed', true, ({ paths }) => delete paths[model].get, getModel, 'operation', 'getModel', 'nothing'],
  [
    'an operation added',
    false,
    ({ paths }) => {
      paths[model].patch = { ...paths[model].get, operationId: 'renameModel' };
    },
    `PATCH ${model}`,
    'operation',
    'nothing',
    'renameModel',
  ],
  [
    'an operation renamed',
    true,
    ({ paths }) => {
      paths[model].get.operationId = 'readModel';
    },
    getModel,
    'operation id',
    'getModel',
    'readModel',
  ],
  [
    'a key asked for',
    true,
    ({ paths }) => delete paths['/v1/health'].get.security,
    'GET /v1/health',
    'security',
    'nothing',
    'bearerAuth',
  ],
  [
    'no key asked for any more',
    false,
    ({ paths }) => {
      paths[model].get.security = [];
    },
    getModel,
    'security',
    'bearerAuth',
    'nothing',
  ],
  [
    'an error status removed',
    true,
    ({ paths }) => delete paths[model].get.responses['404'],
    getModel,
    'response 404',
    'there was one',
    'nothing',
  ],
  [
    'an error status added',
    false,
    ({ paths }) => {
      paths[model].get.responses['410'] = paths[model].get.responses['404'];
    },
    getModel,
    'response 410',
    'nothing',
    'there is one',
  ],
  [
    'a success status added',
    true,
    ({ paths }) => {
      paths[model].get.responses['202'] = paths[model].get.responses['200'];
    },
    getModel,
    'response 202',
    'nothing',
    'there is one',
  ],
  [
    'a header removed',
    true,
    ({ components }) => delete components.responses.TooManyRequests.headers['Retry-After'],
    getModel,
    'response 429 header Retry-After',
    'always',
    'nothing',
  ],
  [
    'a query parameter removed',
    true,
    ({ paths }) => {
      paths['/v1/preview/runs'].get.parameters = paths['/v1/preview/runs'].get.parameters.filter(
        ({ $ref }: { $ref: string }) => !$ref.endsWith('/Cursor'),
      );
    },
    listRuns,
    'parameter query cursor',
    'optional',
    'nothing',
  ],
  [
    'a query parameter that becomes required',
    true,
    ({ components }) => {
      components.parameters.Order.required = true;
    },
    listRuns,
    'parameter query order',
    'optional',
    'required',
  ],
  [
    'a query parameter added',
    false,
    ({ paths }) => {
      paths['/v1/preview/runs'].get.parameters.push({ name: 'colour', in: 'query', schema: { type: 'string' } });
    },
    listRuns,
    'parameter query colour',
    'nothing',
    'optional',
  ],
  [
    'a request field removed',
    true,
    ({ components }) => delete components.schemas.CreateModelRequest.properties.entity,
    createModel,
    field('entity'),
    'optional',
    'nothing',
  ],
  [
    'a request field that becomes required',
    true,
    ({ components }) => components.schemas.CreateModelRequest.required.push('entity'),
    createModel,
    field('entity'),
    'optional',
    'required',
  ],
  [
    'a request field that may be left out now',
    false,
    ({ components }) => {
      components.schemas.CreateModelRequest.required = ['project', 'base_model'];
    },
    createModel,
    field('name'),
    'required',
    'optional',
  ],
  [
    'a required request field added',
    true,
    ({ components: { schemas } }) => {
      schemas.CreateModelRequest.properties.colour = { type: 'string' };
      schemas.CreateModelRequest.required.push('colour');
    },
    createModel,
    field('colour'),
    'nothing',
    'required',
  ],
  [
    'an optional request field added',
    false,
    ({ components }) => {
      components.schemas.CreateModelRequest.properties.colour = { type: 'string' };
    },
    createModel,
    field('colour'),
    'nothing',
    'optional',
  ],
  [
    'a request field of another type',
    true,
    ({ components }) => {
      components.schemas.CreateModelRequest.properties.name = { type: 'boolean' };
    },
    createModel,
    field('name'),
    'string',
    'boolean',
  ],
  [
    'a request field that may be null no more',
    true,
    ({ components }) => {
      components.schemas.CreateModelRequest.properties.return_existing = { type: 'boolean' };
    },
    createModel,
    field('return_existing'),
    'null',
    'nothing',
  ],
  [
    'a tighter bound of a request',
    true,
    ({ components }) => {
      components.parameters.Limit.schema.maximum = 50;
    },
    listRuns,
    'parameter query limit',
    'maximum 100',
    'maximum 50',
  ],
  [
    'a looser bound of a request',
    false,
    ({ components }) => {
      components.parameters.Limit.schema.minimum = 0;
    },
    listRuns,
    'parameter query limit',
    'minimum 1',
    'minimum 0',
  ],
  [
    'a bound of a request that is new',
    true,
    ({ components }) => {
      components.parameters.Limit.schema.multipleOf = 5;
    },
    listRuns,
    'parameter query limit',
    'no multipleOf',
    'multipleOf 5',
  ],
  [
    'a word of a request removed',
    true,
    ({ components }) => {
      components.parameters.Order.schema.enum = ['asc'];
    },
    listRuns,
    'parameter query order',
    '"desc"',
    'nothing',
  ],
  [
    'a word of a request added',
    false,
    ({ components }) => components.parameters.Order.schema.enum.push('random'),
    listRuns,
    'parameter query order',
    'nothing',
    '"random"',
  ],
  [
    'any text in place of words of a request',
    false,
    ({ components }) => {
      components.parameters.Order.schema = { type: 'string' };
    },
    listRuns,
    'parameter query order',
    '"asc" or "desc"',
    'string',
  ],
  [
    'a response field removed',
    true,
    ({ components: { schemas } }) => {
      delete schemas.Model.properties.run_id;
      schemas.Model.required = schemas.Model.required.filter((name: string) => name !== 'run_id');
    },
    getModel,
    answer('run_id'),
    'required',
    'nothing',
  ],
  [
    'a response field that may be missing now',
    true,
    ({ components: { schemas } }) => {
      schemas.Model.required = schemas.Model.required.filter((name: string) => name !== 'run_id');
    },
    getModel,
    answer('run_id'),
    'required',
    'optional',
  ],
  [
    'a response field added',
    false,
    ({ components: { schemas } }) => {
      schemas.Model.properties.colour = { type: 'string' };
    },
    getModel,
    answer('colour'),
    'nothing',
    'optional',
  ],
  [
    'a response field that may be null now',
    true,
    ({ components: { schemas } }) => {
      schemas.Model.properties.name = { anyOf: [schemas.Model.properties.name, { type: 'null' }] };
    },
    getModel,
    answer('name'),
    'nothing',
    'null',
  ],
  [
    'a looser bound of a response',
    true,
    ({ components: { schemas } }) => {
      schemas.RunPage.properties.data.maxItems = 1000;
    },
    listRuns,
    answer('data'),
    'maxItems 100',
    'maxItems 1000',
  ],
  [
    'a tighter bound of a response',
    false,
    ({ components: { schemas } }) => {
      schemas.RunPage.properties.data.maxItems = 10;
    },
    listRuns,
    answer('data'),
    'maxItems 100',
    'maxItems 10',
  ],
  [
    'a word of a response added',
    true,
    ({ components: { schemas } }) => schemas.JobStatus.enum.push('paused'),
    'GET /v1/preview/training-jobs/{training_job_id}',
    answer('status'),
    'nothing',
    '"paused"',
  ],
  [
    'a kind of event removed',
    false,
    ({ components: { schemas } }) => {
      schemas.TrainingEvent.oneOf = schemas.TrainingEvent.oneOf.slice(0, 3);
    },
    'GET /v1/preview/training-jobs/{training_job_id}/events',
    answer('data[]'),
    '{ data: { error_message: string }, id: string, type: "training_failed" }',
    'nothing',
  ],
  [
    'a content type removed',
    true,
    ({ components }) => delete components.responses.ChatCompletion.content['text/event-stream'],
    'POST /v1/chat/completions',
    'response 200 text/event-stream',
    'taken',
    'nothing',
  ],
];

describe('a planted change is found and reported', () => {
  test.each(rows)('%s: breaking %s', (_, breaking, plant, operation, where, was, now) => {
    const { changes } = reportOf(plant);
    expect(changes).toContainEqual({ operation, where, was, now, breaking });
    const others = changes.filter((change) => change.breaking && change.operation === operation);
    if (!breaking) expect(others).toEqual([]);
  });
});

describe('the version', () => {
  const releases: [was: string, now: string, announced: boolean][] = [
    ['0.1.0', '0.1.0', false],
    ['0.1.0', '0.1.1', false],
    ['0.1.0', '0.2.0', true],
    ['0.1.0', '1.0.0', true],
    ['1.2.0', '1.3.0', false],
    ['1.2.0', '2.0.0', true],
  ];
  test.each(releases)('from %s to %s announces a break: %s', (was, now, announced) => {
    const version = (text: string, plant: Plant = () => {}) => {
      return planted((document) => {
        document.info.version = text;
        plant(document);
      });
    };
    const released = { source: 'test', document: version(was) };
    const report = changeReport(
      released,
      version(now, ({ paths }) => delete paths[model].get),
    );
    expect(report.unannounced).toBe(!announced);
    expect(report.markdown.includes('need a higher version')).toBe(!announced);
    expect(report.markdown).toContain('removed, was getModel');
    expect(changeReport(released, version(now)).unannounced).toBe(false);
  });
});

const hasGit = spawnSync('git', ['--version']).status === 0;

describe('the last release', () => {
  const write = (file: string, version: string) => {
    writeFileSync(file, stringify({ openapi: '3.1.0', info: { title: 't', version }, paths: {} }));
  };
  const folderWithCopies = () => {
    const folder = scratchFolder();
    mkdirSync(join(folder, 'releases'));
    for (const version of ['0.9.0', '0.10.0']) write(join(folder, `releases/openapi-${version}.yaml`), version);
    return folder;
  };
  const newestCopy = { source: 'releases/openapi-0.10.0.yaml', document: { info: { version: '0.10.0' } } };

  test('is the newest copy in releases without git', () => {
    const { PATH } = process.env;
    process.env.PATH = '';
    try {
      expect(releasedContract(folderWithCopies())).toMatchObject(newestCopy);
    } finally {
      process.env.PATH = PATH;
    }
  });

  test.skipIf(!hasGit && !process.env.CI)('is the newest tag that has a contract, or else the newest copy', () => {
    const folder = folderWithCopies();
    const config = ['user.name=t', 'user.email=t@t', 'tag.gpgsign=false', 'commit.gpgsign=false'];
    const git = (...args: string[]) => {
      execFileSync('git', [...config.flatMap((setting) => ['-c', setting]), ...args], { cwd: folder });
    };
    git('init', '--quiet');
    expect(releasedContract(folder)).toMatchObject(newestCopy);

    git('commit', '--quiet', '--allow-empty', '-m', 'Empty');
    git('tag', 'v0.99.0');
    for (const version of ['0.9.1', '0.10.1']) {
      write(join(folder, 'openapi.yaml'), version);
      git('add', 'openapi.yaml');
      git('commit', '--quiet', '-m', version);
      git('tag', `v${version}`);
    }
    write(join(folder, 'openapi.yaml'), '0.11.0');
    expect(releasedContract(folder)).toMatchObject({ source: 'v0.10.1', document: { info: { version: '0.10.1' } } });
  });
});
