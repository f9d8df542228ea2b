import type { CompileContext } from '../compile-context.ts';
import type { JsonOptions } from '../grammar.ts';
import { GrammarError } from '../grammar-error.ts';
import { LiteralTerminal } from '../machine/literal-terminal.ts';
import type { GrammarNode, Move, NodeNumbers, Nonterminal } from '../machine/node.ts';
import { Choice, Concatenation } from '../machine/nonterminals.ts';
import { StringTerminal } from '../machine/string-terminal.ts';
import { type KeyReader, ObjectNode, type ObjectShape } from './object-node.ts';
import type { Punctuation } from './punctuation.ts';
import { type ArrayPart, isPossible, type ObjectPart, type ValueEntry, type ValuePart } from './schema-parts.ts';
import { UniqueKeys, type UsedKeys } from './unique-keys.ts';

/** Maximum number of array elements; no answer is that long. */
const MAX_ITEMS = 10_000_000;

/** Builder of nodes for values, which omits parts that no value satisfies. */
export class ValueNodes {
  readonly #compileContext: CompileContext;
  readonly #marks: Punctuation;
  readonly #plainKeys: boolean;
  readonly #anyOrder: boolean;

  constructor(compileContext: CompileContext, marks: Punctuation, { anyOrder = false, excludes = [] }: JsonOptions) {
    this.#compileContext = compileContext;
    this.#marks = marks;
    this.#plainKeys = excludes.length > 0;
    this.#anyOrder = anyOrder;
  }

  /** Builds the node of `root`, which must be possible. */
  of(root: ValueEntry): GrammarNode {
    return this.#closed((node) => node(root));
  }

  ofPart(part: ValuePart): GrammarNode {
    return this.#closed((node) => this.#part(part, node));
  }

  /** Returns the node that `make` builds, after building the nodes of all values nested in it. */
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
    return new ArrayNode(this.#compileContext.numbers, this.#marks, arrayShape(part, node));
  }

  #objectNode({ named, others, min, max }: ObjectPart, node: (entry: ValueEntry) => GrammarNode): GrammarNode {
    const { numbers } = this.#compileContext;
    const { comma, colon } = this.#marks;
    const shape: ObjectShape = {
      named: named
        .filter(({ value }) => value.possible)
        .map(({ name, value, required }) => {
          const member = [new LiteralTerminal(numbers, [JSON.stringify(name)]), colon, node(value)];
          return {
            first: new Concatenation(numbers, member),
            later: new Concatenation(numbers, [comma, ...member]),
            required,
          };
        }),
      others: others
        .filter(({ value }) => value.possible)
        .map(({ keys, value }) => ({
          key: new KeyTerminal(numbers, new UniqueKeys(keys), { plain: this.#plainKeys }),
          value: new Concatenation(numbers, [colon, node(value)]),
        })),
      min,
      max,
    };
    return new ObjectNode(numbers, this.#marks, shape, this.#anyOrder);
  }
}

/** Returns the shape of an array. Throws GrammarError if `minItems` is too large. */
export function arrayShape({ first, rest, min, max }: ArrayPart, node: (entry: ValueEntry) => GrammarNode): ArrayShape {
  if (min > MAX_ITEMS) throw new GrammarError(`minItems is ${min}; ${MAX_ITEMS} is the limit`);
  const possible = first.findIndex((entry) => !entry.possible);
  const kept = possible < 0 ? first : first.slice(0, possible);
  const restNode = possible < 0 && rest.possible ? node(rest) : null;
  const most = restNode === null ? kept.length : Number.POSITIVE_INFINITY;
  const bounded = Math.min(max, most);
  return {
    first: kept.map(node),
    rest: restNode,
    min,
    max: bounded > MAX_ITEMS ? Number.POSITIVE_INFINITY : bounded,
  };
}

/** Delimiters and separators of an array. */
export interface ArrayMarks {
  openArray: GrammarNode;
  closeArray: GrammarNode;
  /** Close of an empty array, right after `openArray`. */
  closeEmptyArray: GrammarNode;
  comma: GrammarNode;
}

export interface ArrayShape {
  /** Nodes of the first elements. */
  first: readonly GrammarNode[];
  /** Node of every later element; null if none is allowed. */
  rest: GrammarNode | null;
  min: number;
  max: number;
}

const OPENED = 1;

/** Array. State 0 is before it; `OPENED` + n is after n elements, where n saturates at `#span`. */
export class ArrayNode implements Nonterminal {
  readonly id: number;
  readonly #marks: ArrayMarks;
  readonly #shape: ArrayShape;
  /** Largest count in a state. Adding `#span` + 1 to a state gives the one after the comma, where a value is due. */
  readonly #span: number;

  constructor(numbers: NodeNumbers, marks: ArrayMarks, shape: ArrayShape) {
    this.id = numbers.next();
    this.#marks = marks;
    this.#shape = shape;
    const { first, min, max } = shape;
    this.#span = max === Number.POSITIVE_INFINITY ? Math.max(first.length, min, 1) : max;
  }

  moves(state: number): readonly Move[] {
    if (state === 0) return [{ child: this.#marks.openArray, after: OPENED }];
    const { first, rest, min, max } = this.#shape;
    const valueDue = state > this.#span + OPENED;
    const count = valueDue ? state - this.#span - OPENED - 1 : state - OPENED;
    const after = Math.min(count + 1, this.#span) + OPENED;
    const value = count < first.length ? first[count] : rest;
    if (valueDue) return value === null ? [] : [{ child: value, after }];
    const moves: Move[] = [];
    if (count < max && value !== null) {
      if (count === 0) moves.push({ child: value, after });
      else moves.push({ child: this.#marks.comma, after: this.#span + OPENED + 1 + count });
    }
    if (count >= min) {
      moves.push({ child: count === 0 ? this.#marks.closeEmptyArray : this.#marks.closeArray, after: undefined });
    }
    return moves;
  }
}

/** JSON string terminal for the key of a property that the schema does not name. */
export class KeyTerminal extends StringTerminal implements KeyReader {
  readonly keys: UniqueKeys;

  constructor(numbers: NodeNumbers, keys: UniqueKeys, spelling: ConstructorParameters<typeof StringTerminal>[2]) {
    super(numbers, keys, spelling);
    this.keys = keys;
  }

  startWith(used: UsedKeys | null): number {
    return this.opening(this.keys.startWith(used));
  }

  captured(state: number): string {
    return this.keys.text(this.contentAt(state));
  }
}
