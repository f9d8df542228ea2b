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

/** One HTTP request, its body read and its key checked. */
export interface ContractRequest {
  method: string;
  /** With the query string. */
  path: string;
  headers: Record<string, string>;
  /** Parsed JSON, a stream of bytes, or undefined. */
  body: unknown;
  /** Integers of the body's own fields that a double does not hold, as they were written. */
  exact?: ReadonlyMap<string, bigint>;
}

/** What goes through the library to every handler. */
type DispatchArguments = [context: RequestContext, onValid: () => void, exact: ContractRequest['exact']];

type UntypedHandler = (...fields: unknown[]) => Promise<AnyReply>;

/** How requests of a document are routed and validated. What an operation needs is compiled at its first request. */
interface Validation {
  router: ContractRouter;
  /** Finds the first fault of a request. */
  validator: OpenAPIValidator;
  /** Finds all faults of a request that has one. */
  thorough: OpenAPIValidator;
}

/** By document: a process that starts several servers compiles the validators of an operation once. */
const validations = new WeakMap<Document, Validation>();

/**
 * openapi-backend for OpenAPI 3.1. The library checks documents against the 3.0 meta-schema, validates by JSON Schema
 * draft 7, compiles response validators that a server never uses, and routes slowly; this class replaces those parts.
 */
export class ContractBackend extends OpenAPIBackend {
  readonly #tags: HandlersByTag | null;
  readonly #written: Document;
  #thorough: OpenAPIValidator | null = null;

  /** Without `handlers` it can only `check`. */
  constructor(document: Document, handlers: HandlersByTag | null) {
    // `init` builds the library's own validator unless validation is off, so it is switched on only afterwards.
    // It puts what references lead to in their place, and the document is served as it is written.
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
   * Validates, calls `onValid`, dispatches. Throws `ApiError` for a request that breaks the contract, and what the
   * handler throws.
   */
  dispatch(request: ContractRequest, context: RequestContext, onValid: () => void): Promise<AnyReply> {
    return this.handleRequest(request, context, onValid, request.exact);
  }

  /** Validates as `dispatch` does, and calls nobody. Throws `ApiError` for a request that breaks the contract. */
  check(request: ContractRequest): void {
    const operation = this.routes.matchOperation(request, true);
    const { errors } = this.validator.validateRequest(request, operation);
    if (errors) throw this.#refusal(this.routes.parseRequest(request, operation), operation, errors);
  }

  /** Throws on what would make routing or validation wrong; the linters check the document against OpenAPI 3.1. */
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
      // The server routes and authenticates before it reads a body; these two are the second line of defence.
      notFound: () => {
        throw new ApiError('not_found', 'There is nothing here.');
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
      // Bodies keep their nulls and absences; only query parameters are strings to convert and defaults to fill in.
      const useDefaults = part === ValidationContext.Params;
      // The optimizer takes longer than it saves, and the linters have checked the schemas: seconds of start-up.
      const quick = { code: { optimize: false }, meta: false, validateSchema: false };
      const ajv = new Ajv2020({ ...options, ...quick, strict: false, verbose: true, useDefaults, allErrors });
      addFormats.default(ajv);
      ajv.addKeyword(rulesKeyword);
      return ajv;
    },
  });
}

/** The error with the integer that was sent where Ajv has seen the nearest double. */
function withExactInteger(error: ErrorObject, exact: ContractRequest['exact']): ErrorObject {
  const [, , field, ...rest] = error.instancePath.split('/');
  const integer = field === undefined || rest.length > 0 ? undefined : exact?.get(unescapePointer(field));
  return integer === undefined ? error : { ...error, data: integer };
}

/** In the order that `Operations` in the generated `handlers.ts` tells. */
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
