import type { GrammarNode, Move, NodeNumbers, Nonterminal, Terminal } from '../machine/node.ts';
import { StateTable } from '../machine/state-table.ts';
import { keysOf, type UniqueKeys, type UsedKeys, UsedKeyTable } from './unique-keys.ts';

/** What stands around the properties of an object. */
export interface ObjectMarks {
  openObject: GrammarNode;
  closeObject: GrammarNode;
  /** Without a property, right after the opening. */
  closeEmptyObject: GrammarNode;
  /** Before a key that the schema does not name. */
  comma: GrammarNode;
  /** The same where it is the first; nothing where absent. */
  beforeFirst?: GrammarNode;
}

/** Reads a key that the schema does not name. */
export interface KeyReader extends Terminal {
  readonly keys: UniqueKeys;
  /** The state before it, in an object with the keys `used`. */
  startWith(used: UsedKeys | null): number;
}

/** A property that the schema names: its key, colon and value, as the first of its object or with a comma before it. */
export interface NamedProperty {
  first: GrammarNode;
  later: GrammarNode;
  required: boolean;
}

/** Properties that the schema does not name. The keys of two such groups are different. */
export interface OtherProperties {
  key: KeyReader;
  /** The colon and the value. */
  value: GrammarNode;
}

export interface ObjectShape {
  named: readonly NamedProperty[];
  others: readonly OtherProperties[];
  min: number;
  max: number;
}

/** What an object has so far. */
interface Members {
  /** In the schema's order: named properties before this one can come no more. */
  at: number;
  /** In any order: places of the named properties that are there, sorted. */
  named: readonly number[];
  count: number;
  /** The keys that the schema does not name. */
  used: UsedKeys | null;
}

type ObjectState = Members &
  (
    | { kind: 'members' }
    /** A comma is read, or none is needed: another property's key comes. */
    | { kind: 'key' }
    /** The key of group `group` comes to its end. */
    | { kind: 'value'; group: number }
  );

/**
 * An object: the named properties and others, with counts and required ones kept track of. The named ones come first,
 * in their order, or all in any order, each once. XGrammar's any_order does not look at which keys come, only at how
 * many; an object that is valid by the schema is what both allow.
 */
export class ObjectNode implements Nonterminal {
  readonly id: number;
  readonly #marks: ObjectMarks;
  readonly #shape: ObjectShape;
  readonly #anyOrder: boolean;
  readonly #states = new StateTable<ObjectState | null>();
  readonly #used = new UsedKeyTable();

  constructor(numbers: NodeNumbers, marks: ObjectMarks, shape: ObjectShape, anyOrder: boolean) {
    this.id = numbers.next();
    this.#marks = marks;
    this.#shape = shape;
    this.#anyOrder = anyOrder;
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
      if (this.#canFinish(i + 1, count + 1, used)) moves.push(this.#namedMove(i, { ...members, at: i + 1 }));
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
    const missing = named.filter(({ required }, i) => required && !members.named.includes(i)).length;
    const moves: Move[] = [];
    named.forEach(({ required }, i) => {
      if (members.named.includes(i) || count + (required ? missing : missing + 1) > max) return;
      moves.push(this.#namedMove(i, { ...members, named: [...members.named, i].sort((a, b) => a - b) }));
    });
    if (this.#otherKeys(used) > 0 && count + missing + 1 <= max) moves.push(...this.#otherMoves(members));
    if (missing === 0 && count >= min) moves.push(this.#close(count));
    return moves;
  }

  #namedMove(i: number, after: Members): Move {
    const { first, later } = this.#shape.named[i];
    const child = after.count === 0 ? first : later;
    return { child, after: this.#number({ ...after, kind: 'members', count: after.count + 1 }) };
  }

  /** Another property, with what stands before its key. */
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

  /** Whether the counts still work out, `spare` of the other keys being taken besides those used. */
  #canFinish(at: number, count: number, used: UsedKeys | null, spare = 0): boolean {
    const { named, min, max } = this.#shape;
    const left = named.slice(at);
    const needed = left.filter(({ required }) => required).length;
    if (count + needed > max) return false;
    if (spare === 0 && count + left.length >= min) return true;
    const otherKeys = this.#otherKeys(used) - spare;
    return otherKeys >= 0 && count + left.length + otherKeys >= min;
  }

  /** How many keys are left that the schema does not name. */
  #otherKeys(used: UsedKeys | null): number {
    return this.#shape.others.reduce((sum, { key }) => sum + key.keys.size, 0) - (used?.count ?? 0);
  }

  #number(state: ObjectState): number {
    const { kind, at, named, count, used } = state;
    const group = kind === 'value' ? state.group : '';
    return this.#states.number(`${kind},${group},${at},${named.join(' ')},${count},${used?.id ?? ''}`, () => state);
  }
}
