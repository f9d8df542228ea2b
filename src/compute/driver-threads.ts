import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TASKS = '/proc/self/task';

/**
 * Returns the compute threads of Mesa's software driver, in order of creation. They follow an equal number of
 * rasterizer threads, the only ones with distinct names. Returns none on other systems and drivers.
 */
export function driverThreads(): number[] {
  if (process.platform !== 'linux') return [];
  const threads = readdirSync(TASKS)
    .map(Number)
    .sort((a, b) => a - b);
  const names = threads.map((thread) => read(thread, 'comm'));
  const first = names.lastIndexOf('llvmpipe-0');
  if (first < 0) return [];
  const count = names.slice(first).filter((name) => name.startsWith('llvmpipe-')).length;
  const places = Array.from({ length: count }, (_, i) => first + count + i);
  // Compute threads inherit one name from the thread that created them. If the names differ, these are other threads.
  return places.every((place) => names[place] === names[first + count]) ? places.map((place) => threads[place]) : [];
}

/**
 * Pins each driver thread to its own CPU. All wake up for every dispatch, and Linux often puts two on one CPU, where
 * the first does all the work before the second runs. That cost half of a dispatch shorter than a millisecond
 * (docs/benchmarks.md). Does nothing without `taskset`, or unless there are as many threads as CPUs (LP_NUM_THREADS).
 */
export async function spreadDriverThreads(): Promise<void> {
  const threads = driverThreads();
  const cpus = allowedCpus(process.pid);
  if (threads.length !== cpus.length) return;
  await Promise.allSettled(threads.map((thread, i) => run('taskset', ['-pc', String(cpus[i]), String(thread)])));
}

/** Returns the CPUs that Linux may run a thread on. */
export function allowedCpus(thread: number): number[] {
  const list = /^Cpus_allowed_list:\s*(.*)$/m.exec(read(thread, 'status'))?.[1] ?? '';
  return list.split(',').flatMap((range) => {
    const [first, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}

/** Reads a file of a thread under /proc. Returns an empty string if the thread has ended. */
function read(thread: number, file: string): string {
  try {
    return readFileSync(`${TASKS}/${thread}/${file}`, 'utf8').trim();
  } catch {
    return '';
  }
}
