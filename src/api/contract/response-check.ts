import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Document } from 'openapi-backend';
import type { Logger } from 'pino';
import { BrokenContract } from './broken-contract.ts';
import { ContractRouter } from './contract-router.ts';
import { rulesKeyword } from './rules-keyword.ts';

/** Transport and security headers, which operations do not declare. */
const undeclaredHeaders = new Set([
  'content-type',
  'content-length',
  'connection',
  'cache-control',
  'x-accel-buffering',
  'x-content-type-options',
  'content-security-policy',
  'referrer-policy',
]);

const eventStream = 'text/event-stream';

/** Content types whose body, or whose events' data, is a JSON document. */
const jsonTypes = new Set(['application/json', eventStream]);

/** Locations of the data's JSON schema in an event's schema: for all events, or for those other than `[DONE]`. */
const insideEvent = ['/properties/data/contentSchema', '/properties/data/else/contentSchema'];

interface DeclaredResponse {
  headers?: Record<string, DeclaredHeader>;
  content?: Record<string, object>;
}

interface DeclaredHeader {
  $ref?: string;
  required?: boolean;
}

/** A declared response and its location in the contract. */
interface Place {
  name: string;
  pointer: string;
  declared: DeclaredResponse;
}

/** Compiled schemas that check a document's responses. */
interface CompiledContract {
  router: ContractRouter;
  bodies: Ajv2020;
  headers: Ajv2020;
  /** By JSON pointer; compiled when first needed. */
  validators: Map<string, ValidateFunction>;
}

/** Keyed by document: tests start many servers in a process. */
const compiledContracts = new WeakMap<Document, CompiledContract>();

/** Checks responses against the contract in test mode: status, headers, content type, and each text and JSON body. */
export class ResponseCheck {
  /** Violations found so far, one line each. */
  readonly faults: string[] = [];
  readonly #document: Document;
  readonly #log: Logger;
  readonly #compiled: CompiledContract;

  constructor(document: Document, log: Logger) {
    this.#document = document;
    this.#log = log;
    const compiled = compiledContracts.get(document) ?? {
      router: new ContractRouter(document),
      bodies: schemasOf(document, {}),
      headers: schemasOf(document, { coerceTypes: true }),
      validators: new Map(),
    };
    compiledContracts.set(document, compiled);
    this.#compiled = compiled;
  }

  /**
   * Checks a response about to be sent, with `headers` added to those set on it. The returned function checks the text
   * or JSON of its body: all of it, or one event of a stream. Both throw `BrokenContract`.
   */
  begin(response: ServerResponse, status: number, headers: OutgoingHttpHeaders): (text: string) => void {
    const place = this.#placeOf(response.req.method ?? 'GET', response.req.url ?? '/', status);
    const sent = new Map(
      Object.entries({ ...response.getHeaders(), ...headers }).map(([name, value]) => [name.toLowerCase(), value]),
    );
    this.#checkHeaders(place, sent);
    const type = String(sent.get('content-type')).split(';', 1)[0];
    if (place.declared.content?.[type] === undefined) throw this.#broken(place, `content type ${type} is not declared`);
    if (type === 'application/yaml') return (text) => this.#checkYaml(place, text);
    const whole = `${place.pointer}/content/${escapePointer(type)}/schema`;
    const schema = type === eventStream ? this.#insideOf(whole) : whole;
    return (text) => this.#checkDocument(place, schema, jsonTypes.has(type) ? JSON.parse(text) : text);
  }

  /** Checks the error body of a connection, which belongs to no operation. Records a violation in `faults` only. */
  connectionError(body: object): void {
    try {
      this.#checkDocument({ name: 'connection' }, '/components/schemas/ErrorBody', body);
    } catch (broken) {
      if (!(broken instanceof BrokenContract)) throw broken;
    }
  }

