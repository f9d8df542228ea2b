import { totalmem } from 'node:os';

/** Large JSON is read by three threads at most at a time: a request's body, a job's trajectories, the rows of an SFT job. */
const SHARE_OF_EACH = 1 / 8;
const LEAST_MIB = 512;
/** V8 reads the largest body that is taken in half of it. */
const MOST_MIB = 4_096;

/** The JavaScript heap, in MiB, of each thread that reads large JSON, on a machine or in a container of so many bytes. */
export function readerHeapMiB(
  memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
): number {
  return Math.min(MOST_MIB, Math.max(LEAST_MIB, Math.floor((memory * SHARE_OF_EACH) / 2 ** 20)));
}
