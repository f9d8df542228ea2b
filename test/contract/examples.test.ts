import { expect, test } from 'vitest';
import { document } from '../../src/generated/document.ts';
import { faultsOf, validatorAt } from './schemas.ts';

interface Node {
  [key: string]: unknown;
}

interface Example {
  /** JSON pointer to the example. */
  at: string;
  /** JSON pointer to its schema. */
  schema: string;
  value: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: values of every shape
const examplesByName = document.components!.examples as Record<string, { value: any }>;
const examples = [...examplesOf(document as unknown as Node, '')];

test('every JSON body of the contract has an example', () => {
  const bare = [...mediaTypes(document as unknown as Node, '')].filter(
    ([, media]) => media.example === undefined && media.examples === undefined,
  );
  expect(bare.map(([at]) => at)).toEqual([]);
  expect(examples.length).toBeGreaterThan(60);
});

test.each(examples)('the example at $at is valid', ({ schema, value }) => {
  expect(faultsOf(validatorAt(schema), value)).toEqual([]);
});

const events = examples.filter(({ at }) => at.includes('/text~1event-stream/'));

test.each(events)('the JSON in the event at $at is valid', ({ schema, value }) => {
  const data = `${schema}/properties/data`;
  const inside = 'contentSchema' in nodeAt(data) ? `${data}/contentSchema` : `${data}/else/contentSchema`;
  expect(faultsOf(validatorAt(inside), JSON.parse((value as { data: string }).data))).toEqual([]);
});

test('the contract has more than three examples of stream events', () => {
  expect(events.length).toBeGreaterThan(3);
});

test('an example that violates its schema fails validation', () => {
  const model = examples.find(({ value }) => (value as Node).project === 'yes-no-maybe')!;
  expect(faultsOf(validatorAt(model.schema), { ...(model.value as object), project: 7 })).not.toEqual([]);
});

test('the examples of tokenize, detokenize and completions have the same text and tokens', () => {
  const { TokenizeRequest, TokenizedText, DetokenizeRequest, DetokenizedText, Completion, CompletionOfTokens } =
    examplesByName;
  expect(DetokenizedText.value.prompt).toBe(TokenizeRequest.value.prompt);
  const { tokens, token_strs: texts, count } = TokenizedText.value;
  expect([texts.join('').replaceAll('Ġ', ' '), texts.length]).toEqual([TokenizeRequest.value.prompt, count]);
  const same = [
    DetokenizeRequest.value.tokens,
    CompletionOfTokens.value.prompt[0],
    Completion.value.choices[0].prompt_token_ids,
  ];
  expect(same).toEqual([tokens, tokens, tokens]);
});

test('every failure’s schema accepts the plain error body, as sent before the operation is reached', () => {
  const message = 'The server is stopping.';
  const error = { message, type: 'server_error', param: null, code: 'draining' };
  const failures = examples.filter(
    ({ at }) => /\/responses\/([45]|[A-Z])/.test(at) && at.includes('application~1json'),
  );
  const errors = failures.filter(({ value }) => (value as Node).error != null);
  expect(errors.length).toBeGreaterThan(10);
  const own = { error, detail: message };
  const ofMessages = { ...own, type: 'error', error: { ...error, type: 'overloaded_error' }, request_id: 'req_1' };
  for (const { at, schema } of errors) {
    const body = at.includes('/responses/Messages') ? ofMessages : own;
    expect(faultsOf(validatorAt(schema), body), at).toEqual([]);
  }
});

/** Returns the node at a JSON pointer into the contract. */
function nodeAt(pointer: string): Node {
  const keys = pointer.slice(1).split('/');
  const found = keys.reduce<unknown>(
    (node, key) => (node as Node)[key.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  );
  return found as Node;
}

function* examplesOf(node: Node, at: string): Generator<Example> {
  for (const [key, value] of Object.entries(node)) {
    if (typeof value === 'object' && value !== null) yield* examplesOf(value as Node, `${at}/${escaped(key)}`);
  }
  if (node.schema === undefined) return;
  const schema = `${at}/schema`;
  if (node.example !== undefined) yield { at: `${at}/example`, schema, value: node.example };
  for (const [name, example] of Object.entries((node.examples ?? {}) as Record<string, Node>)) {
    yield { at: `${at}/examples/${name}`, schema, value: target(example).value };
  }
}

function* mediaTypes(node: Node, at: string): Generator<[string, Node]> {
  for (const [key, value] of Object.entries(node)) {
    if (typeof value !== 'object' || value === null) continue;
    if (key === 'application/json' || key === 'text/event-stream') yield [`${at}/${escaped(key)}`, value as Node];
    else yield* mediaTypes(value as Node, `${at}/${escaped(key)}`);
  }
}

function target(node: Node): Node {
  if (typeof node.$ref !== 'string') return node;
  const keys = node.$ref.slice(2).split('/');
  return keys.reduce((found, key) => found[key] as Node, document as unknown as Node);
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
