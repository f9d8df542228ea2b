import { createContext, Script } from 'node:vm';

/** How many times as long a try may take where the thread had to let others go first. */
const MOST_STRETCH = 4;

/** The one way that Node has to break off what a thread is at and to keep the thread. */
const room = createContext({ work: null });
const call = new Script('work()');

/**
 * Does `work` and says whether it came to its end within `ms` of this thread's own time. Otherwise it is broken off wherever
 * it is, so that whatever it was changing has to be dropped. What can be broken off goes by the clock: where that ran while
 * the thread did not, `work` is done again from its beginning, with more of it.
 */
export function withinOwnTime(ms: number, work: () => void): boolean {
  for (let clockMs = ms; ; ) {
    const before = process.threadCpuUsage();
    if (withinTime(Math.ceil(clockMs), work)) return true;
    const { user, system } = process.threadCpuUsage(before);
    const own = (user + system) / 1000;
    if (own > ms / 2 || clockMs >= ms * MOST_STRETCH) return false;
    clockMs = Math.min(MOST_STRETCH, clockMs / Math.max(own, 1)) * ms;
  }
}

function withinTime(ms: number, work: () => void): boolean {
  room.work = work;
  try {
    call.runInContext(room, { timeout: ms, displayErrors: false });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  } finally {
    room.work = null;
  }
}
