import { Callable, Instance, type Value } from './values.ts';

/** Gives its items in turn, without end. */
export class Cycler extends Instance {
  readonly kind = 'Cycler';
  readonly #items: readonly Value[];
  #at = 0;

  constructor(items: readonly Value[]) {
    super();
    if (items.length === 0) throw new Error('at least one item has to be provided');
    this.#items = items;
  }

  override attribute(name: string): Value | undefined {
    if (name === 'current') return this.#items[this.#at];
    if (name === 'next') return new Callable(() => this.#next());
    return name === 'reset' ? new Callable(() => this.#reset()) : undefined;
  }

  #next(): Value {
    const item = this.#items[this.#at];
    this.#at = (this.#at + 1) % this.#items.length;
    return item;
  }

  #reset(): Value {
    this.#at = 0;
    return null;
  }
}
