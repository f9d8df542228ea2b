import type { RouteId } from '../../src/generated/operations.ts';
import { FuzzRequest } from './exchange.ts';
import { FuzzFault, soundAnswer } from './fault.ts';
import { type Fixtures, json } from './fixtures.ts';
import { type Operation, operationOf } from './operations.ts';
import { knownParameters, target } from './valid-requests.ts';

interface RawBody {
  what: string;
  bytes: string | Uint8Array;
  headers?: Record<string, string>;
  /** Allowed statuses; by default the operation's status for failed validation. */
  statuses?: number[];
}

const halfPair = String.raw`"\ud83d"`;
const anyStatus = [200, 400, 404, 409, 422];

/** Returns bodies that no serializer would write, made from a valid document. */
function rawBodies(document: Record<string, unknown>): RawBody[] {
  const text = JSON.stringify(document);
  const bytes = Buffer.from(text);
  const withField = (field: string): string => `{${field},${text.slice(1)}`;
  const truncated = [1, 2, Math.floor(bytes.length / 2), bytes.length - 1].map((length): RawBody => {
    return { what: `cut at ${length}`, bytes: bytes.subarray(0, length) };
  });
  const types: RawBody[] = [
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/jsonx',
  ].map((type) => ({ what: `as ${type}`, bytes, headers: { 'content-type': type }, statuses: [415] }));
  return [
    ...truncated,
    ...types,
    { what: 'nothing', bytes: '' },
    ...['null', 'true', '5', '"text"', '[]', '[{}]', '""'].map((bytes) => ({ what: bytes, bytes })),
    { what: 'a __proto__ key', bytes: withField('"__proto__":{"stream":true}'), statuses: anyStatus },
    { what: 'an escaped __proto__ key', bytes: withField(String.raw`"\u005f_proto__":{}`), statuses: anyStatus },
    { what: 'a __proto__ key inside', bytes: withField('"x":{"__proto__":{"polluted":1}}'), statuses: anyStatus },
    { what: 'a constructor key', bytes: withField('"constructor":{"prototype":{"polluted":1}}'), statuses: anyStatus },
    { what: 'a key twice', bytes: withField('"x":1,"x":2'), statuses: anyStatus },
    { what: 'a number beyond all', bytes: withField('"x":1e400'), statuses: anyStatus },
    { what: 'a huge integer', bytes: withField(`"x":${'9'.repeat(400)}`), statuses: anyStatus },
    { what: 'a huge fraction', bytes: withField(`"x":0.${'1'.repeat(100_000)}`), statuses: anyStatus },
    { what: 'minus zero', bytes: withField('"x":-0'), statuses: anyStatus },
    { what: 'half a surrogate pair', bytes: withField(`"x":${halfPair}`), statuses: anyStatus },
    { what: 'a key of half a pair', bytes: withField(`${halfPair}:1`), statuses: anyStatus },
    { what: 'a key of NUL', bytes: withField(String.raw`"\u0000":1`), statuses: anyStatus },
    { what: 'a key of 100,000', bytes: withField(`"${'k'.repeat(100_000)}":1`), statuses: anyStatus },
    { what: 'NaN', bytes: withField('"x":NaN') },
    { what: 'Infinity', bytes: withField('"x":-Infinity') },
    { what: 'hexadecimal', bytes: withField('"x":0x10') },
    { what: 'a comment', bytes: `/* */${text}` },
    { what: 'a comma at the end', bytes: `${text.slice(0, -1)},}` },
    { what: 'single quotes', bytes: text.replaceAll('"', "'") },
    { what: 'two documents', bytes: `${text}${text}` },
    { what: 'bytes after the end', bytes: `${text}\u0000` },
    { what: 'a byte order mark', bytes: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]), statuses: anyStatus },
    { what: 'UTF-16', bytes: Buffer.from(text, 'utf16le') },
    { what: 'a lone continuation byte', bytes: Buffer.from([0x22, 0x80, 0x22]) },
    { what: 'an overlong slash', bytes: Buffer.from([0x22, 0xc0, 0xaf, 0x22]) },
    { what: 'a surrogate in UTF-8', bytes: Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]) },
    {
      what: 'gzip',
      bytes: Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]),
      headers: { 'content-encoding': 'gzip' },
      statuses: [415],
    },
    { what: 'a depth of 129', bytes: withField(`"x":${'['.repeat(128)}${']'.repeat(128)}`) },
    { what: 'a depth of 100,000', bytes: withField(`"x":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`) },
    { what: 'open brackets only', bytes: '['.repeat(100_000) },
  ];
}

/** Replaces each field of the document by a lone surrogate, NUL, an out-of-range number or a bidi override. */
function oddFields(document: Record<string, unknown>): RawBody[] {
  const odd = [halfPair, String.raw`"\u0000"`, '1e400', '9'.repeat(400), '-9223372036854775809', String.raw`"\u202e"`];
  return Object.keys(document).flatMap((name) => {
    const { [name]: _, ...rest } = document;
    const others = JSON.stringify(rest).slice(1);
    const comma = others === '}' ? '' : ',';
    return odd.map((text) => ({
      what: `${name} as ${text.slice(0, 30)}`,
      bytes: `{"${name}":${text}${comma}${others}`,
      statuses: anyStatus,
    }));
  });
}

/** Sends bodies that no client should. Each must be refused or accepted cleanly. Returns the number of requests. */
export async function fuzzRaw(id: RouteId, fixtures: Fixtures, document: Record<string, unknown>): Promise<number> {
  const operation = operationOf(id);
  const bodies = [...rawBodies(document), ...oddFields(document)];
  for (const { what, bytes, headers, statuses = [operation.validationStatus] } of bodies) {
    const request = new FuzzRequest(operation.method, urlOf(operation, fixtures), { ...json, ...headers }, bytes);
    const answer = await soundAnswer(fixtures, request);
    // An invalid sign-in code is an invalid credential.
    if (id === 'createSession' && answer.status === 401) continue;
    // This operation accepts small bodies only.
    if (id === 'createSession' && answer.status === 413 && bytes.length > 2 ** 14) continue;
    if (!statuses.includes(answer.status)) throw new FuzzFault(request, `${what}: allowed is ${statuses}`, answer);
  }
  return bodies.length;
}

function urlOf(operation: Operation, fixtures: Fixtures): string {
  const known = Object.entries(knownParameters(operation, fixtures)).map(([name, value]) => [name, String(value)]);
  return target(operation.path, Object.fromEntries(known) as Record<string, string>, {});
}
