import type { Logger } from 'pino';
import type { TaskLeases } from './task-leases.ts';

/** Interval between renewals, and how long renewals may fail before the work stops. */
const renewMs = 5_000;
const renewalTimeoutMs = 20_000;
/** Longest interval at which a server tries to take the lease. */
const askMs = 60_000;

interface ElectedParts {
  leases: TaskLeases;
  /** Name of this server. */
  holder: string;
  log: Logger;
}

interface Task {
  /** Identifies the task; the same on all servers. */
  name: string;
  /** Pause from the end of one run to the start of the next, on any server. */
  everyMs: number;
  /** Must tolerate that another server starts it again because this one failed to renew its lease. */
  work(signal: AbortSignal): Promise<void>;
}

/**
 * Repeats a task, on one server of the database at a time, for as long as any of them runs. If that server dies,
 * another takes over within a minute. A failed run is repeated after the normal pause. The returned function stops the
 * task, and resolves once the work has stopped.
 */
export function electedEvery(
  { leases, holder, log }: ElectedParts,
  { name, everyMs, work }: Task,
): () => Promise<void> {
  const stopping = new AbortController();
  let going: Promise<void> | null = null;
  const runOnce = async (): Promise<void> => {
    try {
      if (!(await leases.acquire(name, holder))) return;
      try {
        await whileHeld(leases, { name, holder, signal: stopping.signal }, work);
      } finally {
        await leases.release(name, holder, everyMs);
      }
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ err: error, task: name }, 'a task of one server at a time failed');
    }
  };
  const ask = (): void => {
    going ??= runOnce().finally(() => {
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
  leases: TaskLeases,
  { name, holder, signal }: { name: string; holder: string; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const lost = new AbortController();
  let renewedAt = performance.now();
  const renew = async (): Promise<void> => {
    const askedAt = performance.now();
    const held = await leases.renew(name, holder).catch(() => null);
    if (held === true) renewedAt = askedAt;
    if (held === false || performance.now() - renewedAt > renewalTimeoutMs)
      lost.abort(new Error(`the lease on the task '${name}' was lost`));
  };
  const renewing = setInterval(() => void renew(), renewMs).unref();
  try {
    await work(AbortSignal.any([signal, lost.signal]));
  } finally {
    clearInterval(renewing);
  }
}
