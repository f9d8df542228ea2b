import type { Logger } from 'pino';
import type { Turns } from './turns.ts';

/** How often a turn is renewed, and how long it may not have been renewed before the work stops. */
const renewMs = 5_000;
const patienceMs = 20_000;
/** How often a server asks whether it is time, at most. */
const askMs = 60_000;

interface ElectedParts {
  turns: Turns;
  /** Names this server. */
  holder: string;
  log: Logger;
}

interface Task {
  /** The same on all servers. */
  name: string;
  /** From the end of one turn to the begin of the next, on whatever server. */
  everyMs: number;
  /** May be begun again by another server where this one was silent: what it does must bear that. */
  work(signal: AbortSignal): Promise<void>;
}

/**
 * Does the task again and again, on one of the servers of a database at a time, as long as any of them lives. Where the
 * one that does it dies, another begins within a minute. What fails is tried again when it is time. The function that
 * it gives back stops it: it resolves when the work has stopped, too.
 */
export function electedEvery({ turns, holder, log }: ElectedParts, { name, everyMs, work }: Task): () => Promise<void> {
  const stopping = new AbortController();
  let going: Promise<void> | null = null;
  const turn = async (): Promise<void> => {
    try {
      if (!(await turns.take(name, holder))) return;
      try {
        await whileHeld(turns, { name, holder, signal: stopping.signal }, work);
      } finally {
        await turns.end(name, holder, everyMs);
      }
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ err: error, task: name }, 'a task of one server at a time failed');
    }
  };
  const ask = (): void => {
    going ??= turn().finally(() => {
      going = null;
    });
  };
  const asking = setInterval(ask, Math.min(everyMs, askMs)).unref();
  ask();
  return async () => {
    clearInterval(asking);
    stopping.abort(new Error('the server stops'));
    await going;
  };
}

async function whileHeld(
  turns: Turns,
  { name, holder, signal }: { name: string; holder: string; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const lost = new AbortController();
  let renewedAt = performance.now();
  const renew = async (): Promise<void> => {
    const askedAt = performance.now();
    const held = await turns.renew(name, holder).catch(() => null);
    if (held === true) renewedAt = askedAt;
    if (held === false || performance.now() - renewedAt > patienceMs)
      lost.abort(new Error(`the turn at ${name} is over`));
  };
  const renewing = setInterval(() => void renew(), renewMs).unref();
  try {
    await work(AbortSignal.any([signal, lost.signal]));
  } finally {
    clearInterval(renewing);
  }
}
