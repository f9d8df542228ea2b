import { TemplateError } from '../template-error.ts';

/** What a template computes with. Integers are bigints and floats numbers; lists are arrays, strings texts. */
export type Value = string | boolean | bigint | number | null | Value[] | Tuple | Dict | Undefined | Instance;

/** Arguments of a call; those by name stand last. */
export interface Args {
  positional: Value[];
  named: Map<string, Value>;
}

export const NO_ARGS: Args = { positional: [], named: new Map() };

export class Tuple {
  readonly items: readonly Value[];

  constructor(items: readonly Value[]) {
    this.items = items;
  }
}

/** A dictionary; keys are the same where Python says so, as 1, 1.0 and true are. */
export class Dict {
  readonly #entries = new Map<string, [Value, Value]>();

  constructor(entries: Iterable<readonly [Value, Value]> = []) {
    for (const [key, value] of entries) this.set(key, value);
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: Value): Value | undefined {
    return this.#entries.get(hash(key))?.[1];
  }

  has(key: Value): boolean {
    return this.#entries.has(hash(key));
  }

  set(key: Value, value: Value): void {
    const hashed = hash(key);
    const entry = this.#entries.get(hashed);
    if (entry) entry[1] = value;
    else this.#entries.set(hashed, [key, value]);
  }

  keys(): Value[] {
    return Array.from(this.#entries.values(), ([key]) => key);
  }

  entries(): IterableIterator<[Value, Value]> {
    return this.#entries.values();
  }
}

/** Characters of a key; tuples within tuples could make it huge. */
const LONGEST_KEY = 16_000_000;

function hash(key: Value): string {
  if (typeof key === 'string') return `s${key}`;
  if (key === null) return 'none';
  if (typeof key === 'boolean') return `n${Number(key)}`;
  if (typeof key === 'bigint') return `n${key}`;
  if (typeof key === 'number') return `n${Number.isInteger(key) ? BigInt(key) : key}`;
  if (key instanceof Tuple) return hashOfTuple(key, { characters: LONGEST_KEY });
  throw new Error(`unhashable type: '${Array.isArray(key) ? 'list' : 'dict'}'`);
}

function hashOfTuple(key: Tuple, left: { characters: number }): string {
  const parts = key.items.map((item) => {
    const part = item instanceof Tuple ? hashOfTuple(item, left) : hash(item);
    left.characters -= part.length + 1;
    if (left.characters < 0) throw new TemplateError('the chat template has a key of more than 16 million characters');
    return `${part.length}:${part}`;
  });
  return `t${parts.join('')}`;
}

/** Empty where it is written; whatever else is done with it fails with `reason`. */
export class Undefined {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }

  fail(): never {
    throw new Error(this.reason);
  }
}

/** A value of any other kind. `kind` is Python's name for it. Nothing is in reach but what `attribute` gives. */
export abstract class Instance {
  abstract readonly kind: string;

  attribute(_name: string): Value | undefined {
    return undefined;
  }

  /** As Python's `bool` takes it. */
  isTrue(): boolean {
    return true;
  }

  /** What a loop goes over; undefined where it can't. */
  iterate(): readonly Value[] | undefined {
    return undefined;
  }

  call(_args: Args): Value {
    throw new Error(`'${this.kind}' object is not callable`);
  }

  /** As Python writes it; undefined where that is an address, which differs each time. */
  written(): string | undefined {
    return undefined;
  }
}

export class Callable extends Instance {
  readonly kind = 'function';
  readonly #run: (args: Args) => Value;

  constructor(run: (args: Args) => Value) {
    super();
    this.#run = run;
  }

  override call(args: Args): Value {
    return this.#run(args);
  }
}

export class Namespace extends Instance {
  readonly kind = 'Namespace';
  readonly values: Map<string, Value>;

  constructor(values: Map<string, Value>) {
    super();
    this.values = values;
  }

  override attribute(name: string): Value | undefined {
    return this.values.get(name);
  }
}

/** Values that can be gone through once, as those that most filters over lists give. */
export class Stream extends Instance {
  readonly kind = 'generator';
  #items: readonly Value[];
  #at = 0;

  constructor(items: readonly Value[]) {
    super();
    this.#items = items;
  }

  override iterate(): readonly Value[] {
    const items = this.#at === 0 ? this.#items : this.#items.slice(this.#at);
    this.#items = [];
    this.#at = 0;
    return items;
  }

  first(): Value | undefined {
    const first = this.#items[this.#at];
    this.#at += 1;
    return first;
  }
}

export class Range extends Instance {
  readonly kind = 'range';
  readonly items: readonly bigint[];
  readonly #text: string;

  constructor(items: readonly bigint[], text: string) {
    super();
    this.items = items;
    this.#text = text;
  }

  override isTrue(): boolean {
    return this.items.length > 0;
  }

  override iterate(): readonly Value[] {
    return this.items;
  }

  override written(): string {
    return this.#text;
  }
}

/** A text that `escape` or `safe` made; what is added to it gets escaped. */
export class Markup extends Instance {
  readonly kind = 'Markup';
  readonly text: string;

  constructor(text: string) {
    super();
    this.text = text;
  }

  override isTrue(): boolean {
    return this.text !== '';
  }

  override iterate(): readonly Value[] {
    return Array.from(this.text);
  }
}
