import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A node of the document: any JSON, read as an object. */
export interface Node {
  [key: string]: unknown;
}

/** A response or request body: the schema of each content type. */
export type Content = ReadonlyMap<string, Node>;

/** An operation of the contract, with everything that code is generated from. */
export interface Operation {
  id: string;
  /** Operation whose handler answers: its own id, except for an alias. */
  handledBy: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  /** The operation's command; false for none. */
  command: Command | false;
  /** Whether the operation accepts an API key. */
  secured: boolean;
  /** Whether the key is optional. */
  keyOptional: boolean;
  /** Scope that the key needs; null if no key is needed, or any key suffices. */
  scope: string | null;
  bodyLimitBytes: number;
  /**
   * Bytes that a body may have besides the prompt, and for each token of the context; null if only `bodyLimitBytes`
   * applies.
   */
  bodyLimitOfContext: { bytes: number; bytesPerToken: number } | null;
  /** Most keys and values of a JSON body. */
  bodyLimitNodes: number;
  parameters: readonly Parameter[];
  request: Content;
  /** Responses, ascending by status. */
  responses: ReadonlyMap<number, Content>;
}

/** `x-cli`: an operation on the command line. */
export interface Command {
  /** One word, or a group and a word. */
  command: string;
  /** Fields of query or body that are arguments, after those of the path. */
  arguments?: string[];
  /** Parts of the answer, or of each list item, to print: paths with dots. */
  columns?: string[];
  /** Secret fields, which are not arguments; `--body` takes them. */
  hidden?: string[];
  /** Path, with dots, of the only value of the answer to print. */
  text?: string;
  /** Types of items that end the list; present if the list can be followed as it grows. */
  follow?: string[];
  /** Example commands; if absent, one is built from the examples of the parameters. */
  examples?: string[];
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  example?: unknown;
  schema: Node;
}

export function parametersIn({ parameters }: Operation, where: Parameter['in']): Parameter[] {
  return parameters.filter((parameter) => parameter.in === where);
}

