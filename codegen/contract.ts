import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A node of the document: anything JSON, read as an object. */
export interface Node {
  [key: string]: unknown;
}

/** One response, or one request body: its content types and the schema of each. */
export type Content = ReadonlyMap<string, Node>;

/** An operation of the contract, with everything that code is generated from. */
export interface Operation {
  id: string;
  /** The operation whose handler answers; its own id but for an alias. */
  handledBy: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  /** What the command line makes of it; false for nothing. */
  command: Command | false;
  /** Whether an API key is taken. */
  secured: boolean;
  /** Whether the key may be left out. */
  keyOptional: boolean;
  /** What the key must be allowed to do; null where none is needed, or any will do. */
  scope: string | null;
  bodyLimitBytes: number;
  /**
   * Bytes that a body may have beside the prompt, and for each token of the context; null where only the limit counts.
   */
  bodyLimitOfContext: { bytes: number; bytesPerToken: number } | null;
  /** Keys and values of a JSON body. */
  bodyLimitNodes: number;
  parameters: readonly Parameter[];
  request: Content;
  /** Ascending by status. */
  responses: ReadonlyMap<number, Content>;
}

/** `x-cli`: an operation on the command line. */
export interface Command {
  /** One word, or a group and a word. */
  command: string;
  /** Fields of the query or of the body that are given without a flag, after those of the path. */
  arguments?: string[];
  /** What is shown of the answer, or of each item of a list: paths into it, with dots. */
  columns?: string[];
  /** Fields that are secret, and therefore no arguments; `--body` takes them. */
  hidden?: string[];
  /** The one value of the answer that is printed for itself, as a path with dots. */
  text?: string;
  /** The list can be followed as it grows, up to an item of one of these types. */
  follow?: string[];
  /** Commands in place of the one that is made of the examples of the parameters. */
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

/** In the order of the path. */
export function pathParameters(operation: Operation): Parameter[] {
  const place = ({ name }: Parameter) => operation.path.indexOf(`{${name}}`);
  return parametersIn(operation, 'path').toSorted((a, b) => place(a) - place(b));
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** What a `$ref` names. Throws when it leads nowhere. */
export function resolveReference(document: Node, reference: string): Node {
  let node: unknown = document;
  for (const key of reference.slice(2).split('/')) {
    node = (node as Node | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  if (node === undefined) throw new Error(`openapi.yaml: ${reference} leads nowhere`);
  return node as Node;
}

/**
 * The document as code has it: code makes and reads the JSON that is inside of an event, so in a stream that stands in
 * place of the event, in the schema and in the examples; and it sends and reads YAML as a text.
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

/** The schema of the JSON inside of an event; undefined where the schema is not that of an event. */
function jsonSchemaOf(event: Node): Node | undefined {
  const { data } = (event.properties ?? {}) as Record<
    string,
    { contentSchema?: Node; else?: { contentSchema?: Node } }
  >;
  return data?.else?.contentSchema ?? data?.contentSchema;
}

/** Whatever stands under the name of a content type of events or YAML. */
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

  /** Follows `$ref` until there is none. Throws when it leads nowhere. */
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

  /** The operation's own `x-scope`, or that of its tag; null for `any`. */
  #scopeOf(operation: Node): string | null {
    const [name] = operation.tags as string[];
    const tag = (this.document.tags as Node[] | undefined)?.find((one) => one.name === name);
    const scope = (operation['x-scope'] ?? tag?.['x-scope']) as string | undefined;
    if (scope === 'any') return null;
    if (scope !== undefined && scope in this.scopes) return scope;
    throw new Error(`openapi.yaml: ${operation.operationId} needs a key, and no x-scope of bearerAuth's x-scopes`);
  }

  /** What a key can be allowed to do, and what each means. */
  get scopes(): Record<string, string> {
    const { bearerAuth } = (this.document.components as Node).securitySchemes as Record<string, Node>;
    return bearerAuth['x-scopes'] as Record<string, string>;
  }

  #content(body: Node): Content {
    const content = (this.resolve(body).content ?? {}) as Record<string, Node>;
    return new Map(Object.entries(content).map(([type, media]) => [type, media.schema as Node]));
  }
}
