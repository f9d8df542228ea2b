import { useMemo } from 'preact/hooks';
import { markHidden } from './visible-text.tsx';
import { wordDiff } from './word-diff.ts';

/** How one text differs from another: what is gone is struck through, what is new underlined. */
export function Diff({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => wordDiff(before.slice(0, 40_000), after.slice(0, 40_000)), [before, after]);
  return (
    <div class="long-text diff" dir="auto">
      {parts.map(({ kind, text }, place) => {
        const shown = markHidden(text);
        if (kind === 'same') return <span key={place}>{shown}</span>;
        return kind === 'gone' ? <del key={place}>{shown}</del> : <ins key={place}>{shown}</ins>;
      })}
    </div>
  );
}
