import { expect, test } from 'vitest';
import { document } from '../../src/generated/document.ts';
import { faultsOf, validatorAt } from './schemas.ts';

interface Node {
  [key: string]: unknown;
}

interface Link {
  operationId: string;
  parameters?: Record<string, string>;
  requestBody?: unknown;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Node;
}

const root = document as unknown as Node;
const operations = [...allOperations()];
const links = operations.flatMap(({ id, at, operation }) => {
  const response = resolve((operation.responses as Node)['200'] as Node);
  const named = Object.entries((response.links ?? {}) as Record<string, Node>);
  return named.map(([name, link]) => ({ from: id, at, name, link: resolve(link) as unknown as Link, response }));
});

test('the contract has the links between creating, reading, training and deleting', () => {
  const pairs = new Set(links.map(({ from, link }) => `${from} -> ${link.operationId}`));
  const wanted = `createModel -> listCheckpoints, createModel -> logTrajectories, createModel -> createTrainingJob,
    createModel -> deleteModel, createTrainingJob -> getTrainingJob, createTrainingJob -> listTrainingJobEvents,
    createTrainingJob -> cancelTrainingJob, createSftTrainingJob -> listTrainingJobEvents,
    listCheckpoints -> deleteCheckpoints, listCheckpoints -> downloadCheckpointFile,
    createArtifact -> uploadArtifactFile, createArtifact -> createSftTrainingJob, getRun -> listRunHistory`;
  for (const pair of wanted.split(/,\s+/)) expect(pairs).toContain(pair);
});

test.each(links)('$from links to $link.operationId as $name with a valid request', ({ at, link, response }) => {
  const target = operations.find(({ id }) => id === link.operationId);
  expect(target, `there is no ${link.operationId}`).toBeDefined();
  const values = { body: exampleOf(response), path: pathExample(at) };

  const parameters = parametersOf(target!.at, target!.operation);
  const given = Object.entries(link.parameters ?? {}).map(([key, expression]) => {
    const name = key.replace(/^(path|query|header)\./, '');
    return [name, evaluate(expression, values)] as const;
  });
  for (const [name, value] of given) {
    const parameter = parameters.find((candidate) => candidate.name === name);
    expect(parameter, `${link.operationId} has no parameter ${name}`).toBeDefined();
    expect(faultsOf(validatorAt(schemaPointer(parameter!)), value)).toEqual([]);
  }
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  expect(given.map(([name]) => name)).toEqual(expect.arrayContaining(required));

  if (link.requestBody !== undefined) {
    const { $ref } = target!.operation.requestBody as { $ref?: string };
    const place = $ref?.slice(1) ?? `${target!.at}/requestBody`;
    const pointer = `${place}/content/application~1json/schema`;
    expect(faultsOf(validatorAt(pointer), evaluate(link.requestBody, values))).toEqual([]);
  }
});

function* allOperations(): Generator<{ id: string; at: string; operation: Node }> {
  for (const [path, item] of Object.entries(root.paths as Record<string, Record<string, Node>>)) {
    for (const [method, operation] of Object.entries(item)) {
      const at = `/paths/${path.replaceAll('/', '~1')}/${method}`;
      if (typeof operation.operationId === 'string') yield { id: operation.operationId, at, operation };
    }
  }
}

/** Evaluates a runtime expression, or a body with such expressions, with the values of a response's example. */
function evaluate(expression: unknown, values: { body: unknown; path: Record<string, unknown> }): unknown {
  if (Array.isArray(expression)) return expression.map((item) => evaluate(item, values));
  if (typeof expression === 'object' && expression !== null) {
    return Object.fromEntries(Object.entries(expression).map(([key, value]) => [key, evaluate(value, values)]));
  }
  const [, pointer] = /^\$response\.body#\/(.*)$/.exec(String(expression)) ?? [];
  if (pointer !== undefined) return pointer.split('/').reduce((found, key) => (found as Node)[key], values.body);
  const [, parameter] = /^\$request\.path\.(.*)$/.exec(String(expression)) ?? [];
  return parameter === undefined ? expression : values.path[parameter];
}

function exampleOf(response: Node): unknown {
  const media = (response.content as Record<string, Node>)['application/json']!;
  return resolve(Object.values(media.examples as Record<string, Node>)[0]!).value;
}

function pathExample(at: string): Record<string, unknown> {
  const parameters = parametersOf(at, { parameters: [] }) as (Parameter & { example?: unknown })[];
  return Object.fromEntries(parameters.map(({ name, example }) => [name, example]));
}

function parametersOf(at: string, operation: Node): Parameter[] {
  const path = at.split('/')[2]!.replaceAll('~1', '/');
  const shared = (root.paths as Record<string, Node>)[path]!.parameters ?? [];
  const all = [...(shared as Node[]), ...((operation.parameters ?? []) as Node[])];
  return all.map((parameter) => resolve(parameter) as unknown as Parameter);
}

/** Returns the JSON pointer to a parameter's schema. All name a component or are one. */
function schemaPointer({ name, schema }: Parameter): string {
  if (typeof schema.$ref === 'string') return schema.$ref.slice(1);
  const found = Object.entries((root.components as Node).parameters as Record<string, Node>);
  return `/components/parameters/${found.find(([, parameter]) => parameter.name === name)![0]}/schema`;
}

function resolve(node: Node): Node {
  if (typeof node.$ref !== 'string') return node;
  const keys = node.$ref.slice(2).split('/');
  return keys.reduce((found, key) => found[key] as Node, root);
}
