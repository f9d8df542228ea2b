import { join } from 'node:path';
import { Contract, documentForCode } from '../../codegen/contract.ts';
import { rootFolder } from '../root-folder.mjs';

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/**
 * The contract as clients see it. Left out are operations that are another one at a second path (`x-alias-of`), those
 * of the documentation page, which is for people, those of the Tinker API and of W&B, which have clients of their own,
 * and "any other type" of a body: clients send the first that is named.
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

/** Leaves out what only the operations that are left out refer to, or rules that no type can say. */
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
 * A schema, or what holds schemas, without the rules that no type can say; they would become types of no meaning. The
 * keys of a map are names of fields, not keywords.
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

/** Pages for people, and what another's client is for. */
const ofOthers = ['docs', 'dashboard', 'tinker', 'tinker-runs', 'wandb'];
const isForClients = (operation) => !operation['x-alias-of'] && !operation.tags.some((tag) => ofOthers.includes(tag));

/** The version of the contract, which every client has too. */
export const clientVersion = () => clientContract().info.version;
