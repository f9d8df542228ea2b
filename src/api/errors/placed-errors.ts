import type { ErrorObject } from 'ajv';

/**
 * Rewrites the schema paths of errors from referenced schemas, which start at the reference and do not name their
 * owner. Ajv lists them right before the error of the condition or alternative that refers to the schema, so they get a
 * path below it.
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
      // The alternative is unknown, so the path gets a pseudo-alternative beside the numbered ones.
      if (!isOwn)
        placed[i] = {
          ...error,
          schemaPath: `${branch}${keyword === 'if' ? '' : '/elsewhere'}${error.schemaPath.slice(1)}`,
        };
    }
  }
  return placed;
}
