import { type DocumentNode, execute, GraphQLError, Kind, parse, specifiedRules, validate, visit } from 'graphql';
import type { WandbAnswer, WandbError, WandbQuery } from '../../generated/types.ts';
import { checkText } from '../../store/stored-value.ts';
import { ApiError } from '../errors/api-error.ts';
import { toApiError } from '../errors/error-body.ts';
import { errorTable } from '../errors/error-table.ts';
import { QueryBudget } from './query-budget.ts';
import { refuseSize } from './query-size.ts';
import { schema } from './schema.ts';

/** Maximum number of tokens; the longest query of W&B's client has some 300. */
const MAX_TOKENS = 2_000;
const MAX_ERRORS = 8;

interface QueryContext {
  /** Resolvers of the fields of Query and Mutation. */
  root: object;
  requestId: string;
  signal: AbortSignal;
}

/**
 * Answers a query, reporting its errors in `errors`. Throws the first server error or temporary error, so that the
 * client sees its HTTP status and retries; and `invalid_value` for text with NUL.
 */
export async function answerQuery(query: WandbQuery, { root, requestId, signal }: QueryContext): Promise<WandbAnswer> {
  const read = readQuery(query);
  checkTexts(query.variables ?? {});
  if ('errors' in read) return { data: null, errors: read.errors.slice(0, MAX_ERRORS).map(ofQuery) };
  const result = await execute({
    schema,
    document: read.document,
    rootValue: root,
    contextValue: new QueryBudget(),
    variableValues: withoutNulls(query.variables ?? {}),
    // Newer clients send an empty string for none.
    operationName: query.operationName || null,
    abortSignal: signal,
    hideSuggestions: true,
  });
  if (result.errors === undefined) return { data: { ...result.data } };
  const errors = result.errors.map((error) => ofField(error, requestId));
  return { data: result.data == null ? null : { ...result.data }, errors };
}

function readQuery({ query }: WandbQuery): { document: DocumentNode } | { errors: readonly GraphQLError[] } {
  try {
    const document = parse(query, { maxTokens: MAX_TOKENS });
    visit(document, { StringValue: ({ value }) => checkText('query', value) });
    const errors = validate(schema, document, specifiedRules, { maxErrors: MAX_ERRORS, hideSuggestions: true });
    if (errors.length > 0) return { errors: errors.map((error) => named(error, document)) };
    const tooLarge = refuseSize(document);
    return tooLarge === null ? { document } : { errors: [tooLarge] };
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] };
    throw error;
  }
}

/** Raises `invalid_value` for text in variables that the database would refuse. */
function checkTexts(value: unknown): void {
  if (typeof value === 'string') checkText('variables', value);
  else if (typeof value === 'object' && value !== null) Object.values(value).forEach(checkTexts);
}

/** Adds the name of the unsupported operation to an error. */
function named(error: GraphQLError, document: DocumentNode): GraphQLError {
  const names = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? [definition.name?.value ?? 'without a name'] : [],
  );
  const which = `The operation ${names.join(', ').slice(0, 200)} is not supported`;
  return new GraphQLError(`${which}: ${error.message} docs/wandb.md lists the supported operations.`);
}

/** Removes null fields: newer clients send fields unknown here as null, which means absent. */
function withoutNulls<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutNulls) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const present = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(present.map(([name, field]) => [name, withoutNulls(field)])) as Value;
}

function ofQuery({ message }: GraphQLError): WandbError {
  return { message, extensions: { code: 'validation_failed' } };
}

function ofField({ originalError, message, path }: GraphQLError, requestId: string): WandbError {
  const where = path === undefined ? {} : { path: [...path] };
  // Not thrown by a resolver, so it is an error of the variables.
  if (originalError == null || originalError instanceof GraphQLError)
    return { message, ...where, extensions: { code: 'validation_failed' } };
  const error = toApiError(originalError, requestId);
  if (error instanceof ApiError && errorTable[error.code].status >= 500) throw originalError;
  return { message: error.message, ...where, extensions: { code: error.code } };
}
