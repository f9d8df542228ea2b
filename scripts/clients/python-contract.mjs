import { clientContract, withoutConditions } from './contract.mjs';

/**
 * Returns the contract in a form that openapi-python-client turns into plain Python:
 * - ids and times are `str`, as in the OpenAI SDKs. Parsing UUID and datetime would need Python 3.11, and they do not
 *   serialize to JSON.
 * - default values are removed: the client would send each of them with every request.
 * - a nullable enum becomes an `anyOf` with null, since the generator would make three classes of it.
 */
export const pythonContract = () => plain(withoutConditions(clientContract()));

function plain(node) {
  if (Array.isArray(node)) return node.map(plain);
  if (typeof node !== 'object' || node === null) return node;
  const isSchema = 'type' in node || 'anyOf' in node || '$ref' in node;
  const members = Object.entries(node).filter(([key]) => !(isSchema && key === 'default'));
  const result = Object.fromEntries(members.map(([key, value]) => [key, plain(value)]));
  if (result.type === 'string' && ['uuid', 'date-time'].includes(result.format)) delete result.format;
  return Array.isArray(result.enum) && result.enum.includes(null) ? nullableEnum(result) : result;
}

function nullableEnum({ type, enum: values, ...rest }) {
  const some = type.find((name) => name !== 'null');
  return { ...rest, anyOf: [{ type: some, enum: values.filter((value) => value !== null) }, { type: 'null' }] };
}
