import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {
  type Context,
  type Document,
  OpenAPIBackend,
  OpenAPIValidator,
  type Operation,
  type ParsedRequest,
  ValidationContext,
} from 'openapi-backend';
import type { HandlersByTag, RequestContext } from '../../generated/handlers.ts';
import { type OperationId, type OperationRow, operations } from '../../generated/operations.ts';
import { handlerOf } from '../../generated/stubs.ts';
import { ApiError } from '../errors/api-error.ts';
import type { AnyReply } from './any-reply.ts';
import { ContractRouter } from './contract-router.ts';
import { hasFewValues } from './few-values.ts';
import { rulesKeyword } from './rules-keyword.ts';
import { unescapePointer, validationError } from './validation-error.ts';

/** An HTTP request with its body parsed and its key checked. */
export interface ContractRequest {
  method: string;
  /** Path with the query string. */
  path: string;
  headers: Record<string, string>;
  /** Parsed JSON, a stream of bytes, or undefined. */
  body: unknown;
  /** Exact values of integers in the body's top-level fields that a double cannot hold. */
  exact?: ReadonlyMap<string, bigint>;
}

/** Arguments that the library passes on to every handler. */
type DispatchArguments = [context: RequestContext, onValid: () => void, exact: ContractRequest['exact']];

type UntypedHandler = (...fields: unknown[]) => Promise<AnyReply>;

/**
 * Routing and validation of a document's requests. The validators of an operation are compiled at its first request.
 */
interface Validation {
  router: ContractRouter;
  /** Stops at the first error of a request. */
  validator: OpenAPIValidator;
  /** Finds all errors of an invalid request. */
  thorough: OpenAPIValidator;
}

/** Keyed by document, so that several servers in a process compile an operation's validators once. */
const validations = new WeakMap<Document, Validation>();

/**
 * openapi-backend for OpenAPI 3.1. The library checks documents against the 3.0 meta-schema, validates by JSON Schema
 * draft 7, compiles response validators that a server never uses, and routes slowly. This class replaces those parts.
 */
export class ContractBackend extends OpenAPIBackend {
  readonly #tags: HandlersByTag | null;
  readonly #written: Document;
  #thorough: OpenAPIValidator | null = null;

  /** Without `handlers`, only `check` works. */
  constructor(document: Document, handlers: HandlersByTag | null) {
    // `init` builds the library's own validator if `validate` is set, so it is set afterwards. The library replaces
    // references in the document, which is served unchanged, so it gets a copy.
    super({ definition: structuredClone(document), strict: true, validate: false });
    this.#tags = handlers;
    this.#written = document;
  }

