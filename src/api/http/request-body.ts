import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { OperationRow } from '../../generated/operations.ts';
import { ApiError } from '../errors/api-error.ts';
import type { BodyBudget, BodyReservation } from './body-budget.ts';
import { HEAVY_BYTES, type HeavyParts } from './heavy-parts.ts';
import { type JsonBody, parseJsonBody, readJsonCost } from './json-body.ts';
import { BodySegments } from './large-bodies/body-segments.ts';

export interface BodyLimits {
  /** Budget for raw bytes. */
  budget: BodyBudget;
  /** Budget for the heap of parsed bodies. */
  parsed: BodyBudget;
  /** Longest served context, in tokens. */
  readonly contextLength: number;
  /** Milliseconds over which a body slower than 1 KiB/s is refused. */
  slowBodyMs: number;
  /** Size from which a body is large, in bytes. */
  largeFrom: number;
  heavy: HeavyParts;
}

/** A request whose body is to be read. */
interface BodySource {
  request: IncomingMessage;
  response: ServerResponse;
  /** Id of the key; empty if the operation needs none. */
  keyId: string;
  /** Aborts when the request ends. */
  over: AbortSignal;
  /** Parses large bodies in a thread; null if all bodies of the operation are parsed here. */
  readLarge: ((segments: Uint8Array<ArrayBuffer>[]) => Promise<JsonBody>) | null;
}

const json = 'application/json';
const anyType = '*/*';
const noBody: JsonBody = { value: undefined, exact: new Map() };

/**
 * Reads the body that the operation declares: parsed JSON, a stream of bytes, or undefined if none was sent. An
 * undeclared body is drained. Throws `ApiError` for a wrong type, a body too large or too slow, and invalid JSON; the
 * stream fails with the same errors.
 */
export async function readDeclaredBody(
  source: BodySource,
  operation: OperationRow,
  limits: BodyLimits,
): Promise<JsonBody> {
  const { request, response, keyId, over, readLarge } = source;
  const { budget, slowBodyMs, largeFrom, contextLength } = limits;
  const { requestTypes: allowed } = operation;
  const limitBytes = bodyLimit(operation, contextLength);
  if (allowed.length === 0) {
    await readOver(request);
    // The rest of the body would be taken for the next request.
    if (!request.complete) response.setHeader('connection', 'close');
    return noBody;
  }
  if (!announcesBody(request)) {
    if (allowed.includes(json)) return noBody;
    // An upload may be empty if it has a content type.
    if (request.headers['content-type'] === undefined) throw missingBody(allowed);
  }
  const type = mediaType(request, allowed);
  if (!allowed.includes(type) && !allowed.includes(anyType)) {
    const wrong = type === '' ? 'Content-Type is missing' : `Content-Type: ${type} is not supported here`;
    throw new ApiError('unsupported_media_type', `${wrong}; allowed is ${allowed.join(', ')}`);
  }
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new ApiError('unsupported_media_type', 'Content-Encoding is not supported here; send the body unencoded');
  }
  // Refused before the first byte if the client declares the length.
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge(limitBytes);
  if (expectsContinue(request)) response.writeContinue();
  if (!allowed.includes(json)) {
    return { ...noBody, value: Readable.from(bodyChunks(request, limitBytes, slowBodyMs)) };
  }
  const body = new BodySegments(readLarge === null ? Number.POSITIVE_INFINITY : largeFrom);
  await fill(body, request, { limitBytes, slowBodyMs, room: budget.open(keyId, over) });
  if (body.size === 0) return noBody;
  if (readLarge !== null && body.isLarge) return readLarge(body.segments());
  const whole = body.whole();
  if (body.size >= HEAVY_BYTES) {
    await limits.heavy.first(body.size, over);
    refuseWhoLeft(over);
  }
  const cost = readJsonCost(whole, operation.bodyLimitNodes);
  if (readLarge !== null && cost.nodes > mostNodesHere) return readLarge([Uint8Array.from(whole)]);
  limits.parsed.open(keyId, over).reserve(cost.heap);
  const parsed = parseJsonBody(whole);
  if (body.size >= HEAVY_BYTES) {
    // The caller's next part validates the body against the contract.
    await limits.heavy.next(body.size);
    refuseWhoLeft(over);
  }
  return parsed;
}

/** Maximum number of keys and values parsed on the event loop, if the operation has a thread for larger bodies. */
const mostNodesHere = 2 ** 17;

/** Returns the maximum body size of the operation in bytes, for the longest served context in tokens. */
function bodyLimit({ bodyLimitBytes, bodyLimitOfContext: of }: OperationRow, contextLength: number): number {
  return of === null ? bodyLimitBytes : Math.min(bodyLimitBytes, of.bytes + of.bytesPerToken * contextLength);
}

