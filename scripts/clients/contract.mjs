import { join } from 'node:path';
import { Contract, documentForCode } from '../../codegen/contract.ts';
import { rootFolder } from '../root-folder.mjs';

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/**
 * Returns the contract for clients. It omits aliases of other operations (`x-alias-of`), the documentation page, which
 * is for people, and the Tinker and W&B APIs, which have their own clients. It also omits the wildcard content type of
 * bodies: clients send the first type listed.
 */
export function clientContract() {
  const document = documentForCode(Contract.read(join(rootFolder, 'openapi.yaml')).document);
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) if (item[method] && !isForClients(item[method])) delete item[method];
    if (!methods.some((method) => method in item)) delete document.paths[path];
    for (const method of methods) delete item[method]?.requestBody?.content?.['*/*'];
  }
  keepUsed(document);
  return document;
}

/** Removes components that the remaining operations do not use, or use only in conditions. */
function keepUsed({ paths, components }) {
  const used = new Set();
  const follow = (node) => {
    for (const [reference, kind, name] of JSON.stringify(withoutConditions(node)).matchAll(
      /#\/components\/(\w+)\/(\w+)/g,
    )) {
      if (used.has(reference)) continue;
      used.add(reference);
      follow(components[kind][name]);
    }
  };
  follow(paths);
  for (const [kind, members] of Object.entries(components)) {
    if (kind === 'securitySchemes') continue; // named without a reference
    const kept = Object.entries(members).filter(([name]) => used.has(`#/components/${kind}/${name}`));
    components[kind] = Object.fromEntries(kept);
  }
}

const conditions = new Set(['if', 'then', 'else', 'not']);

/**
 * Returns a schema, or an object with schemas, without conditions, which types cannot express and generators would turn
 * into meaningless types. The keys of a map are names of fields, not keywords.
 */
export function withoutConditions(node, isMap = false) {
  if (Array.isArray(node)) return node.map((item) => withoutConditions(item));
  if (typeof node !== 'object' || node === null) return node;
  const { allOf, ...members } = Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => isMap || !conditions.has(key))
      .map(([key, value]) => [key, withoutConditions(value, key === 'properties' && !isMap)]),
  );
  const parts = (allOf ?? []).filter((part) => Object.keys(part).length > 0);
  return parts.length === 0 ? members : { ...members, allOf: parts };
}

/** Tags of pages for people, and of APIs that have other clients. */
const ofOthers = ['docs', 'dashboard', 'tinker', 'tinker-runs', 'wandb'];
const isForClients = (operation) => !operation['x-alias-of'] && !operation.tags.some((tag) => ofOthers.includes(tag));

/** Returns the version of the contract, which every client shares. */
export const clientVersion = () => clientContract().info.version;
