import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Name of V8's worker threads, which optimize code and collect garbage. */
const V8_THREAD = 'V8Worker';
const THREADS = '/proc/self/task';

/**
 * Lowers the priority of the calling thread to `niceness` (0 to 19, as in `nice`). Only Linux has per-thread
 * priorities. Does nothing if they cannot be set.
 */
export function lowerThreadPriority(niceness: number): void {
  if (process.platform !== 'linux' || niceness === 0) return;
  // Linux accepts a thread id where other systems expect a process id.
  ignoreErrors(() => setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), niceness));
}

/** Lowers the priority of V8's worker threads of this process, all of which exist from its start. */
export function lowerV8Priority(niceness: number): void {
  if (process.platform !== 'linux') return;
  const threads = ignoreErrors(() => readdirSync(THREADS)) ?? [];
  for (const thread of threads) {
    ignoreErrors(() => {
      const name = readFileSync(`${THREADS}/${thread}/comm`, 'utf8').trim();
      if (name === V8_THREAD) setPriority(Number(thread), niceness);
    });
  }
}

/** Runs `action`. Returns undefined if it is not permitted or the thread has ended. */
function ignoreErrors<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
