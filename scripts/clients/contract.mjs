import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { rootFolder } from '../root-folder.mjs';

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** The contract as clients see it: an operation that is another one at a second path (`x-alias-of`) is left out. */
export function clientContract() {
  const document = parse(readFileSync(join(rootFolder, 'openapi.yaml'), 'utf8'));
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) if (item[method]?.['x-alias-of']) delete item[method];
    if (!methods.some((method) => method in item)) delete document.paths[path];
  }
  return document;
}

/** The version of the contract, which every client has too. */
export const clientVersion = () => clientContract().info.version;
