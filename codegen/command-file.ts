import type { Content, Contract, Node, Operation, Parameter } from './contract.ts';
import { banner, literal } from './text.ts';

/** A field of a request, as the command line takes it. */
interface Field {
  name: string;
  in: 'path' | 'query' | 'header' | 'body';
  /** `json` is anything but a single value; `integers` and `strings` are lists. */
  type: 'string' | 'integer' | 'number' | 'boolean' | 'integers' | 'strings' | 'json';
  required: boolean;
  /** Position as an argument; absent if the field is a flag. */
  position?: number;
  /** Secret, and therefore not an argument. */
  hidden?: true;
  description?: string;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  default?: unknown;
  example?: unknown;
}

/**
 * Returns `operations.ts` of the command line: every operation of the contract, in the form from which commands are
 * made.
 */
export function commandFile(contract: Contract): string {
  checkNames(contract);
  const rows = contract.operations.map((operation) => `  ${literal(row(contract, operation), 2)},\n`);
  return `${banner}
import type { Operation } from '../operations/operation.ts';

export const operations: readonly Operation[] = [
${rows.join('')}];
`;
}

/** Throws if two operations have the same command. */
function checkNames({ operations }: Contract): void {
  const owners = new Map<string, string>();
  for (const { id, command } of operations) {
    if (command === false) continue;
    const owner = owners.get(command.command);
    if (owner !== undefined) throw new Error(`openapi.yaml: ${owner} and ${id} are both "${command.command}"`);
    owners.set(command.command, id);
  }
}

function row(contract: Contract, operation: Operation) {
  const { id, method, path, tag, summary, description, secured, keyOptional, command, request } = operation;
  const { command: words, columns = [], hidden = [], text, follow, examples } = command === false ? {} : command;
  const positions = command === false ? [] : (command.arguments ?? []);
  const all = [...parameterFields(contract, operation), ...bodyFields(contract, request)];
  return {
    id,
    method: method.toUpperCase(),
    path,
    tag,
    summary,
    description: description.trim(),
    command: words,
    columns,
    text,
    follow,
    examples,
    needsKey: secured && !keyOptional,
    fields: place(operation, all, positions).map((one) => (hidden.includes(one.name) ? { ...one, hidden: true } : one)),
    body: request.has('application/json') ? 'json' : request.size > 0 ? 'bytes' : undefined,
    ...answerOf(contract, operation),
  };
}

/**
 * Assigns argument positions: first the path's fields in its order, then those that x-cli names. Throws for an unknown
 * field.
 */
function place({ id, path }: Operation, fields: Field[], positions: readonly string[]): Field[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const order = [...inPath, ...positions];
  const unknown = order.find((name) => !fields.some((field) => field.name === name));
  if (unknown !== undefined)
    throw new Error(`openapi.yaml: x-cli of ${id} names ${unknown}, which is not one of its fields`);
  return fields
    .filter(({ name, in: where }) => where !== 'body' || !inPath.includes(name))
    .map((field) => (order.includes(field.name) ? { ...field, position: order.indexOf(field.name) } : field));
}

function parameterFields(contract: Contract, { parameters }: Operation): Field[] {
  return parameters.map(({ name, in: where, required = false, schema, description, example }: Parameter) => {
    const found = contract.resolve(schema);
    return {
      ...field(contract, name, where, required, found),
      ...defined({ example, description: oneLine(description) }),
    };
  });
}

function bodyFields(contract: Contract, request: Content): Field[] {
  const schema = request.get('application/json');
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = contract.resolve(schema) as { properties?: object; required?: string[] };
  return Object.entries(properties as Record<string, Node>).map(([name, value]) =>
    field(contract, name, 'body', required.includes(name), value),
  );
}

function field(contract: Contract, name: string, where: Field['in'], required: boolean, schema: Node): Field {
  const options = choices(contract, schema);
  const [type, chosen] = typeOf(contract, options);
  const values = options.flatMap((option) => ('const' in option ? [option.const] : ((option.enum ?? []) as unknown[])));
  const picked = values.filter((value) => value !== null);
  return {
    name,
    in: where,
    type,
    required,
    ...defined({
      description: oneLine((schema.description ?? chosen.description) as string | undefined),
      enum: picked.length > 0 && type === 'string' ? picked : undefined,
      minimum: chosen.minimum as number | undefined,
      maximum: chosen.maximum as number | undefined,
      default: schema.default ?? chosen.default ?? undefined,
    }),
  };
}

/** Returns the alternative schemas of a value, without null. */
function choices(contract: Contract, schema: Node): Node[] {
  const found = contract.resolve(schema);
  const alternatives = (found.anyOf ?? found.oneOf) as Node[] | undefined;
  if (alternatives !== undefined) return alternatives.flatMap((one) => choices(contract, one));
  const types = [found.type].flat().filter((type) => type !== 'null');
  return found.type === 'null' ? [] : types.map((type) => ({ ...found, type }));
}

const scalars = ['string', 'integer', 'number', 'boolean'];

/**
 * Returns the type of a field. A single value wins over other alternatives, text first; a list of single values has its
 * own type.
 */
function typeOf(contract: Contract, options: Node[]): [Field['type'], Node] {
  const scalar = scalars.map((type) => options.find((option) => option.type === type)).find(Boolean);
  if (scalar !== undefined) return [scalar.type as Field['type'], scalar];
  const [list = {}] = options;
  if (list.type === 'array') {
    const types = choices(contract, (list.items ?? {}) as Node).map(({ type }) => type);
    if (types.length === 1 && types[0] === 'integer') return ['integers', {}];
    if (types.length === 1 && types[0] === 'string') return ['strings', {}];
  }
  return ['json', {}];
}

/** Returns the kind of answer, and whether it is a page of a list. */
function answerOf(contract: Contract, { responses }: Operation) {
  const types = [...(responses.get(200) ?? new Map<string, Node>())];
  const [type = '', schema = {}] = types[0] ?? [];
  const properties = (contract.resolve(schema).properties ?? {}) as Node;
  const events = types.some(([name]) => name === 'text/event-stream');
  return {
    answer: type === 'application/json' ? 'json' : /^text\/|yaml$/.test(type) ? 'text' : 'bytes',
    list: 'has_more' in properties ? ('last_id' in properties ? 'last_id' : 'cursor') : undefined,
    ...(events ? { events } : {}),
  };
}

function oneLine(text: string | undefined): string | undefined {
  return text?.trim().replace(/\s+/g, ' ');
}

function defined<T extends object>(members: T): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}
