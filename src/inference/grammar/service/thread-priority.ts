import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Lets the other threads of this machine go before the one that calls this, the more the higher `niceness` is (0 to 19, as
 * `nice` has it). Only Linux has priorities of single threads.
 */
export function giveWay(niceness: number): void {
  if (process.platform !== 'linux' || niceness === 0) return;
  // Linux takes the id of a thread where others take that of a process.
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  setPriority(thread, niceness);
}
