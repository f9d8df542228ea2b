/**
 * Reports each missing link, and each link to an unknown operation. `paths` has its references resolved. An operation
 * that returns an object it has created must link to all operations that take only its id. An operation that lists must
 * link to its next page, and to the operation that reads one item.
 */
export default function links(paths) {
  const operations = operationsOf(paths);
  const ids = new Set(operations.map(({ id }) => id));
  return operations.flatMap((operation) => {
    const linked = Object.values(operation.success?.links ?? {}).map((link) => link.operationId);
    const path = ['paths', operation.path, operation.method, 'responses', '200'];
    const nowhere = linked
      .filter((id) => !ids.has(id))
      .map((id) => `${operation.id} links to ${id}, which does not exist`);
    const missing = wanted(operation, operations)
      .filter(({ id }) => !linked.includes(id))
      .map(({ id }) => `${operation.id} needs a link to ${id}`);
    return [...nowhere, ...missing].map((message) => ({ message, path }));
  });
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];

function operationsOf(paths) {
  return Object.entries(paths).flatMap(([path, item]) => {
    return methods
      .filter((method) => item[method] !== undefined)
      .map((method) => ({
        path,
        method,
        id: item[method].operationId,
        parameters: [...(item.parameters ?? []), ...(item[method].parameters ?? [])],
        hasBody: item[method].requestBody !== undefined,
        success: item[method].responses?.['200'],
      }));
  });
}

function wanted(operation, operations) {
  if (operation.parameters.some(({ name }) => name === 'after')) {
    const reader = operations.find(({ path, method }) => method === 'get' && parentOf(path) === operation.path);
    return reader === undefined ? [operation] : [operation, reader];
  }
  const collection = operation.method === 'post' ? collectionOf(operation, operations) : undefined;
  if (collection === undefined) return [];
  return operations.filter(({ path, hasBody }) => {
    const rest = path.startsWith(`${collection}/{`) ? path.slice(collection.length + 2) : null;
    return rest !== null && !rest.includes('{') && !hasBody;
  });
}

/** Returns the path under which objects of this kind are read by id: below the operation, or with the same body. */
function collectionOf(operation, operations) {
  const readers = operations.filter(({ method, path }) => method === 'get' && parentOf(path) !== undefined);
  const below = readers.find(({ path }) => parentOf(path) === operation.path);
  if (below !== undefined) return operation.path;
  const body = schemaText(operation);
  const alike = readers.find((reader) => body !== undefined && schemaText(reader) === body);
  return alike === undefined || operation.path.includes('{') ? undefined : parentOf(alike.path);
}

/** Returns `/models` for `/models/{model_id}`, and undefined for any other path. */
function parentOf(path) {
  return /^(.*)\/\{[^{}/]+\}$/.exec(path)?.[1];
}

function schemaText({ success }) {
  const schema = success?.content?.['application/json']?.schema;
  return schema === undefined ? undefined : JSON.stringify(schema);
}
