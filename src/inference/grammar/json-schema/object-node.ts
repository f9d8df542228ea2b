import type { GrammarNode, Move, NodeNumbers, Nonterminal, Terminal } from '../machine/node.ts';
import { StateTable } from '../machine/state-table.ts';
import { keysOf, type UniqueKeys, type UsedKeys, UsedKeyTable } from './unique-keys.ts';

/** Delimiters and separators of an object. */
export interface ObjectMarks {
  openObject: GrammarNode;
  closeObject: GrammarNode;
  /** Close of an empty object, right after `openObject`. */
  closeEmptyObject: GrammarNode;
  /** Separator before a later key that the schema does not name. */
  comma: GrammarNode;
  /** Node before such a key if it is the object's first. Absent: nothing. */
  beforeFirst?: GrammarNode;
}

/** Terminal of keys that the schema does not name. */
export interface KeyReader extends Terminal {
  readonly keys: UniqueKeys;
  /** Returns the initial state in an object that already has the keys `used`. */
  startWith(used: UsedKeys | null): number;
}

/** Property that the schema names: key, colon and value. `later` begins with the comma, `first` does not. */
export interface NamedProperty {
  first: GrammarNode;
  later: GrammarNode;
  required: boolean;
}

/** Group of properties that the schema does not name. The key languages of the groups are disjoint. */
export interface OtherProperties {
  key: KeyReader;
  /** Colon and value. */
  value: GrammarNode;
}

export interface ObjectShape {
  named: readonly NamedProperty[];
  others: readonly OtherProperties[];
  min: number;
  max: number;
}

/** Properties that an object has so far. */
interface Members {
  /** Index of the first named property that may still occur, if properties follow the schema's order. */
  at: number;
  /** Sorted indices of the named properties that have occurred, if any order is allowed. */
  named: readonly number[];
  count: number;
  /** Keys so far that the schema does not name. */
  used: UsedKeys | null;
}

type ObjectState = Members &
  (
    | { kind: 'members' }
    /** After the comma, if one is needed: a key that the schema does not name must follow. */
    | { kind: 'key' }
    /** After a key of group `group`: its colon and value must follow. */
    | { kind: 'value'; group: number }
  );

/**
 * Object with the properties that the schema names and others. It tracks counts and required properties. Either the
 * named properties come first in their order, or all come in any order, each once. XGrammar's any_order checks only the
 * number of keys, not which ones occur. This node is stricter: it allows only objects that are valid by the schema.
 */
export class ObjectNode implements Nonterminal {
  readonly id: number;
  readonly #marks: ObjectMarks;
  readonly #shape: ObjectShape;
  readonly #anyOrder: boolean;
  /** [i]: number of required properties among the named ones from index i on. */
  readonly #requiredFrom: readonly number[];
  readonly #states = new StateTable<ObjectState | null>();
  readonly #used = new UsedKeyTable();

  constructor(numbers: NodeNumbers, marks: ObjectMarks, shape: ObjectShape, anyOrder: boolean) {
    this.id = numbers.next();
    this.#marks = marks;
    this.#shape = shape;
    this.#anyOrder = anyOrder;
    const requiredFrom = new Array<number>(shape.named.length + 1).fill(0);
    for (let i = shape.named.length - 1; i >= 0; i--) {
      requiredFrom[i] = requiredFrom[i + 1] + Number(shape.named[i].required);
    }
    this.#requiredFrom = requiredFrom;
    this.#states.number('start', () => null);
  }

