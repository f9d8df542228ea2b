import type { GraphQLResolveInfo } from 'graphql';
import { ApiError } from '../errors/api-error.ts';
import { fieldsOf } from './query-size.ts';

/**
 * Maximum number of values. The longest list that W&B's client requests has the 1,000 files of an artifact, with some
 * 15 fields each.
 */
const MAX_VALUES = 30_000;
/** Cost of a look-up that reads many rows for one field, in values. */
const VALUES_OF_LOOK_UP = 100;
/** Maximum total length of long texts in a response; the longest, a configuration, has up to 2^18 characters. */
const MAX_TEXT = 2 ** 24;

/** Remaining budget of one query: fields of list items, over all its lists, and text. */
export class QueryBudget {
  #left = MAX_VALUES;
  #textLeft = MAX_TEXT;

  /**
   * Charges the selected fields for each of `nodes` list items, before they are created. Throws `validation_failed`.
   */
  spend(nodes: number, info: GraphQLResolveInfo): void {
    const known = new Map(Object.entries(info.fragments));
    let fields = 0;
    for (const { selectionSet } of info.fieldNodes) {
      if (selectionSet !== undefined) fields += fieldsOf(selectionSet, known);
    }
    this.take(nodes * Math.max(fields, 1), info);
  }

  /** Charges `values` fields for a costly read, before it happens. Throws `validation_failed`. */
  take(values: number, { fieldName }: GraphQLResolveInfo): void {
    this.#left -= values;
    if (this.#left >= 0) return;
    const most = MAX_VALUES.toLocaleString('en');
    const message = `${fieldName}: all list items of a query may have at most ${most} fields in total; request fewer`;
    throw new ApiError('validation_failed', message);
  }

  takeLookUp(info: GraphQLResolveInfo): void {
    this.take(VALUES_OF_LOOK_UP, info);
  }

  /**
   * Returns the text of `make`, which is not called if earlier texts have used up the budget. Throws
   * `validation_failed`.
   */
  text(make: () => string, info: GraphQLResolveInfo): string {
    this.takeText(0, info);
    const text = make();
    this.takeText(text.length, info);
    return text;
  }

  /** Charges characters of text. Throws `validation_failed`. */
  takeText(characters: number, { fieldName }: GraphQLResolveInfo): void {
    this.#textLeft -= characters;
    if (this.#textLeft >= 0) return;
    const most = MAX_TEXT.toLocaleString('en');
    const message = `${fieldName}: an answer may have at most ${most} characters of text in total; request less`;
    throw new ApiError('validation_failed', message);
  }
}
