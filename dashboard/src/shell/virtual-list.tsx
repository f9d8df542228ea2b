import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface Props<Item> {
  items: readonly Item[];
  rowHeight: number;
  label: string;
  keyOf: (item: Item) => string;
  row: (item: Item) => ComponentChildren;
  /** Called when the last row becomes visible. */
  onEnd: () => void;
}

/** List of any length; only visible rows are in the document. */
export function VirtualList<Item>({ items, rowHeight, label, keyOf, row, onEnd }: Props<Item>) {
  const box = useRef<HTMLDivElement>(null);
  const [, render] = useState(0);
  const end = useRef(onEnd);
  end.current = onEnd;
  const options = {
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => render((count) => count + 1),
  };
  const [virtual] = useState(() => new Virtualizer<HTMLDivElement, HTMLElement>(options));
  virtual.setOptions(options);
  useEffect(() => virtual._didMount(), []);
  useEffect(() => virtual._willUpdate());
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (items.length > 0 && last >= items.length - 10) end.current();
  }, [last, items.length]);
  return (
    <div class="virtual" ref={box}>
      <ul class="plain" aria-label={label} style={{ height: `${virtual.getTotalSize()}px` }}>
        {shown.map(({ index, start }) => (
          <li
            key={keyOf(items[index]!)}
            aria-setsize={items.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start}px)`, height: `${rowHeight}px` }}
          >
            {row(items[index]!)}
          </li>
        ))}
      </ul>
    </div>
  );
}
