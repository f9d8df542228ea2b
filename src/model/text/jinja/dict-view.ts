import { type Dict, Instance, Tuple, type Value } from './values.ts';

/** What `keys()`, `values()` and `items()` of a dictionary give. */
export class DictView extends Instance {
  readonly kind: string;
  readonly #dict: Dict;
  readonly #which: 'keys' | 'values' | 'items';

  constructor(dict: Dict, which: 'keys' | 'values' | 'items') {
    super();
    this.kind = `dict_${which}`;
    this.#dict = dict;
    this.#which = which;
  }

  get size(): number {
    return this.#dict.size;
  }

  override isTrue(): boolean {
    return this.#dict.size > 0;
  }

  override iterate(): readonly Value[] {
    if (this.#which === 'keys') return this.#dict.keys();
    const entries = [...this.#dict.entries()];
    return entries.map(([key, value]) => (this.#which === 'values' ? value : new Tuple([key, value])));
  }
}