  moves(number: number): readonly Move[] {
    const state = this.#states.at(number);
    if (state === null) {
      const after = this.#number({ kind: 'members', at: 0, named: [], count: 0, used: null });
      return [{ child: this.#marks.openObject, after }];
    }
    switch (state.kind) {
      case 'members':
        return this.#anyOrder ? this.#movesInAnyOrder(state) : this.#movesInOrder(state);
      case 'key':
        return this.#keyMoves(state);
      case 'value': {
        const after = { ...state, kind: 'members', count: state.count + 1 } as const;
        return [{ child: this.#shape.others[state.group].value, after: this.#number(after) }];
      }
    }
  }

  received(number: number, key: string): number {
    const state = this.#states.at(number) as ObjectState;
    return this.#number({ ...state, used: this.#used.with(state.used, key) });
  }

  #movesInOrder(members: Members): Move[] {
    const { at, count, used } = members;
    const { named, min } = this.#shape;
    const moves: Move[] = [];
    for (let i = at; i < named.length; i++) {
      if (this.#canFinish(i + 1, count + 1, used)) moves.push(this.#namedMove(i, members, i + 1, members.named));
      if (named[i].required) return moves;
    }
    if (this.#shape.others.length > 0 && this.#canFinish(named.length, count + 1, used, 1)) {
      moves.push(...this.#otherMoves(members));
    }
    if (count >= min) moves.push(this.#close(count));
    return moves;
  }

  #movesInAnyOrder(members: Members): Move[] {
    const { count, used } = members;
    const { named, min, max } = this.#shape;
    const missing = this.#requiredFrom[0] - members.named.filter((i) => named[i].required).length;
    const moves: Move[] = [];
    named.forEach(({ required }, i) => {
      if (members.named.includes(i) || count + (required ? missing : missing + 1) > max) return;
      moves.push(
        this.#namedMove(
          i,
          members,
          members.at,
          [...members.named, i].sort((a, b) => a - b),
        ),
      );
    });
    if (this.#otherKeys(used) > 0 && count + missing + 1 <= max) moves.push(...this.#otherMoves(members));
    if (missing === 0 && count >= min) moves.push(this.#close(count));
    return moves;
  }

  /** Returns the transition over named property `i`. `at` and `named` are the object's members after it. */
  #namedMove(i: number, { count, used }: Members, at: number, named: readonly number[]): Move {
    const { first, later } = this.#shape.named[i];
    const after = this.#number({ kind: 'members', at, named, count: count + 1, used });
    return { child: count === 0 ? first : later, after };
  }

  /** Returns the transitions to a property that the schema does not name. */
  #otherMoves(before: Members): Move[] {
    const members = { ...before, at: this.#shape.named.length };
    const mark = members.count === 0 ? this.#marks.beforeFirst : this.#marks.comma;
    if (mark === undefined) return this.#keyMoves(members);
    return [{ child: mark, after: this.#number({ ...members, kind: 'key' }) }];
  }

  #keyMoves(members: Members): Move[] {
    const { used } = members;
    return this.#shape.others.flatMap(({ key }, group): Move[] => {
      if (key.keys.size <= keysOf(used).filter((name) => key.keys.has(name)).length) return [];
      return [
        { child: key, childState: key.startWith(used), after: this.#number({ ...members, kind: 'value', group }) },
      ];
    });
  }

  #close(count: number): Move {
    return { child: count === 0 ? this.#marks.closeEmptyObject : this.#marks.closeObject, after: undefined };
  }

  /** Returns whether the counts can still be met, if `spare` more unnamed keys are taken besides those in `used`. */
  #canFinish(at: number, count: number, used: UsedKeys | null, spare = 0): boolean {
    const { named, min, max } = this.#shape;
    const left = named.length - at;
    if (count + this.#requiredFrom[at] > max) return false;
    if (spare === 0 && count + left >= min) return true;
    const otherKeys = this.#otherKeys(used) - spare;
    return otherKeys >= 0 && count + left + otherKeys >= min;
  }

  /** Returns how many unused keys that the schema does not name are left. */
  #otherKeys(used: UsedKeys | null): number {
    return this.#shape.others.reduce((sum, { key }) => sum + key.keys.size, 0) - (used?.count ?? 0);
  }

  #number(state: ObjectState): number {
    const { kind, at, named, count, used } = state;
    const group = kind === 'value' ? state.group : '';
    const present = named.length === 0 ? '' : named.join(' ');
    return this.#states.number(`${kind},${group},${at},${count},${used?.id ?? ''},${present}`, () => state);
  }
}
