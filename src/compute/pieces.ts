import type { Command, RecordedDispatch } from './command.ts';

/** The longest that a piece of a long step keeps the device; chat waits no longer than this for its own step. */
export const PIECE_MS = 50;

/** Room in a piece that is not worth a part of a long dispatch. */
const LEAST_MS = PIECE_MS / 8;

/**
 * Cuts commands into pieces of at most PIECE_MS each by `msOf`, in order. Dispatches that may be cut are, where they do
 * not fit; others are a longer piece of their own. `msOf` is asked anew for each piece, so it may learn meanwhile.
 */
export function* piecesOf(commands: Command[], msOf: (command: Command) => number): Generator<Command[]> {
  const waiting = commands.values();
  let next = waiting.next().value;
  while (next !== undefined) {
    const piece: Command[] = [];
    let room = PIECE_MS;
    while (next !== undefined) {
      const ms = msOf(next);
      if (ms > room) {
        if (piece.length > 0 && (room < LEAST_MS || !isCuttable(next))) break;
        const [fits, rest] = isCuttable(next) ? cutAt(next, room / ms) : [next, undefined];
        if (fits) piece.push(fits);
        next = rest ?? waiting.next().value;
        break;
      }
      piece.push(next);
      room -= ms;
      next = waiting.next().value;
    }
    yield piece;
  }
}

type Cuttable = RecordedDispatch & { cut: 'x' | 'y' };

function isCuttable(command: Command): command is Cuttable {
  return command.kernel !== undefined && command.cut !== undefined;
}

/** About `share` of the workgroups of a dispatch, at least one row of them, and the others. */
function cutAt(dispatch: Cuttable, share: number): [Command, Command | undefined] {
  const axis = dispatch.cut === 'x' ? 0 : 1;
  const size = dispatch.grid[axis];
  const count = Math.max(1, Math.floor(size * share));
  const part = (first: number, end: number): Command => {
    const grid: RecordedDispatch['grid'] = [...dispatch.grid];
    grid[axis] = end - first;
    const scale = (end - first) / size;
    const cost = { flops: dispatch.cost.flops * scale, bytes: dispatch.cost.bytes * scale };
    const words = new Uint32Array(dispatch.words.slice(0));
    words[words.length - 1] += first;
    return { ...dispatch, grid, cost, words: words.buffer };
  };
  return count < size ? [part(0, count), part(count, size)] : [dispatch, undefined];
}
