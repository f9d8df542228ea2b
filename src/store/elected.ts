import type { Logger } from 'pino';
import type { TaskLeases } from './task-leases.ts';

/** Interval between renewals, and how long renewals may fail before the work stops. */
const renewMs = 5_000;
const patienceMs = 20_000;
/** Longest interval at which a server tries to take the turn. */
const askMs = 60_000;

interface ElectedParts {
  turns: TaskLeases;
  /** Name of this server. */
  holder: string;
  log: Logger;
}

interface Task {
  /** Identifies the task; the same on all servers. */
  name: string;
  /** Pause from the end of one turn to the start of the next, on any server. */
  everyMs: number;
  /** Must tolerate that another server starts it again because this one failed to renew its turn. */
  work(signal: AbortSignal): Promise<void>;
}

/**
 * Repeats a task, on one server of the database at a time, for as long as any of them runs. If that server dies,
 * another takes over within a minute. A failed run is repeated after the usual pause. The returned function stops the
 * task, and resolves once the work has stopped.
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
    stopping.abort(new Error('the server is stopping'));
    await going;
  };
}

async function whileHeld(
  turns: TaskLeases,
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
      lost.abort(new Error(`the lease on the task '${name}' was lost`));
  };
  const renewing = setInterval(() => void renew(), renewMs).unref();
  try {
    await work(AbortSignal.any([signal, lost.signal]));
  } finally {
    clearInterval(renewing);
  }
}
