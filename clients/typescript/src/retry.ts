// A POST may have taken effect before the error. It is retried only if the server has certainly not processed it.
const retriedStatuses = new Set([408, 429, 500, 502, 503, 504]);
const retriedPostStatuses = new Set([429, 503]);
const longestRetryAfterMs = 120_000;
/** Error codes of connections that were never established. */
const unsentCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** Returns the milliseconds to wait before a retry after this response, or undefined if there must be none. */
export function waitAfterAnswer(method: string, response: Response, attempt: number): number | undefined {
  const statuses = method === 'POST' ? retriedPostStatuses : retriedStatuses;
  if (!statuses.has(response.status)) return undefined;
  const asked = retryAfterMs(response.headers.get('retry-after'));
  if (asked === undefined) return backOff(attempt);
  return asked <= longestRetryAfterMs ? asked : undefined;
}

/** Returns the same for a request without a response. */
export function waitAfterFault(method: string, fault: unknown, attempt: number): number | undefined {
  const code = (fault as { cause?: { code?: string } }).cause?.code;
  return method !== 'POST' || unsentCodes.has(code ?? '') ? backOff(attempt) : undefined;
}

/** Parses `Retry-After`, a number of seconds or an HTTP date (RFC 9110, 10.2.3); undefined if it is neither. */
export function retryAfterMs(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  if (!value.endsWith('GMT')) return undefined; // Date.parse accepts -1 as a date
  const ms = Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function backOff(attempt: number): number {
  return Math.min(500 * 2 ** attempt, 8000) * (1 - Math.random() / 4);
}

/** Resolves after `ms` milliseconds. Rejects with the signal's reason if it aborts first. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
