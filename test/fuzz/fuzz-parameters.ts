import { FuzzRequest } from './exchange.ts';
import { FuzzFault, soundAnswer } from './fault.ts';
import type { Fixtures } from './fixtures.ts';
import { whatIsWrong } from './fuzz-broken.ts';
import type { Operation, Parameter } from './operations.ts';
import { isValid, type Schema, typesOf } from './schema.ts';
import { headersOf, knownParameters } from './valid-requests.ts';

/** Odd values as sent in the request line. Each parameter omits those that are valid for it. */
const oddTexts = [
  ...[
    '%00',
    '%20',
    '%2e%2e',
    '%2F',
    '..%2f..%2fetc%2fpasswd',
    '%F0%9F%98%80',
    "'",
    '%22',
    '%5c',
    '*',
    '$%7B7*7%7D',
    '[]',
  ],
  ...['-1', '0', '101', '2147483648', '1.5', '1e400', 'NaN', 'null', 'true', '0x10', '9'.repeat(40), '-', '+1'],
  ...['x', 'x'.repeat(65), 'x'.repeat(129), 'x'.repeat(4_000), 'UP', 'asc,desc'],
  ...[
    '6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a1',
    '6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a1g',
    '{6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10}',
  ],
];
/** Invalid percent-encodings of UTF-8. */
const undecodable = ['%', '%zz', '%ff', '%c3%28', '%ed%a0%80'];

/** Breaks each parameter of the operation in turn. Returns the number of requests. */
export async function fuzzParameters(operation: Operation, fixtures: Fixtures): Promise<number> {
  let sent = 0;
  for (const parameter of operation.parameters) {
    for (const text of brokenTexts(parameter)) {
      const request = withParameter(operation, fixtures, parameter, text);
      const answer = await soundAnswer(fixtures, request);
      const wrong = whatIsWrong(operation, answer, [parameter.in, placeName(parameter)]);
      if (wrong !== null) throw new FuzzFault(request, `${parameter.in} ${parameter.name} broken: ${wrong}`, answer);
      sent++;
    }
    if (parameter.in === 'header') continue;
    for (const text of undecodable) {
      const request = withParameter(operation, fixtures, parameter, text);
      const answer = await soundAnswer(fixtures, request);
      if (![400, 404, 422].includes(answer.status)) throw new FuzzFault(request, 'must be refused', answer);
      sent++;
    }
  }
  return sent;
}

function placeName({ in: place, name }: Parameter): string {
  return place === 'header' ? name.toLowerCase() : name;
}

function brokenTexts(parameter: Parameter): string[] {
  if (parameter.in === 'header') {
    return ['x'.repeat(129), 'x'.repeat(4_000), 'x'.repeat(8_000)].filter((text) => !isValid(parameter.schema, text));
  }
  const enums = [parameter.schema.enum ?? []].flat().map((value) => `${value}x`);
  const candidates = parameter.in === 'query' ? ['', ...oddTexts, ...enums] : [...oddTexts, ...enums];
  return candidates.filter(
    (text) => !isValid(parameter.schema, typedValue(parameter.schema, decodeURIComponent(text))),
  );
}

/** Converts a text to the schema's type, if possible. */
function typedValue(schema: Schema, text: string): unknown {
  const [type] = typesOf(schema);
  if (type === 'boolean') return text === 'true' || text === 'false' ? text === 'true' : text;
  const isNumber = (type === 'integer' || type === 'number') && text !== '' && Number.isFinite(Number(text));
  return isNumber ? Number(text) : text;
}

function withParameter(operation: Operation, fixtures: Fixtures, parameter: Parameter, text: string): FuzzRequest {
  const known = knownParameters(operation, fixtures);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    return parameter.in === 'path' && name === parameter.name ? text : String(known[name]);
  });
  const url = parameter.in === 'query' ? `${path}?${parameter.name}=${text}` : path;
  const headers = parameter.in === 'header' ? { [parameter.name]: text } : {};
  const body = operation.contentType === null ? null : operation.body === null ? 'x' : bodyFor(operation);
  return new FuzzRequest(operation.method, url, { ...headersOf(operation), ...headers }, body);
}

/** Returns a simple body. It may be invalid, since the server reports all faults, those of parameters too. */
function bodyFor({ id }: Operation): string {
  return JSON.stringify(id === 'deleteCheckpoints' ? { steps: [] } : { messages: [{ role: 'user' }], max_tokens: 1 });
}