  #checkDocument(place: Pick<Place, 'name'>, schema: string, body: unknown): void {
    const validate = this.#validator(schema, (ref) => this.#compiled.bodies.compile(ref));
    if (!validate(body)) throw this.#broken(place, `body ${faultsOf(validate)}`);
  }

  /**
   * Checks only that the body is not empty: its schema describes the YAML document, and the server has no YAML parser.
   */
  #checkYaml(place: Place, text: string): void {
    if (text.trim() === '') throw this.#broken(place, 'body is empty');
  }

  #checkHeaders(place: Place, sent: ReadonlyMap<string, unknown>): void {
    const declared = Object.keys(place.declared.headers ?? {});
    for (const name of declared) {
      const pointer = `${place.pointer}/headers/${name}`;
      const value = sent.get(name.toLowerCase());
      if (value !== undefined) this.#checkHeader(place, name, pointer, value);
      else if (this.#at<DeclaredHeader>(pointer).found.required) throw this.#broken(place, `header ${name} is missing`);
    }
    const known = new Set(declared.map((name) => name.toLowerCase()));
    for (const name of sent.keys()) {
      if (!known.has(name) && !undeclaredHeaders.has(name)) throw this.#broken(place, `header ${name} is not declared`);
    }
  }

  #checkHeader(place: Place, name: string, pointer: string, value: unknown): void {
    const schema = `${this.#at(pointer).pointer}/schema`;
    const validate = this.#validator(schema, (ref) =>
      this.#compiled.headers.compile({ type: 'object', properties: { value: ref } }),
    );
    if (!validate({ value })) throw this.#broken(place, `header ${name} ${faultsOf(validate)}`);
  }

  /** Returns the declared response to this request with this status. Throws `BrokenContract` if there is none. */
  #placeOf(method: string, path: string, status: number): Place {
    const found = this.#compiled.router.find(method, path);
    if (found.kind === 'none') return this.#placeOfNothing(method, status);
    // All operations of a path declare the same response to a method that it lacks.
    const operation =
      found.kind === 'operation'
        ? found.operation
        : this.#compiled.router.matchOperation({ method: found.allowed[0], path, headers: {} }, true);
    const name = `${operation.operationId} ${status}`;
    const at = `/paths/${escapePointer(operation.path)}/${operation.method}/responses/${status}`;
    if (operation.responses?.[status] === undefined) throw this.#broken({ name }, 'the status is not declared');
    const { found: declared, pointer } = this.#at<DeclaredResponse>(at);
    return { name, pointer, declared };
  }

  #placeOfNothing(method: string, status: number): Place {
    const name = `${method} of no operation ${status}`;
    const component = { 404: 'NotFound', 503: 'Unavailable' }[status];
    if (component === undefined) throw this.#broken({ name }, 'the path is not declared');
    const { found: declared, pointer } = this.#at<DeclaredResponse>(`/components/responses/${component}`);
    return { name, pointer, declared };
  }

  #insideOf(event: string): string {
    const { data } = this.#at<{ properties: { data: object } }>(event).found.properties;
    return event + insideEvent['contentSchema' in data ? 0 : 1];
  }

  /** Returns the node at a JSON pointer into the document, with references followed. */
  #at<Found extends object>(pointer: string): { found: Found; pointer: string } {
    const keys = pointer.slice(1).split('/').map(unescapePointer);
    const found = keys.reduce((node, key) => (node as Record<string, unknown>)[key], this.#document as unknown);
    const { $ref } = found as { $ref?: string };
    return $ref === undefined ? { found: found as Found, pointer } : this.#at($ref.slice(1));
  }

  #validator(pointer: string, compile: (ref: { $ref: string }) => ValidateFunction): ValidateFunction {
    const validator = this.#compiled.validators.get(pointer) ?? compile({ $ref: `contract#${encodeURI(pointer)}` });
    this.#compiled.validators.set(pointer, validator);
    return validator;
  }

  #broken({ name }: Pick<Place, 'name'>, what: string): BrokenContract {
    const fault = `${name}: ${what}`;
    this.faults.push(fault);
    this.#log.error({ fault }, 'a response breaks the contract');
    return new BrokenContract(fault);
  }
}

function schemasOf(document: Document, options: { coerceTypes?: boolean }): Ajv2020 {
  const ajv = new Ajv2020({ ...options, strict: true, strictTypes: false, strictRequired: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addKeyword(rulesKeyword);
  // OpenAPI's own keywords, unknown to JSON Schema.
  ajv.addVocabulary([...Object.keys(document), 'discriminator', 'example']);
  return ajv.addSchema(document, 'contract');
}

function faultsOf({ errors }: ValidateFunction): string {
  const lines = (errors ?? []).map(({ instancePath, message, params }) => {
    return `${instancePath || '/'} ${message} ${JSON.stringify(params)}`;
  });
  return lines.join('; ');
}

function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function unescapePointer(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}
