import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** What V8 names the threads in which it optimizes code, and collects garbage where it may. */
const V8_THREAD = 'V8Worker';

/**
 * Lets the other threads of this machine go before the one that calls this, the more the higher `niceness` is (0 to 19, as
 * `nice` has it). Only Linux has priorities of single threads.
 */
export function giveWay(niceness: number): void {
  if (process.platform !== 'linux' || niceness === 0) return;
  // Linux takes the id of a thread where others take that of a process.
  setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), niceness);
}

/** The same for V8's own threads of this process, all of which are there from its beginning. */
export function letV8GiveWay(niceness: number): void {
  if (process.platform !== 'linux') return;
  for (const thread of readdirSync('/proc/self/task')) {
    const name = readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim();
    if (name === V8_THREAD) setPriority(Number(thread), niceness);
  }
}
