import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** What V8 names the threads in which it optimizes code, and collects garbage where it may. */
const V8_THREAD = 'V8Worker';
const THREADS = '/proc/self/task';

/**
 * Lets the other threads of this machine go before the one that calls this, the more the higher `niceness` is (0 to 19,
 * as `nice` has it). Only Linux has priorities of single threads; where they may not be set, all are alike.
 */
export function giveWay(niceness: number): void {
  if (process.platform !== 'linux' || niceness === 0) return;
  // Linux takes the id of a thread where others take that of a process.
  orLeave(() => setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), niceness));
}

/** The same for V8's own threads of this process, all of which are there from its beginning. */
export function letV8GiveWay(niceness: number): void {
  if (process.platform !== 'linux') return;
  const threads = orLeave(() => readdirSync(THREADS)) ?? [];
  for (const thread of threads) {
    orLeave(() => {
      const name = readFileSync(`${THREADS}/${thread}/comm`, 'utf8').trim();
      if (name === V8_THREAD) setPriority(Number(thread), niceness);
    });
  }
}

/** Undefined where the machine does not let us, or a thread has ended meanwhile. */
function orLeave<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
