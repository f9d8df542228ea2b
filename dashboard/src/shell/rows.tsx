import { useQuery } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { mostRead, readFurther, type WholeList } from '../api/lists.ts';
import { whole } from '../text/format.ts';
import { Action } from './action.tsx';

/** Returns the first rows of a list, and a button for the next rows with the number left; null at the list's end. */
export function useFirstRows<Row>(all: readonly Row[], atOnce = 200): [rows: readonly Row[], more: ComponentChildren] {
  const [count, setCount] = useState(atOnce);
  const left = all.length - count;
  if (left <= 0) return [all, null];
  const more = (
    <p class="toolbar">
      <button type="button" onClick={() => setCount(count + atOnce)}>
        Show {whole(Math.min(left, atOnce))} more
      </button>
      <span class="small soft">{whole(left)} are not shown</span>
    </p>
  );
  return [all.slice(0, count), more];
}

/** Shows that a list was not read in full, with a button to read further. */
export function Further<Item>({ of, what }: { of: WholeList<Item>; what: string }) {
  const { data: hasMore } = useQuery({ ...of, select: ({ hasMore }) => hasMore });
  if (!hasMore) return null;
  return (
    <p class="note">
      There are more than {whole(mostRead.value)} {what}; only so many are read, and filtered.{' '}
      <Action act={readFurther}>Read on</Action>
    </p>
  );
}
