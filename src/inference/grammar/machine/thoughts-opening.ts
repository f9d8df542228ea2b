import { THOUGHTS_OPEN } from '../thoughts.ts';
import type { NodeNumbers, Terminal } from './node.ts';

const MARK = Buffer.from(THOUGHTS_OPEN);
/** As at the beginning, but without white space. */
const UNSPACED = MARK.length + 1;

/**
 * The mark that opens thoughts, as a model spells it. White space before it is read but never asked for: only an answer
 * that may begin with it may have it there. States are how many bytes of the mark have come.
 */
export class ThoughtsOpening implements Terminal {
  readonly id: number;
  readonly start = 0;

  constructor(numbers: NodeNumbers) {
    this.id = numbers.next();
  }

  step(state: number, byte: number): number {
    if (state === 0 && (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d))) return 0;
    const read = state === UNSPACED ? 0 : state;
    return byte === MARK[read] ? read + 1 : -1;
  }

  final(state: number): boolean {
    return state === MARK.length;
  }

  maskState(state: number): number {
    return state === 0 ? UNSPACED : state;
  }

  settles(state: number): boolean {
    return this.final(state);
  }
}