/** Returns the path parameters in the order of the path. */
export function pathParameters(operation: Operation): Parameter[] {
  const place = ({ name }: Parameter) => operation.path.indexOf(`{${name}}`);
  return parametersIn(operation, 'path').toSorted((a, b) => place(a) - place(b));
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** Returns the target of a `$ref`. Throws if there is none. */
export function resolveReference(document: Node, reference: string): Node {
  let node: unknown = document;
  for (const key of reference.slice(2).split('/')) {
    node = (node as Node | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  if (node === undefined) throw new Error(`openapi.yaml: ${reference} does not exist`);
  return node as Node;
}

/**
 * Returns the document as code needs it. Code reads and writes the JSON inside an event, so that replaces the event in
 * schemas and examples of streams. Code sends and reads YAML as text.
 */
export function documentForCode(document: Node): Node {
  const copy = structuredClone(document);
  const events = new Set<Node>();
  for (const [type, media] of mediaTypes(copy)) {
    if (isYaml(type)) media.schema = { type: 'string', minLength: 1 };
    const inside = type === eventStream ? jsonSchemaOf(media.schema as Node) : undefined;
    if (inside === undefined) continue;
    media.schema = inside;
    for (const example of Object.values((media.examples ?? {}) as Record<string, Node>)) {
      events.add(typeof example.$ref === 'string' ? resolveReference(copy, example.$ref) : example);
    }
  }
  for (const example of events) example.value = JSON.parse((example.value as { data: string }).data);
  return copy;
}

const eventStream = 'text/event-stream';

function isYaml(type: string): boolean {
  return /[/+]yaml$/.test(type);
}

/** Returns the schema of the JSON inside an event, or undefined if the schema is not an event's. */
function jsonSchemaOf(event: Node): Node | undefined {
  const { data } = (event.properties ?? {}) as Record<
    string,
    { contentSchema?: Node; else?: { contentSchema?: Node } }
  >;
  return data?.else?.contentSchema ?? data?.contentSchema;
}

/** Yields the media types of events and YAML. */
function* mediaTypes(node: Node): Generator<[string, Node]> {
  for (const [key, value] of Object.entries(node)) {
    if (typeof value !== 'object' || value === null) continue;
    if (key === eventStream || isYaml(key)) yield [key, value as Node];
    else yield* mediaTypes(value as Node);
  }
}

interface ContextLimit {
  mib: number;
  'bytes-per-token': number;
}

function limitOfContext(limit: ContextLimit | undefined): Operation['bodyLimitOfContext'] {
  return limit === undefined ? null : { bytes: limit.mib * 2 ** 20, bytesPerToken: limit['bytes-per-token'] };
}

/** The contract, as read from `openapi.yaml`. */
export class Contract {
  readonly document: Node;
  readonly operations: readonly Operation[];

  constructor(document: Node) {
    this.document = document;
    this.operations = [...this.#operations()];
  }

  static read(file: string): Contract {
    return new Contract(parse(readFileSync(file, 'utf8')) as Node);
  }

  /** Follows `$ref`s to their end. Throws if a target is missing. */
  resolve(node: Node): Node {
    let found = node;
    while (typeof found.$ref === 'string') found = resolveReference(this.document, found.$ref);
    return found;
  }

  *#operations(): Generator<Operation> {
    for (const [path, item] of Object.entries(this.document.paths as Record<string, Node>)) {
      for (const method of methods) {
        const operation = item[method] as Node | undefined;
        if (operation !== undefined) yield this.#operation(path, method, item, operation);
      }
    }
  }

  #operation(path: string, method: string, item: Node, operation: Node): Operation {
    const security = (operation.security ?? this.document.security) as unknown[];
    const id = operation.operationId as string;
    const parameters = [...((item.parameters ?? []) as Node[]), ...((operation.parameters ?? []) as Node[])];
    const responses = Object.entries(operation.responses as Record<string, Node>).map(
      ([status, response]) => [Number(status), this.#content(response)] as const,
    );
    return {
      id,
      handledBy: (operation['x-alias-of'] as string | undefined) ?? id,
      method,
      path,
      tag: (operation.tags as string[])[0]!,
      summary: operation.summary as string,
      description: (operation.description as string | undefined) ?? '',
      command: (operation['x-cli'] as Command | false | undefined) ?? false,
      secured: security.length > 0,
      keyOptional: security.some((choice) => Object.keys(choice as Node).length === 0),
      scope: security.length > 0 ? this.#scopeOf(operation) : null,
      bodyLimitBytes: ((operation['x-body-limit-mib'] as number | undefined) ?? 1) * 2 ** 20,
      bodyLimitOfContext: limitOfContext(operation['x-body-limit-of-context'] as ContextLimit | undefined),
      bodyLimitNodes: (operation['x-body-limit-nodes'] as number | undefined) ?? 2 ** 17,
      parameters: parameters.map((parameter) => this.resolve(parameter) as Node & Parameter),
      request: operation.requestBody === undefined ? new Map() : this.#content(operation.requestBody as Node),
      responses: new Map(responses.toSorted(([a], [b]) => a - b)),
    };
  }

  /** Returns the operation's `x-scope`, or else its tag's; null for `any`. */
  #scopeOf(operation: Node): string | null {
    const [name] = operation.tags as string[];
    const tag = (this.document.tags as Node[] | undefined)?.find((one) => one.name === name);
    const scope = (operation['x-scope'] ?? tag?.['x-scope']) as string | undefined;
    if (scope === 'any') return null;
    if (scope !== undefined && scope in this.scopes) return scope;
    throw new Error(`openapi.yaml: ${operation.operationId} needs a key, but has no x-scope of bearerAuth's x-scopes`);
  }

  /** Scopes of keys, with their meanings. */
  get scopes(): Record<string, string> {
    const { bearerAuth } = (this.document.components as Node).securitySchemes as Record<string, Node>;
    return bearerAuth['x-scopes'] as Record<string, string>;
  }

  #content(body: Node): Content {
    const content = (this.resolve(body).content ?? {}) as Record<string, Node>;
    return new Map(Object.entries(content).map(([type, media]) => [type, media.schema as Node]));
  }
}