  override async init(): Promise<this> {
    await super.init();
    const { router, validator, thorough } = validations.get(this.#written) ?? validationOf(this.definition);
    this.router = router;
    this.validator = validator;
    this.#thorough = thorough;
    this.validate = true;
    if (this.#tags !== null) {
      validations.set(this.#written, { router, validator, thorough });
      this.#registerAll(this.#tags);
    }
    return this;
  }

  get routes(): ContractRouter {
    return this.router as ContractRouter;
  }

  /**
   * Validates the request, calls `onValid`, then the handler. Throws `ApiError` for an invalid request, and what the
   * handler throws.
   */
  dispatch(request: ContractRequest, context: RequestContext, onValid: () => void): Promise<AnyReply> {
    return this.handleRequest(request, context, onValid, request.exact);
  }

  /** Validates as `dispatch` does, without calling a handler. Throws `ApiError` for an invalid request. */
  check(request: ContractRequest): void {
    const operation = this.routes.matchOperation(request, true);
    const { errors } = this.validator.validateRequest(request, operation);
    if (errors) throw this.#refusal(this.routes.parseRequest(request, operation), operation, errors);
  }

  /** Throws if the document would break routing or validation; linters check it against OpenAPI 3.1. */
  override validateDefinition(): Document {
    const { document } = this;
    if (!/^3\.1\.\d+$/.test(document.openapi)) throw new Error(`openapi is ${document.openapi}; allowed is 3.1.x`);
    for (const [route, { method, path }] of Object.entries(operations)) {
      const declared = document.paths?.[path]?.[method]?.operationId;
      if (declared !== route) throw new Error(`${method} ${path} is ${declared} in the document, not ${route}`);
    }
    return document;
  }

  #refusal(
    request: ParsedRequest,
    operation: Operation,
    first: readonly ErrorObject[],
    exact?: ContractRequest['exact'],
  ): ApiError {
    const all = hasFewValues(request.requestBody, operation.requestBody)
      ? this.#thorough?.validateRequest({ ...request, body: request.requestBody }, operation).errors
      : null;
    return validationError((all ?? first).map((error) => withExactInteger(error, exact)));
  }

  #registerAll(tags: HandlersByTag): void {
    for (const [route, row] of Object.entries(operations)) {
      const handler = handlerOf(row.handledBy as OperationId, tags) as unknown as UntypedHandler;
      this.register(route, ({ request }: Context, context: RequestContext, onValid: () => void) => {
        onValid();
        return handler(...handlerArguments(row, request, context));
      });
    }
    this.register({
      validationFail: ({ validation, request, operation }: Context, ...[, , exact]: DispatchArguments) => {
        throw this.#refusal(request, operation, validation.errors ?? [], exact);
      },
      // The server routes and authenticates before it reads a body; these two handlers are a second line of defence.
      notFound: () => {
        throw new ApiError('not_found', 'Not found.');
      },
      unauthorizedHandler: () => {
        throw new ApiError('invalid_api_key', 'No API key was sent.');
      },
    });
    this.registerSecurityHandler('bearerAuth', (_context: Context, context: RequestContext) => context.caller);
  }
}

function validationOf(definition: Document): Validation {
  const router = new ContractRouter(definition);
  const validator = validatorOf(definition, router, { allErrors: false });
  return { router, validator, thorough: validatorOf(definition, router, { allErrors: true }) };
}

function validatorOf(
  definition: Document,
  router: ContractRouter,
  { allErrors }: { allErrors: boolean },
): OpenAPIValidator {
  return new OpenAPIValidator({
    definition,
    router,
    coerceTypes: true,
    lazyCompileValidators: true,
    customizeAjv: (_draft7, options, part) => {
      // Bodies keep nulls and absent fields; only query parameters get defaults and are converted from strings.
      const useDefaults = part === ValidationContext.Params;
      // Saves seconds of start-up: Ajv's optimizer takes longer than it saves, and linters have checked the schemas.
      const quick = { code: { optimize: false }, meta: false, validateSchema: false };
      const ajv = new Ajv2020({ ...options, ...quick, strict: false, verbose: true, useDefaults, allErrors });
      addFormats.default(ajv);
      ajv.addKeyword(rulesKeyword);
      return ajv;
    },
  });
}

/** Replaces the nearest double, which Ajv has seen, with the integer that was sent. */
function withExactInteger(error: ErrorObject, exact: ContractRequest['exact']): ErrorObject {
  const [, , field, ...rest] = error.instancePath.split('/');
  const integer = field === undefined || rest.length > 0 ? undefined : exact?.get(unescapePointer(field));
  return integer === undefined ? error : { ...error, data: integer };
}

/** Returns the handler's arguments in the order of `Operations` in the generated `handlers.ts`. */
function handlerArguments(row: OperationRow, request: ParsedRequest, context: RequestContext): unknown[] {
  const { params, query, headers, requestBody } = request;
  return [
    ...row.pathParameters.map((name) => params[name]),
    ...(row.queryParameters.length > 0 ? [query] : []),
    ...(row.requestTypes.length > 0 ? [requestBody] : []),
    context,
    ...row.headers.map((name) => headers[name]),
  ];
}
