import { CHOICE_FILTERS } from './choice-filters.ts';
import { LIST_FILTERS } from './list-filters.ts';
import { NUMBER_FILTERS } from './number-filters.ts';
import { ORDER_FILTERS } from './order-filters.ts';
import type { Filter } from './runtime.ts';
import { TEXT_FILTERS } from './text-filters.ts';

export const FILTERS: ReadonlyMap<string, Filter> = new Map(
  Object.entries({ ...TEXT_FILTERS, ...NUMBER_FILTERS, ...LIST_FILTERS, ...ORDER_FILTERS, ...CHOICE_FILTERS }),
);

/** Those whose answer for a text from `escape` or `safe` is known to be Jinja's. */
export const MARKUP_FILTERS: ReadonlySet<string> = new Set(
  'e escape forceescape safe string length count default d tojson replace wordcount upper lower trim list first'.split(
    ' ',
  ),
);
