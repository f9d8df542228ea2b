import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { rootFolder } from '../root-folder.mjs';

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/**
 * The contract as clients see it. Left out are operations that are another one at a second path (`x-alias-of`), and those
 * of the documentation page, which is for people.
 */
export function clientContract() {
  const document = parse(readFileSync(join(rootFolder, 'openapi.yaml'), 'utf8'));
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) if (item[method] && !isForClients(item[method])) delete item[method];
    if (!methods.some((method) => method in item)) delete document.paths[path];
  }
  keepUsedSchemas(document);
  return document;
}

/** Leaves out the schemas that only the operations left out refer to. */
function keepUsedSchemas({ components, ...rest }) {
  const { schemas, ...others } = components;
  const used = new Set();
  const follow = (node) => {
    for (const [, name] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name]);
    }
  };
  follow([rest, others]);
  components.schemas = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}

const isForClients = (operation) => !operation['x-alias-of'] && !operation.tags.includes('docs');

/** The version of the contract, which every client has too. */
export const clientVersion = () => clientContract().info.version;
