import type { ErrorObject } from 'ajv';

/** Keywords whose errors say only that no branch fits; the branches' errors say what is wrong. */
const alternatives = new Set(['anyOf', 'oneOf']);
/** Keywords whose errors say only that there is another error. */
const echoes = new Set(['if', 'allOf', 'x-rules', 'propertyNames']);

/**
 * Returns the errors that help a person, in Ajv's order. If no alternative fits, only errors of the likely intended
 * branch remain: for a number out of range, the alternative `null` of an optional field is irrelevant.
 */
export function relevantErrors(errors: readonly ErrorObject[]): ErrorObject[] {
  const meant = groups(errors.filter(({ keyword }) => !echoes.has(keyword)));
  return oneTypeError(
    meant.flatMap((group) => (group.owner === null ? group.errors : mergeSimilar(relevantBranches(group)))),
  );
}

/**
 * Reduces the errors of a value of the wrong type to one that lists the allowed types. Ajv reports several if an
 * alternative is a referenced schema, whose errors do not say which alternative they belong to.
 */
function oneTypeError(errors: readonly ErrorObject[]): ErrorObject[] {
  const types = new Map<string, ErrorObject>();
  for (const error of errors) {
    if (error.keyword !== 'type') continue;
    const earlier = types.get(error.instancePath);
    types.set(error.instancePath, earlier ? { ...earlier, params: mergeParams(earlier, error) } : error);
  }
  const reported = new Set<string>();
  return errors.flatMap((error) => {
    const type = types.get(error.instancePath);
    if (type === undefined || !['type', 'const', 'enum', 'format'].includes(error.keyword)) return error;
    if (reported.has(error.instancePath)) return [];
    reported.add(error.instancePath);
    return type;
  });
}

interface ErrorGroup {
  /** Outermost `anyOf` or `oneOf` that failed; null for an error outside of any. */
  owner: ErrorObject | null;
  /** Errors of its branches. */
  errors: ErrorObject[];
}

/** Groups errors by alternative; Ajv lists the errors of branches right before that of their alternative. */
function groups(errors: readonly ErrorObject[]): ErrorGroup[] {
  const found: ErrorGroup[] = [];
  for (let i = errors.length - 1; i >= 0; ) {
    const error = errors[i--];
    if (!alternatives.has(error.keyword)) {
      found.push({ owner: null, errors: [error] });
      continue;
    }
    const end = i + 1;
    while (i >= 0 && isInside(errors[i], error)) i--;
    found.push({ owner: error, errors: errors.slice(i + 1, end) });
  }
  return found.reverse();
}

function isInside(error: ErrorObject, owner: ErrorObject): boolean {
  return (
    error.schemaPath.startsWith(`${owner.schemaPath}/`) &&
    (error.instancePath === owner.instancePath || error.instancePath.startsWith(`${owner.instancePath}/`))
  );
}

function relevantBranches({ owner, errors }: ErrorGroup): ErrorObject[] {
  if (owner === null || errors.length === 0) return owner === null ? errors : [owner];
  const branchOf = ({ schemaPath }: ErrorObject) => schemaPath.slice(owner.schemaPath.length + 1).split('/', 1)[0];
  const branches = [...Map.groupBy(errors, branchOf).values()].map(relevantErrors);
  const distance = (branch: ErrorObject[]): number => Math.max(...branch.map((error) => mismatch(error, owner)));
  const nearest = Math.min(...branches.map(distance));
  return branches
    .filter((branch) => distance(branch) === nearest)
    .flat()
    .map((error) => withNumbers(error, owner));
}

/** Adds the allowed numbers to the error of a constant, if the value may be either. */
function withNumbers(error: ErrorObject, owner: ErrorObject): ErrorObject {
  if (error.keyword !== 'const' || error.instancePath !== owner.instancePath) return error;
  const branches: { type?: unknown; minimum?: number; maximum?: number }[] = owner.parentSchema?.[owner.keyword] ?? [];
  const numbers = branches
    .filter(({ type }) => type === 'integer' || type === 'number')
    .map(({ type, minimum, maximum }) => `${type} from ${minimum} to ${maximum}`);
  return numbers.length === 0 ? error : { ...error, params: { ...error.params, numbers } };
}

/** Returns how clearly an error rules out its branch: 2 for another type, 1 for another kind of object or constant. */
function mismatch({ instancePath, keyword }: ErrorObject, owner: ErrorObject): number {
  if (instancePath !== owner.instancePath) return 0;
  if (keyword === 'type') return 2;
  return ['required', 'const', 'enum'].includes(keyword) ? 1 : 0;
}

/** Merges errors of one path that differ only in what they allow. */
function mergeSimilar(errors: readonly ErrorObject[]): ErrorObject[] {
  const merged = new Map<string, ErrorObject>();
  for (const error of errors) {
    const params = JSON.stringify(error.params);
    const own = { required: params, additionalProperties: params, not: error.schemaPath }[error.keyword] ?? '';
    const key = `${error.instancePath} ${error.keyword} ${own}`;
    const earlier = merged.get(key);
    merged.set(key, earlier ? { ...earlier, params: mergeParams(earlier, error) } : error);
  }
  return [...merged.values()];
}

function mergeParams(a: ErrorObject, b: ErrorObject): Record<string, unknown> {
  if (a.keyword === 'type') return { type: [...new Set([a.params.type, b.params.type].flat())] };
  if (a.keyword === 'const')
    return { allowedValue: [...new Set([a.params.allowedValue, b.params.allowedValue].flat())] };
  if (a.keyword === 'enum')
    return { allowedValues: [...new Set([...a.params.allowedValues, ...b.params.allowedValues])] };
  return a.params;
}
