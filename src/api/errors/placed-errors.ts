import type { ErrorObject } from 'ajv';

/**
 * Errors of a schema of its own elsewhere begin their paths anew, and do not tell whose they are. Where a condition leads to
 * such a schema, Ajv lists its errors right before that of the condition: here they get their path by way of it.
 */
export function placedErrors(errors: readonly ErrorObject[]): ErrorObject[] {
  const placed = [...errors];
  for (const [at, { keyword, instancePath, schemaPath, params }] of errors.entries()) {
    if (keyword !== 'if') continue;
    const owner = schemaPath.slice(0, -'/if'.length);
    const branch = `${owner}/${params.failingKeyword}`;
    for (let i = at - 1; i >= 0; i--) {
      const error = placed[i];
      const isBelow = error.instancePath === instancePath || error.instancePath.startsWith(`${instancePath}/`);
      const isOwn = error.schemaPath.startsWith(`${branch}/`);
      if (!isBelow || (!isOwn && error.schemaPath.startsWith(`${owner}/`))) break;
      if (!isOwn) placed[i] = { ...error, schemaPath: branch + error.schemaPath.slice(1) };
    }
  }
  return placed;
}
