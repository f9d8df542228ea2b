export const banner = '// Generated from openapi.yaml by `npm run codegen`. Do not edit.\n';

/** Returns a JSON value as a TypeScript literal; lines after the first are indented by `indent`. */
export function literal(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, 2)
    .replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:')
    .replace(/\[\s+([^[\]{}]*?)\s+\]/g, (_, items: string) => `[${items.replace(/\s+/g, ' ')}]`)
    .replaceAll('\n', `\n${' '.repeat(indent)}`);
}

/** Converts to Pascal case: `createModel` -> `CreateModel`, `training-jobs` -> `TrainingJobs`. */
export function pascalCase(name: string): string {
  return name.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase());
}

/** Converts to camel case: `model_id` -> `modelId`, `X-Request-Id` -> `requestId`. */
export function camelCase(name: string): string {
  return name
    .replace(/^X-/, '')
    .replace(/^\w/, (letter) => letter.toLowerCase())
    .replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
}
