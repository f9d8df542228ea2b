import { createContext, Script } from 'node:vm';
import { breathing } from '../breath.ts';

/** How many times as long work may take by the clock, breathing or not, and where it is held up. */
const MOST_STRETCH = 8;
const HELD_UP_STRETCH = 60;

/** What breaks work off. */
const over = Symbol('over');

/** The one way that Node has to break off what a thread is at, and to keep the thread. */
const room = createContext({ work: null });
const call = new Script('work()');

/**
 * Does `work` and says whether it came to its end within `ms` of this thread's own time, in which others may have run, or
 * `onLook`, which it calls whenever `work` breathes. Otherwise it is broken off there, so that whatever it was changing has to
 * be dropped.
 */
export function withinOwnTime(ms: number, work: () => void, onLook?: () => void): boolean {
  const before = process.threadCpuUsage();
  let isOver = false;
  const look = (): void => {
    onLook?.();
    const { user, system } = process.threadCpuUsage(before);
    isOver ||= (user + system) / 1000 >= ms;
    if (isOver) throw over;
  };
  try {
    // What the clock breaks off does not even do its `finally`.
    return breathing(look, () => withinTime(ms * (onLook ? HELD_UP_STRETCH : MOST_STRETCH), work)) && !isOver;
  } catch (error) {
    if (error === over) return false;
    throw error;
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
