import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TASKS = '/proc/self/task';

/**
 * The threads in which Mesa's software driver computes, in the order of their creation. They follow on as many in which
 * it rasters, which alone have names of their own. None on other systems and drivers.
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
  // They bear the name of the thread that made them: where they do not, these are others.
  return places.every((place) => names[place] === names[first + count]) ? places.map((place) => threads[place]) : [];
}

/**
 * Keeps each of the driver's threads on a CPU of its own. They are woken together for every dispatch, and Linux often
 * puts both on one CPU, where the first does all the work before the second runs: half of a dispatch of less than a
 * millisecond was lost so (docs/benchmarks.md). Without `taskset`, or with another count of threads (LP_NUM_THREADS),
 * all stays as it was.
 */
export async function spreadDriverThreads(): Promise<void> {
  const threads = driverThreads();
  const cpus = allowedCpus(process.pid);
  if (threads.length !== cpus.length) return;
  await Promise.allSettled(threads.map((thread, i) => run('taskset', ['-pc', String(cpus[i]), String(thread)])));
}

/** The CPUs that Linux may run a thread on. */
export function allowedCpus(thread: number): number[] {
  const list = /^Cpus_allowed_list:\s*(.*)$/m.exec(read(thread, 'status'))?.[1] ?? '';
  return list.split(',').flatMap((range) => {
    const [first, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}

/** What Linux says of a thread; nothing once it has ended. */
function read(thread: number, file: string): string {
  try {
    return readFileSync(`${TASKS}/${thread}/${file}`, 'utf8').trim();
  } catch {
    return '';
  }
}
