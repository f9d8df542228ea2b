import type { CompileContext } from '../compile-context.ts';
import type { JsonOptions } from '../grammar.ts';
import { GrammarError } from '../grammar-error.ts';
import { Choice, Sequence } from '../machine/controls.ts';
import { LiteralTerminal } from '../machine/literal-terminal.ts';
import type { GrammarNode } from '../machine/node.ts';
import { AnyOrderObject } from './any-order-object.ts';
import { ArrayControl, type ArrayShape } from './array-control.ts';
import { KeyTerminal } from './key-terminal.ts';
import { ObjectControl } from './object-control.ts';
import type { Punctuation } from './punctuation.ts';
import { type ArrayPart, isPossible, type ObjectPart, type ValueEntry, type ValuePart } from './schema-parts.ts';
import { UniqueKeys } from './unique-keys.ts';

/** No answer has so many elements. */
const MOST_ITEMS = 10_000_000;

/** Builds the nodes of values, leaving out what no value fits. */
export class ValueNodes {
  readonly #compileContext: CompileContext;
  readonly #marks: Punctuation;
  readonly #plainKeys: boolean;
  readonly #object: typeof AnyOrderObject | typeof ObjectControl;

  constructor(compileContext: CompileContext, marks: Punctuation, { anyOrder, excludes = [] }: JsonOptions) {
    this.#compileContext = compileContext;
    this.#marks = marks;
    this.#plainKeys = excludes.length > 0;
    this.#object = anyOrder ? AnyOrderObject : ObjectControl;
  }

  /** `root` is possible. */
  of(root: ValueEntry): GrammarNode {
    return this.#closed((node) => node(root));
  }

  ofPart(part: ValuePart): GrammarNode {
    return this.#closed((node) => this.#part(part, node));
  }

  /** What `make` makes, with the nodes of all values in it. */
  #closed(make: (node: (entry: ValueEntry) => GrammarNode) => GrammarNode): GrammarNode {
    const open: { entry: ValueEntry; choice: Choice }[] = [];
    const node = (entry: ValueEntry): GrammarNode => {
      if (entry.node) return entry.node;
      const choice = new Choice(this.#compileContext.numbers);
      entry.node = choice;
      open.push({ entry, choice });
      return choice;
    };
    const first = make(node);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      next.choice.parts = next.entry.parts.filter(isPossible).map((part) => this.#part(part, node));
    }
    return first;
  }

  #part(part: ValuePart, node: (entry: ValueEntry) => GrammarNode): GrammarNode {
    if (part.kind === 'terminal') return part.node;
    return part.kind === 'array' ? this.#array(part, node) : this.#objectNode(part, node);
  }

  #array(part: ArrayPart, node: (entry: ValueEntry) => GrammarNode): GrammarNode {
    return new ArrayControl(this.#compileContext.numbers, this.#marks, arrayShape(part, node));
  }

  #objectNode({ named, others, min, max }: ObjectPart, node: (entry: ValueEntry) => GrammarNode): GrammarNode {
    const { numbers } = this.#compileContext;
    const { comma, colon } = this.#marks;
    return new this.#object(numbers, this.#marks, {
      named: named
        .filter(({ value }) => value.possible)
        .map(({ name, value, required }) => {
          const member = [new LiteralTerminal(numbers, [JSON.stringify(name)]), colon, node(value)];
          return {
            first: new Sequence(numbers, member),
            later: new Sequence(numbers, [comma, ...member]),
            required,
          };
        }),
      others: others
        .filter(({ value }) => value.possible)
        .map(({ keys, value }) => ({
          key: new KeyTerminal(numbers, new UniqueKeys(keys), this.#plainKeys),
          value: new Sequence(numbers, [colon, node(value)]),
        })),
      min,
      max,
    });
  }
}

/** Throws GrammarError. */
export function arrayShape({ first, rest, min, max }: ArrayPart, node: (entry: ValueEntry) => GrammarNode): ArrayShape {
  if (min > MOST_ITEMS) throw new GrammarError(`minItems is ${min}; ${MOST_ITEMS} is the limit`);
  const possible = first.findIndex((entry) => !entry.possible);
  const kept = possible < 0 ? first : first.slice(0, possible);
  const restNode = possible < 0 && rest.possible ? node(rest) : null;
  const most = restNode === null ? kept.length : Number.POSITIVE_INFINITY;
  const bounded = Math.min(max, most);
  return {
    first: kept.map(node),
    rest: restNode,
    min,
    max: bounded > MOST_ITEMS ? Number.POSITIVE_INFINITY : bounded,
  };
}
