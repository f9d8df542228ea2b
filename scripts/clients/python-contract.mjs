import { clientContract, withoutConditions } from './contract.mjs';

/**
 * The contract in the words that openapi-python-client turns into plain Python:
 * - ids and times are `str`, as in the OpenAI SDKs. As UUID and datetime they would need Python 3.11 to be read, and
 *   would not go into JSON again.
 * - defaults are the server's business: the client would send each of them with every request.
 * - an enum that may be null becomes one of two alternatives; it would become three classes.
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
