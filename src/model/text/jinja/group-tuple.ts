import { Tuple, type Value } from './values.ts';

/** What `groupby` gives: a pair whose parts have names too. */
export class GroupTuple extends Tuple {
  constructor(grouper: Value, list: Value[]) {
    super([grouper, list]);
  }

  attribute(name: string): Value | undefined {
    if (name === 'grouper') return this.items[0];
    return name === 'list' ? this.items[1] : undefined;
  }
}
