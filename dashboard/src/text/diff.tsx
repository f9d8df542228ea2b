import { useEffect, useMemo, useState } from 'preact/hooks';
import { Fault } from '../shell/parts.tsx';
import { diffInWorker } from './diff-in-worker.ts';
import { whole } from './format.ts';
import { markHidden, wholeCharacters } from './visible-text.tsx';
import { type DiffPart, mostEdits, type WordDiff, wordDiff } from './word-diff.ts';

interface Props {
  before: string;
  after: string;
}

/** Largest total length compared on the main thread; longer texts would block the page. */
const mostAtOnce = 8_000;

/** Differences between two texts: removed parts are struck through, new parts underlined. */
export function Diff(texts: Props) {
  return texts.before.length + texts.after.length > mostAtOnce ? <LongDiff {...texts} /> : <ShortDiff {...texts} />;
}

function ShortDiff({ before, after }: Props) {
  return <Parts of={useMemo(() => wordDiff(before, after), [before, after])} />;
}

function LongDiff({ before, after }: Props) {
  const [found, find] = useState<WordDiff | null>(null);
  const [error, fail] = useState<unknown>(null);
  useEffect(() => {
    const over = new AbortController();
    find(null);
    fail(null);
    diffInWorker(before, after, over.signal).then(find, fail);
    return () => over.abort();
  }, [before, after]);
  if (error !== null) return <Fault error={error} what="The texts cannot be compared" />;
  return found === null ? <p class="wait">Comparing …</p> : <Parts of={found} />;
}

const block = 40_000;

function Parts({ of: { parts, isFarApart } }: { of: WordDiff }) {
  const [most, show] = useState(block);
  const shown = firstOf(parts, most);
  const count = (some: readonly DiffPart[]) => some.reduce((sum, { text }) => sum + text.length, 0);
  const left = count(parts) - count(shown);
  return (
    <>
      {isFarApart && (
        <p class="small soft">
          More than {whole(mostEdits)} words differ, so all between where they differ first and last is shown as one.
        </p>
      )}
      <div class="long-text diff" dir="auto">
        {shown.map(({ kind, text }, place) => {
          const marked = markHidden(text);
          if (kind === 'same') return <span key={place}>{marked}</span>;
          return kind === 'gone' ? <del key={place}>{marked}</del> : <ins key={place}>{marked}</ins>;
        })}
        {left > 0 && (
          <button type="button" class="quiet" onClick={() => show(most + 5 * block)}>
            Show more: {whole(left)} characters are left
          </button>
        )}
      </div>
    </>
  );
}

/** Returns the parts up to a number of characters. */
function firstOf(parts: readonly DiffPart[], most: number): DiffPart[] {
  const found: DiffPart[] = [];
  let room = most;
  for (const { kind, text } of parts) {
    if (room <= 0) break;
    found.push({ kind, text: text.slice(0, wholeCharacters(text, room)) });
    room -= text.length;
  }
  return found;
}
