// A POST may have had its effect before the fault: it is sent again only where nothing was done.
const retriedStatuses = new Set([408, 429, 500, 502, 503, 504]);
const retriedPostStatuses = new Set([429, 503]);
const longestRetryAfterMs = 120_000;
/** Of connections that were never made. */
const unsentCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** Milliseconds to wait before a request is sent again after this answer; undefined when it is not to be. */
export function waitAfterAnswer(method: string, response: Response, attempt: number): number | undefined {
  const statuses = method === 'POST' ? retriedPostStatuses : retriedStatuses;
  if (!statuses.has(response.status)) return undefined;
  const asked = retryAfterMs(response.headers.get('retry-after'));
  if (asked === undefined) return backOff(attempt);
  return asked <= longestRetryAfterMs ? asked : undefined;
}

/** The same for a request that got no answer. */
export function waitAfterFault(method: string, fault: unknown, attempt: number): number | undefined {
  const code = (fault as { cause?: { code?: string } }).cause?.code;
  return method !== 'POST' || unsentCodes.has(code ?? '') ? backOff(attempt) : undefined;
}

/** A number of seconds or an HTTP date (RFC 9110, 10.2.3); undefined for anything else. */
export function retryAfterMs(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  if (!value.endsWith('GMT')) return undefined; // Date.parse takes -1 for a date
  const ms = Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function backOff(attempt: number): number {
  return Math.min(500 * 2 ** attempt, 8000) * (1 - Math.random() / 4);
}

/** Rejects with the signal's reason when that comes first. */
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
