/**
 * Reports each error status that an operation can answer with but does not list. `paths` has its references resolved. A
 * validation failure is 422 under /v1/preview and 400 elsewhere.
 */
export default function failures(paths) {
  const findings = [];
  for (const [path, item] of Object.entries(paths)) {
    for (const method of methods.filter((method) => item[method] !== undefined)) {
      const operation = item[method];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      for (const [status, reason] of possible({
        path,
        method,
        parameters,
        body: operation.requestBody,
        resumes: operation['x-resumes'],
      })) {
        if (operation.responses?.[status] !== undefined) continue;
        const message = `${operation.operationId} ${reason}, so it can answer ${status}`;
        findings.push({ message, path: ['paths', path, method, 'responses'] });
      }
    }
  }
  return findings;
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** Query parameters that name something that may not exist. */
const naming = ['after', 'model_id'];

/** Body fields that name something that may not exist. */
const referring = ['model', 'model_id', 'artifact_url', 'training_data_url'];

/** Ends of paths that only set a property of an existing object, which cannot conflict. */
const setting = /\/(publish|ttl)$/;

function* possible({ path, method, parameters, body, resumes }) {
  const preview = path.startsWith('/v1/preview/');
  const invalid = preview ? '422' : '400';
  for (const parameter of parameters) {
    yield [invalid, `has the parameter ${parameter.name}`];
    const names = parameter.in === 'path' || (parameter.in === 'query' && naming.includes(parameter.name));
    // A stream resumed at an unknown place starts from its beginning.
    if (parameter.name === resumes) continue;
    if (names) yield ['404', `names something by ${parameter.name}`];
  }
  if (body !== undefined) {
    yield* [invalid, '413', '415'].map((status) => [status, 'takes a body']);
    const { properties } = body.content?.['application/json']?.schema ?? {};
    for (const field of referring.filter((name) => properties?.[name] !== undefined))
      yield ['404', `names a thing by ${field}`];
    if (properties?.return_existing !== undefined) yield ['409', 'creates what may exist already'];
    if (properties?.artifact_url !== undefined) yield ['409', 'imports into what may be in use'];
  }
  // A database needs room for a deletion too.
  if (preview && method !== 'get') yield ['507', 'writes to the disk'];
  if (setting.test(path)) return;
  if (method === 'put') yield ['409', 'replaces what may be in use'];
  if (method === 'post' && body === undefined) yield ['409', 'changes the state of something'];
}
