import type { Command, RecordedDispatch } from './command.ts';

/** Longest planned time of a piece of a long step. Chat waits no longer than this for the device. */
export const PIECE_MS = 50;

/** Remaining time of a piece, in ms, that is too short for part of a long dispatch. */
const MIN_MS = PIECE_MS / 8;

/**
 * Splits commands, in order, into pieces of at most PIECE_MS each, as estimated by `msOf`. A dispatch that does not fit
 * is split if it has a `cut` axis; otherwise it becomes a longer piece alone. `msOf` is called again for each piece, so
 * its estimates may improve in between.
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
        if (piece.length > 0 && (room < MIN_MS || !isCuttable(next))) break;
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

/** Splits a dispatch into about `share` of its workgroups, at least one row of them, and the rest. */
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
