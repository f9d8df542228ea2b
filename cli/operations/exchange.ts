import type { OpenAnswer } from '../../clients/typescript/src/connection.ts';
import { APIStatusError, DaybreakError } from '../../clients/typescript/src/errors.ts';
import type { Context } from '../context.ts';
import type { Operation } from './operation.ts';
import type { Prepared } from './request.ts';

/** Options for bodies of any length: fetch itself ends a transfer that stalls for five minutes. */
export const noTimeout = { timeoutMs: Number.POSITIVE_INFINITY };

/** Sends a request; throws the client's errors. */
export async function send(context: Context, operation: Operation, request: Prepared): Promise<OpenAnswer> {
  const connection = context.connection({ needsKey: operation.needsKey });
  const query = new URLSearchParams([...request.query]).toString();
  const limit = request.body instanceof Blob ? noTimeout : {};
  return connection.send(request.method, request.path + (query === '' ? '' : `?${query}`), request, limit);
}

/** Returns the JSON document that answers a request. */
export async function fetchDocument(context: Context, operation: Operation, request: Prepared): Promise<unknown> {
  try {
    const { response, watch } = await send(context, operation, request);
    const text = await response.text().finally(() => watch.end());
    warnIgnored(context, response);
    return parsed(text);
  } catch (error) {
    // The body of a 307 says where the file is, for callers that asked for that.
    if (error instanceof APIStatusError && error.status === 307) return error.body;
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DaybreakError('the response is not JSON: is this the address of a Daybreak server?', { cause });
  }
}

export function warnIgnored(context: Context, response: Response): void {
  const ignored = response.headers.get('daybreak-ignored-fields');
  if (ignored !== null) context.err(`daybreak: the server ignored unknown fields: ${ignored}`);
}

/** Yields the pieces of an answer as they arrive. The timeout covers the server's silence, not a slow reader. */
export async function* piecesOf({ response, watch }: OpenAnswer): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of response.body ?? []) {
      watch.end();
      yield piece;
      watch.restart();
    }
  } catch (fault) {
    throw watch.explain(new URL(response.url).pathname, fault);
  } finally {
    watch.end();
  }
}

/** Yields the lines of an answer as they arrive. */
export async function* linesOfAnswer(answer: OpenAnswer): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of piecesOf(answer)) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
