import { createContext, Script } from 'node:vm';

/** The one way that Node has to break off what a thread is at. */
const room = createContext({ work: null });
const call = new Script('work()');

/**
 * Does `work` and says whether it came to its end within `ms` by the clock. Otherwise it is broken off where it is,
 * without its `finally`s, so that whatever it was changing has to be dropped.
 */
export function withinTime(ms: number, work: () => void): boolean {
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
