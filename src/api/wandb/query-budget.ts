import type { GraphQLResolveInfo } from 'graphql';
import { ApiError } from '../errors/api-error.ts';
import { fieldsOf } from './query-size.ts';

/** The longest list that W&B's client asks for is of the 1,000 files of an artifact, with some 15 fields each. */
const MOST_VALUES = 30_000;

/** What one query may still ask for: fields of the parts of lists, all lists of the query together. */
export class QueryBudget {
  #left = MOST_VALUES;

  /**
   * Takes the fields that the query selects of each of `nodes` parts of a list, before these are made. Throws
   * `validation_failed`.
   */
  spend(nodes: number, { fieldNodes, fragments, fieldName }: GraphQLResolveInfo): void {
    const known = new Map(Object.entries(fragments));
    let fields = 0;
    for (const { selectionSet } of fieldNodes) {
      if (selectionSet !== undefined) fields += fieldsOf(selectionSet, known);
    }
    this.#left -= nodes * Math.max(fields, 1);
    if (this.#left >= 0) return;
    const most = MOST_VALUES.toLocaleString('en');
    const message = `${fieldName}: the lists of a query may have ${most} fields of their parts together; ask for less`;
    throw new ApiError('validation_failed', message);
  }
}
