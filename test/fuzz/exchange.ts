import { Agent, request as send } from 'node:http';
import fc from 'fast-check';

/** One HTTP request, ready to send. */
export class FuzzRequest {
  readonly method: string;
  /** Path as sent in the request line. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;

  constructor(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string | Uint8Array | null,
  ) {
    this.method = method;
    this.path = path;
    this.headers = headers;
    this.body = body;
  }

  /** Returns a function giving a command line that repeats the request, without the key, for failure reports. */
  get [fc.toStringMethod](): () => string {
    return () => {
      const headers = Object.entries(this.headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
      const body = this.body === null ? [] : ['--data-binary', quotedBody(this.body)];
      const target = `"$DAYBREAK_ORIGIN"${quoted(this.path)}`;
      const words = ['curl --path-as-is -X', this.method, target, '-H "Authorization: Bearer $DAYBREAK_API_KEY"'];
      return [...words, ...headers, ...body].join(' ');
    };
  }
}

export interface Answer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
  /** Parsed body, or null if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  json: any;
}

/** The server under test. */
export interface Target {
  /** Origin of the server, without a path. */
  origin: string;
  key: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 });
const patienceMs = 300_000;

/** Sends a request unchanged. Rejects if the connection breaks, or if nothing arrives for five minutes. */
export function exchange(target: Target, { method, path, headers, body }: FuzzRequest): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const { hostname, port } = new URL(target.origin);
  const all: Record<string, string> = { authorization: `Bearer ${target.key}`, ...headers };
  if (body !== null) all['content-length'] = String(Buffer.byteLength(body));
  const request = send({ agent, hostname, port, method, path, headers: all }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', reject);
    response.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parsed(text) });
    });
  });
  request.setTimeout(patienceMs, () => request.destroy(new Error(`no answer for ${patienceMs / 1000} s`)));
  request.on('error', reject);
  request.end(body ?? undefined);
  return promise;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const longestShown = 4_000;

function quotedBody(body: string | Uint8Array): string {
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('latin1');
  const shown = text.length > longestShown ? `${text.slice(0, longestShown)}... (${text.length} characters)` : text;
  if (/^[\x20-\x7e]*$/.test(shown)) return quoted(shown);
  const bytes = typeof body === 'string' ? Buffer.from(shown) : Buffer.from(shown, 'latin1');
  const escaped = [...bytes].map((byte) =>
    byte < 0x20 || byte > 0x7e || byte === 0x27 || byte === 0x5c
      ? `\\x${byte.toString(16).padStart(2, '0')}`
      : String.fromCharCode(byte),
  );
  return `$'${escaped.join('')}'`;
}