function expectsContinue({ headers, httpVersion }: IncomingMessage): boolean {
  return httpVersion === '1.1' && headers.expect?.toLowerCase() === '100-continue';
}

/** Throws if the request has ended, so that others do not wait for it. */
function refuseWhoLeft(over: AbortSignal): void {
  if (over.aborted) throw new ApiError('draining', 'The server is stopping.', { retryAfter: 5 });
}

/** Milliseconds for which the rest of a refused body is drained, so that the client reads the refusal. */
const lingerMs = 1_000;

/** Drains the body. Resolves when the client has sent all of it, or after `lingerMs`. */
export async function readOver(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return;
  request.resume();
  await once(request, 'end', { signal: AbortSignal.timeout(lingerMs) }).catch(() => {});
}

function missingBody(allowed: readonly string[]): ApiError {
  const msg = `is required; if it is empty, send the header Content-Type: ${allowed[0]}`;
  const issue = { loc: ['body'], msg, type: 'required', input: null, ctx: {} };
  return new ApiError('validation_failed', `body: ${msg}`, { param: 'body', issues: [issue] });
}

function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Returns the media type in lower case, without parameters. It may be missing for bytes, but not for JSON. */
function mediaType(request: IncomingMessage, allowed: readonly string[]): string {
  const given = (request.headers['content-type'] ?? '').split(';')[0].trim().toLowerCase();
  return given === '' && !allowed.includes(json) ? allowed[0] : given;
}

interface BodyBounds {
  limitBytes: number;
  slowBodyMs: number;
  room: BodyReservation;
}

/** Reads the body by events: an iterator would cost a small request as much as everything else together. */
function fill(
  body: BodySegments,
  request: IncomingMessage,
  { limitBytes, slowBodyMs, room }: BodyBounds,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onData = (chunk: Buffer): void => {
    try {
      if (body.size + chunk.length > limitBytes) throw tooLarge(limitBytes);
      room.reserve(chunk.length);
    } catch (error) {
      refuse(error);
      return;
    }
    body.add(chunk);
    pace.add(chunk.length);
  };
  const onEnd = (): void => {
    finish();
    resolve();
  };
  const onGone = (): void => refuse(new ApiError('malformed_request', 'The body ended early.'));
  const refuse = (error: unknown): void => {
    finish();
    body.clear();
    room.release();
    reject(error);
  };
  const pace = new BodyPace(slowBodyMs, refuse);
  const finish = (): void => {
    pace.stop();
    request.pause().off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone);
  };
  request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
  return promise;
}

async function* bodyChunks(
  request: IncomingMessage,
  limitBytes: number,
  slowBodyMs: number,
): AsyncGenerator<Buffer, void, void> {
  const slow = Promise.withResolvers<never>();
  slow.promise.catch(() => {});
  const pace = new BodyPace(slowBodyMs, slow.reject);
  // `destroyOnReturn` off: a refusal must still reach the client over this socket.
  const chunks: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false });
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await Promise.race([chunks.next(), slow.promise]);
      if (done) return;
      size += value.length;
      pace.add(value.length);
      if (size > limitBytes) throw tooLarge(limitBytes);
      yield value;
    }
  } finally {
    pace.stop();
    // Not awaited: after a slow body, the read of a chunk is still pending.
    chunks.return?.().catch(() => {});
  }
}

function tooLarge(limitBytes: number): ApiError {
  const [unit, name] = limitBytes < 2 ** 20 ? [2 ** 10, 'KiB'] : [2 ** 20, 'MiB'];
  const limit = Number((limitBytes / unit).toFixed(2));
  return new ApiError('payload_too_large', `The body is larger than ${limit} ${name}.`);
}

/** Minimum rate of a body, in bytes per second. */
const slowest = 1_024;

/** Reports a body that is too slow; checks the bytes received once per `windowMs`. */
class BodyPace {
  readonly #timer: NodeJS.Timeout;
  #bytes = 0;

  constructor(windowMs: number, onSlow: (error: ApiError) => void) {
    this.#timer = setInterval(() => {
      if (this.#bytes < (slowest * windowMs) / 1000) onSlow(tooSlow(windowMs));
      this.#bytes = 0;
    }, windowMs);
  }

  add(bytes: number): void {
    this.#bytes += bytes;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

function tooSlow(windowMs: number): ApiError {
  const seconds = windowMs / 1000;
  return new ApiError('request_timeout', `The body arrived at less than ${slowest} bytes per second for ${seconds} s.`);
}
