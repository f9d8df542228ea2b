import { totalmem } from 'node:os';

/** JavaScript heap limits, in MiB, of the threads and processes that read callers' data. */
interface HeapLimits {
  /** Heap of each of the two readers of large JSON: one for request bodies, one for training data. */
  reader: number;
  /** Heap of each process that renders templates and encodes texts: two `quick`, two `large`, two `request`. */
  text: { quick: number; large: number; request: number };
  /** Memory of all grammar processes together, heap and other memory. */
  grammars: number;
}

/** Share of the machine's or container's memory for all of them together. */
const SHARE = 1 / 2;
const READERS = 2;

const clamp = (least: number, most: number, value: number): number =>
  Math.max(least, Math.min(most, Math.floor(value)));

/**
 * Returns the limits for a machine or container with `memory` bytes. They use half of it: a quarter of that for each
 * reader, a quarter for text processes, a quarter for grammars. Below 8 GiB the minimum of each exceeds its share. The
 * server needs at least 3 GiB.
 */
export function heapLimits(
  memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
): HeapLimits {
  const quarter = (SHARE * memory) / 2 ** 20 / 4;
  return {
    reader: clamp(256, 4_096, quarter),
    text: {
      quick: clamp(192, 512, quarter / 6),
      large: clamp(192, 512, quarter / 6),
      request: clamp(64, 256, quarter / 8),
    },
    grammars: clamp(640, 2_816, quarter),
  };
}

/** Returns the sum of all heaps, in MiB. */
export function heapTotal({ reader, text, grammars }: HeapLimits): number {
  return READERS * reader + 2 * text.quick + 2 * text.large + 2 * text.request + grammars;
}
