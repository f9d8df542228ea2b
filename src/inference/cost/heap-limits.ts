import { totalmem } from 'node:os';

/** JavaScript heaps, in MiB, of the threads and processes that read what callers send. */
interface HeapLimits {
  /** Each of the two that read large JSON: the bodies of requests, and the data of training jobs. */
  reader: number;
  /** Processes that render templates and encode texts: two `quick`, two `large`, two `request`. */
  text: { quick: number; large: number; request: number };
  /** All grammar processes together, with what they have beside their heaps. */
  grammars: number;
}

/** What all of them together may take of the memory of the machine or the container. */
const SHARE = 1 / 2;
const READERS = 2;

const clamp = (least: number, most: number, value: number): number =>
  Math.max(least, Math.min(most, Math.floor(value)));

/**
 * The limits on a machine or in a container with so many bytes of memory: half of it, a quarter of which is each
 * reader's, a quarter the texts' and a quarter the grammars'. Below 8 GiB what each of them cannot do without is more;
 * 3 GiB is the least that the server is made for.
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

/** MiB that they have all together. */
export function heapTotal({ reader, text, grammars }: HeapLimits): number {
  return READERS * reader + 2 * text.quick + 2 * text.large + 2 * text.request + grammars;
}
