import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { OperationRow } from '../generated/operations.ts';
import { ApiError } from './api-error.ts';
import { type JsonBody, parseJsonBody } from './json-body.ts';

/** A client that sends nothing for this long while its body is being read is cut off. */
const idleBodyMs = 30_000;

const noExactIntegers = new WeakMap();

/**
 * The body that the operation declares: parsed JSON, a stream of bytes, or undefined when none was sent. A body that the
 * operation does not declare is read over. Throws `ApiError` for a wrong type, a body too large and unreadable JSON.
 */
export async function readDeclaredBody(request: IncomingMessage, operation: OperationRow): Promise<JsonBody> {
  const { requestTypes: allowed, bodyLimitBytes } = operation;
  if (allowed.length === 0) {
    request.resume();
    return { value: undefined, exact: noExactIntegers };
  }
  const type = mediaType(request) || allowed[0];
  if (!allowed.includes(type)) {
    throw new ApiError(
      'unsupported_media_type',
      `Content-Type: ${type} is not taken here; allowed is ${allowed.join(', ')}`,
    );
  }
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new ApiError('unsupported_media_type', 'Content-Encoding is not taken here; send the body as it is');
  }
  // Refused before the first byte where the client says how much it will send.
  if (Number(request.headers['content-length'] ?? 0) > bodyLimitBytes) throw tooLarge(bodyLimitBytes);
  const chunks = bodyChunks(request, bodyLimitBytes);
  if (type !== 'application/json') return { value: Readable.from(chunks), exact: noExactIntegers };
  const bytes: Buffer[] = [];
  for await (const chunk of chunks) bytes.push(chunk);
  return bytes.length === 0 ? { value: undefined, exact: noExactIntegers } : parseJsonBody(Buffer.concat(bytes));
}

/** How long the rest of a refused body is read over, so that the client gets to read the refusal. */
const lingerMs = 1_000;

/** Resolves when the client has sent all of its body, or after a while. */
export async function readOver(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return;
  request.resume();
  await once(request, 'end', { signal: AbortSignal.timeout(lingerMs) }).catch(() => {});
}

/** The media type without parameters, lower case; empty when none is given. */
function mediaType(request: IncomingMessage): string {
  return (request.headers['content-type'] ?? '').split(';')[0].trim().toLowerCase();
}

async function* bodyChunks(request: IncomingMessage, limitBytes: number): AsyncGenerator<Buffer, void, void> {
  const idle = setTimeout(() => request.destroy(new Error('no data for too long')), idleBodyMs);
  let size = 0;
  try {
    // `destroyOnReturn` off: a refusal must still reach the client over this socket.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      idle.refresh();
      size += chunk.length;
      if (size > limitBytes) throw tooLarge(limitBytes);
      yield chunk;
    }
  } finally {
    clearTimeout(idle);
  }
}

function tooLarge(limitBytes: number): ApiError {
  return new ApiError('payload_too_large', `The body is larger than ${limitBytes / 2 ** 20} MiB.`);
}
