import type { Value } from './values.ts';

/** Variables of a block, and those around it. */
export class Scope {
  readonly #values: Map<string, Value>;
  readonly #outer: Scope | null;

  constructor(outer: Scope | null, values = new Map<string, Value>()) {
    this.#outer = outer;
    this.#values = values;
  }

  get(name: string): Value | undefined {
    const value = this.#values.get(name);
    return value === undefined ? this.#outer?.get(name) : value;
  }

  set(name: string, value: Value): void {
    this.#values.set(name, value);
  }
}
