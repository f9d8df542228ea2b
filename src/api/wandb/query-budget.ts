import type { GraphQLResolveInfo } from 'graphql';
import { ApiError } from '../errors/api-error.ts';
import { fieldsOf } from './query-size.ts';

/** The longest list that W&B's client asks for is of the 1,000 files of an artifact, with some 15 fields each. */
const MOST_VALUES = 30_000;
/** What a look-up costs that reads many rows for one field. */
const VALUES_OF_LOOK_UP = 100;
/** Characters of the long texts of an answer; a configuration, as the longest, has 2^18. */
const MOST_TEXT = 2 ** 24;

/** What one query may still ask for: fields of the parts of lists, all lists of the query together, and texts. */
export class QueryBudget {
  #left = MOST_VALUES;
  #textLeft = MOST_TEXT;

  /**
   * Takes the fields that the query selects of each of `nodes` parts of a list, before these are made. Throws
   * `validation_failed`.
   */
  spend(nodes: number, info: GraphQLResolveInfo): void {
    const known = new Map(Object.entries(info.fragments));
    let fields = 0;
    for (const { selectionSet } of info.fieldNodes) {
      if (selectionSet !== undefined) fields += fieldsOf(selectionSet, known);
    }
    this.take(nodes * Math.max(fields, 1), info);
  }

  /** Takes so many fields for what is read for one, before it is. Throws `validation_failed`. */
  take(values: number, { fieldName }: GraphQLResolveInfo): void {
    this.#left -= values;
    if (this.#left >= 0) return;
    const most = MOST_VALUES.toLocaleString('en');
    const message = `${fieldName}: the lists of a query may have ${most} fields of their parts together; ask for less`;
    throw new ApiError('validation_failed', message);
  }

  takeLookUp(info: GraphQLResolveInfo): void {
    this.take(VALUES_OF_LOOK_UP, info);
  }

  /** The text that `make` writes, which is not called where earlier texts left no room. Throws `validation_failed`. */
  text(make: () => string, info: GraphQLResolveInfo): string {
    this.takeText(0, info);
    const text = make();
    this.takeText(text.length, info);
    return text;
  }

  /** Takes characters of a text. Throws `validation_failed`. */
  takeText(characters: number, { fieldName }: GraphQLResolveInfo): void {
    this.#textLeft -= characters;
    if (this.#textLeft >= 0) return;
    const most = MOST_TEXT.toLocaleString('en');
    const message = `${fieldName}: the texts of an answer may have ${most} characters together; ask for less`;
    throw new ApiError('validation_failed', message);
  }
}
