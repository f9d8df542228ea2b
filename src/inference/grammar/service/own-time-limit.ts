import { setImmediate } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

/** How many times as long a job may take by the clock: the thread lets others go first, and may have to take turns with a dozen more. */
const MOST_STRETCH = 40;
/** Where the clock is all there is: Node before 24.6 does not say what a thread has worked. */
const STRETCH_BY_CLOCK = 4;
/** Between two looks at what a thread has worked. */
const LEAST_MS = 20;

/**
 * Calls `onOver` once `thread` has worked for `ms` since its own time was `fromMs`, or by the clock for several times as long.
 * Returns how to call that off.
 */
export function limitOwnTime(thread: Worker, ms: number, fromMs: number, onOver: () => void): () => void {
  let isOff = false;
  const over = async (): Promise<void> => {
    // Where this process itself was busy for so long, the answer lies there unread: it is read before the verdict.
    await setImmediate();
    if (isOff) return;
    callOff();
    onOver();
  };
  const look = async (): Promise<void> => {
    const left = ms - ((await ownTimeOf(thread)) - fromMs);
    if (isOff) return;
    if (left <= 0) await over();
    else next = setTimeout(look, Math.max(left, LEAST_MS)).unref();
  };
  const last = setTimeout(over, ms * ('cpuUsage' in thread ? MOST_STRETCH : STRETCH_BY_CLOCK)).unref();
  let next = setTimeout(look, ms).unref();
  const callOff = (): void => {
    isOff = true;
    clearTimeout(last);
    clearTimeout(next);
  };
  return callOff;
}

/** What a thread has worked since it began, in ms; 0 where it has ended, or Node is older than 24.6 and does not say. */
async function ownTimeOf(thread: Worker): Promise<number> {
  try {
    const { user, system } = await thread.cpuUsage();
    return (user + system) / 1000;
  } catch {
    return 0;
  }
}
