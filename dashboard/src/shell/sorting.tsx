import type { ComponentChildren } from 'preact';
import { useQueryField } from './route.ts';

type Order = 'ascending' | 'descending';
type Key<Item> = (item: Item) => string | number;

/** Returns functions to sort by the column in the address, `sort=-step` for descending; `name` is the query field. */
export function useSort<Item>(columns: Record<string, Key<Item>>, first: string, firstOrder: Order, name = 'sort') {
  const [field, setField] = useQueryField(name, `${firstOrder === 'descending' ? '-' : ''}${first}`);
  const column = field.replace(/^-/, '');
  const order: Order = field.startsWith('-') ? 'descending' : 'ascending';
  const key = columns[column] ?? columns[first]!;
  const sign = order === 'descending' ? -1 : 1;
  const sorted = (items: readonly Item[]) =>
    items.toSorted((a, b) => {
      const [left, right] = [key(a), key(b)];
      return left < right ? -sign : left > right ? sign : 0;
    });
  const sort = (by: string): SortProps => ({
    order: by === column ? order : undefined,
    onSort: () => setField(by === column && order === 'descending' ? by : `-${by}`),
  });
  return { sorted, sort };
}

interface SortProps {
  order: Order | undefined;
  onSort: () => void;
}

export function SortHead({
  order,
  onSort,
  right,
  children,
}: SortProps & { right?: boolean; children: ComponentChildren }) {
  return (
    <th scope="col" aria-sort={order} class={right ? 'right' : ''}>
      <button type="button" class="sort" onClick={onSort}>
        {children}
        <span aria-hidden="true">{order === undefined ? '' : order === 'ascending' ? ' ↑' : ' ↓'}</span>
      </button>
    </th>
  );
}
