import { connect, type Socket } from 'node:net';

/** An HTTP response as received. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export function portOf({ baseUrl }: { baseUrl: string }): number {
  return Number(new URL(baseUrl).port);
}

export function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Sends pieces, where a number is a pause in milliseconds, and returns everything received until the end. */
export async function sendRaw(
  port: number,
  pieces: readonly (string | Buffer | number)[],
  patienceMs = 300_000,
): Promise<string> {
  const socket = await openSocket(port);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => {});
  const timer = setTimeout(() => socket.destroy(), patienceMs);
  for (const piece of pieces) {
    if (socket.destroyed) break;
    if (typeof piece === 'number') await new Promise((resolve) => setTimeout(resolve, piece));
    else if (!socket.write(piece))
      await Promise.race([new Promise((drained) => socket.once('drain', drained)), closed]);
  }
  await closed;
  clearTimeout(timer);
  return Buffer.concat(chunks).toString('latin1');
}

/** Returns all responses of one connection, in order. Bodies must have a content-length. */
export function answersOf(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) throw new Error(`no head: ${JSON.stringify(rest.slice(0, 100))}`);
    const [first, ...lines] = rest.slice(0, end).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const length = Number(headers['content-length'] ?? 0);
    answers.push({ status, headers, body: rest.slice(end + 4, end + 4 + length) });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}

/** Returns the head of a request. */
export function head(method: string, path: string, key: string | null, ...lines: string[]): string {
  const all = [`${method} ${path} HTTP/1.1`, 'Host: localhost'];
  if (key !== null) all.push(`Authorization: Bearer ${key}`);
  return `${[...all, ...lines].join('\r\n')}\r\n\r\n`;
}
