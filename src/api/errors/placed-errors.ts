import type { ErrorObject } from 'ajv';

/**
 * Errors of a schema of its own elsewhere begin their paths anew, and do not tell whose they are. Where a condition or
 * an alternative leads to such a schema, Ajv lists its errors right before that of the condition or the alternatives:
 * here they get a path by way of it.
 */
export function placedErrors(errors: readonly ErrorObject[]): ErrorObject[] {
  const placed = [...errors];
  for (const [at, { keyword, instancePath, schemaPath, params }] of errors.entries()) {
    if (keyword !== 'if' && keyword !== 'anyOf') continue;
    const owner = schemaPath.slice(0, -(keyword.length + 1));
    const branch = keyword === 'if' ? `${owner}/${params.failingKeyword}` : schemaPath;
    for (let i = at - 1; i >= 0; i--) {
      const error = placed[i];
      const isBelow = error.instancePath === instancePath || error.instancePath.startsWith(`${instancePath}/`);
      const isOwn = error.schemaPath.startsWith(`${branch}/`);
      if (!isBelow || (!isOwn && error.schemaPath.startsWith(`${owner}/`))) break;
      // Which of the alternatives it is of is not known: one beside those that have a number.
      if (!isOwn)
        placed[i] = {
          ...error,
          schemaPath: `${branch}${keyword === 'if' ? '' : '/elsewhere'}${error.schemaPath.slice(1)}`,
        };
    }
  }
  return placed;
}
