import type { Budget } from './budget.ts';
import { areEqual } from './comparison.ts';
import { type Args, Callable, Instance, Undefined, type Value } from './values.ts';

/** The variable `loop` in a loop's body. */
export class LoopState extends Instance {
  readonly kind = 'LoopContext';
  readonly #items: readonly Value[];
  readonly #depth: number;
  readonly #again: ((items: Value) => Value) | null;
  readonly #budget: Budget;
  #last: readonly Value[] | null = null;
  at = 0;

  /** `again` renders the loop over other items, where it is a recursive one. */
  constructor(items: readonly Value[], depth: number, again: ((items: Value) => Value) | null, budget: Budget) {
    super();
    this.#items = items;
    this.#depth = depth;
    this.#again = again;
    this.#budget = budget;
  }

  override call({ positional }: Args): Value {
    if (this.#again === null) throw new Error("The loop must have the 'recursive' marker to be called recursively.");
    return this.#again(positional[0] ?? new Undefined('loop() needs an iterable'));
  }

  override attribute(name: string): Value | undefined {
    const { length } = this.#items;
    switch (name) {
      case 'index':
        return BigInt(this.at + 1);
      case 'index0':
        return BigInt(this.at);
      case 'revindex':
        return BigInt(length - this.at);
      case 'revindex0':
        return BigInt(length - this.at - 1);
      case 'first':
        return this.at === 0;
      case 'last':
        return this.at === length - 1;
      case 'length':
        return BigInt(length);
      case 'depth':
        return BigInt(this.#depth + 1);
      case 'depth0':
        return BigInt(this.#depth);
      case 'previtem':
        return this.#beside(-1, 'there is no previous item');
      case 'nextitem':
        return this.#beside(1, 'there is no next item');
      case 'cycle':
        return new Callable(({ positional }) => this.#cycle(positional));
      case 'changed':
        return new Callable(({ positional }) => this.#changed(positional));
      default:
        return undefined;
    }
  }

  #beside(step: number, otherwise: string): Value {
    const item = this.#items[this.at + step];
    return item === undefined ? new Undefined(otherwise) : item;
  }

  #cycle(items: readonly Value[]): Value {
    if (items.length === 0) throw new Error('no items for cycling given');
    return items[this.at % items.length];
  }

  #changed(values: readonly Value[]): boolean {
    const last = this.#last;
    this.#last = values;
    return last === null || !areEqual([...last], [...values], this.#budget);
  }
}
