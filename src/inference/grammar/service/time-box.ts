import { createContext, Script } from 'node:vm';

/** Of its time, what a thread must have missed for another try. */
const WORTH_TRYING = 0.25;

/** The one way that Node has to break off what a thread is at and to keep the thread. */
const room = createContext({ work: null });
const call = new Script('work()');

/**
 * Does `work` and says whether it came to its end within `ms` of this thread's own time. Otherwise it is broken off wherever
 * it is, so that whatever it was changing has to be dropped. What can be broken off goes by the clock: where others ran
 * meanwhile, `work` is done once more from its beginning, with what was missed on top. So it takes up to three times `ms` by
 * the clock, and works up to twice as long where nobody else runs any more.
 */
export function withinOwnTime(ms: number, work: () => void): boolean {
  const before = process.threadCpuUsage();
  if (withinTime(ms, work)) return true;
  const { user, system } = process.threadCpuUsage(before);
  const missed = Math.ceil(ms - (user + system) / 1000);
  return missed > ms * WORTH_TRYING && withinTime(ms + missed, work);
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
