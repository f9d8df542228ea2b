export interface DiffPart {
  kind: 'same' | 'gone' | 'new';
  text: string;
}

/** So many edits are looked for; texts further apart are told as two texts. */
const mostEdits = 1_500;

/** What became of one text in another, by words: the fewest words that go and come (Myers). */
export function wordDiff(before: string, after: string): DiffPart[] {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  const trace = editTrace(a, b);
  if (trace === null) {
    return [
      { kind: 'gone', text: before },
      { kind: 'new', text: after },
    ];
  }
  return joined(walkBack(a, b, trace));
}

const wordsOf = (text: string) => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];

/** The furthest place on each diagonal after each number of edits; null where there are too many. */
function editTrace(a: string[], b: string[]): Map<number, number>[] | null {
  const trace: Map<number, number>[] = [];
  let furthest = new Map([[1, 0]]);
  for (let edits = 0; edits <= Math.min(mostEdits, a.length + b.length); edits++) {
    trace.push(new Map(furthest));
    const next = new Map(furthest);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = startOn(diagonal, edits, furthest);
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++;
      next.set(diagonal, x);
      furthest.set(diagonal, x);
      if (x >= a.length && x - diagonal >= b.length) return trace;
    }
    furthest = next;
  }
  return null;
}

function startOn(diagonal: number, edits: number, furthest: Map<number, number>): number {
  const [below, above] = [furthest.get(diagonal - 1) ?? -1, furthest.get(diagonal + 1) ?? -1];
  const comesDown = diagonal === -edits || (diagonal !== edits && below < above);
  return comesDown ? above : below + 1;
}

function walkBack(a: string[], b: string[], trace: Map<number, number>[]): DiffPart[] {
  const parts: DiffPart[] = [];
  let [x, y] = [a.length, b.length];
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const furthest = trace[edits]!;
    const diagonal = x - y;
    const [below, above] = [furthest.get(diagonal - 1) ?? -1, furthest.get(diagonal + 1) ?? -1];
    const cameDown = diagonal === -edits || (diagonal !== edits && below < above);
    const from = cameDown ? diagonal + 1 : diagonal - 1;
    const [startX, startY] = [furthest.get(from) ?? 0, (furthest.get(from) ?? 0) - from];
    while (x > Math.max(0, startX) && y > Math.max(0, startY) && a[x - 1] === b[y - 1]) {
      parts.push({ kind: 'same', text: a[--x]! });
      y--;
    }
    if (edits === 0) break;
    if (cameDown) parts.push({ kind: 'new', text: b[--y]! });
    else parts.push({ kind: 'gone', text: a[--x]! });
  }
  return parts.reverse();
}

function joined(parts: DiffPart[]): DiffPart[] {
  const found: DiffPart[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (last?.kind === part.kind) last.text += part.text;
    else found.push({ ...part });
  }
  return found;
}
