import type { Control, GrammarNode, Move, NodeNumbers, Terminal } from '../machine/node.ts';
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

type ObjectState =
  /** Named properties before `at` have had their turn. */
  | { kind: 'members'; at: number; count: number; used: UsedKeys | null }
  /** A comma is read, or none is needed: another property's key comes. */
  | { kind: 'key'; count: number; used: UsedKeys | null }
  /** The key of group `group` comes to its end. */
  | { kind: 'value'; group: number; count: number; used: UsedKeys | null };

/** An object: the named properties in their order, then others, with counts and required ones kept track of. */
export class ObjectControl implements Control {
  readonly id: number;
  readonly #marks: ObjectMarks;
  readonly #shape: ObjectShape;
  readonly #states = new StateTable<ObjectState | null>();
  readonly #used = new UsedKeyTable();

  constructor(numbers: NodeNumbers, marks: ObjectMarks, shape: ObjectShape) {
    this.id = numbers.next();
    this.#marks = marks;
    this.#shape = shape;
    this.#states.number('start', () => null);
  }

  moves(number: number): readonly (Move | null)[] {
    const state = this.#states.at(number);
    if (state === null) {
      const after = this.#number({ kind: 'members', at: 0, count: 0, used: null });
      return [{ child: this.#marks.openObject, after }];
    }
    if (state.kind === 'members') return this.#memberMoves(state);
    const { count, used } = state;
    if (state.kind === 'value') {
      const at = this.#shape.named.length;
      const after = this.#number({ kind: 'members', at, count: count + 1, used });
      return [{ child: this.#shape.others[state.group].value, after }];
    }
    return this.#shape.others.flatMap(({ key }, group): Move[] => {
      if (key.keys.size <= keysOf(used).filter((name) => key.keys.has(name)).length) return [];
      return [
        { child: key, childState: key.startWith(used), after: this.#number({ kind: 'value', group, count, used }) },
      ];
    });
  }

  received(number: number, key: string): number {
    const state = this.#states.at(number) as ObjectState & { kind: 'value' };
    return this.#number({ ...state, used: this.#used.with(state.used, key) });
  }

  #memberMoves({ at, count, used }: ObjectState & { kind: 'members' }): (Move | null)[] {
    const { named, others } = this.#shape;
    const moves: Move[] = [];
    for (let i = at; i <= named.length; i++) {
      if (i === named.length) {
        const key: ObjectState = { kind: 'key', count, used };
        if (others.length > 0 && this.#canFinish(i, count + 1, used, 1)) {
          const before = count === 0 ? this.#marks.beforeFirst : this.#marks.comma;
          if (before === undefined) moves.push(...(this.moves(this.#number(key)) as Move[]));
          else moves.push({ child: before, after: this.#number(key) });
        }
        if (count >= this.#shape.min) {
          moves.push({ child: count === 0 ? this.#marks.closeEmptyObject : this.#marks.closeObject, after: undefined });
        }
      } else {
        if (this.#canFinish(i + 1, count + 1, used)) {
          const after = this.#number({ kind: 'members', at: i + 1, count: count + 1, used });
          moves.push({ child: count === 0 ? named[i].first : named[i].later, after });
        }
        if (named[i].required) break;
      }
    }
    return moves;
  }

  /** Whether the counts still work out, `spare` of the other keys being taken besides those used. */
  #canFinish(at: number, count: number, used: UsedKeys | null, spare = 0): boolean {
    const { named, others, min, max } = this.#shape;
    const left = named.slice(at);
    const needed = left.filter(({ required }) => required).length;
    if (count + needed > max) return false;
    if (spare === 0 && count + left.length >= min) return true;
    const otherKeys = others.reduce((sum, { key }) => sum + key.keys.size, 0) - (used?.count ?? 0) - spare;
    return otherKeys >= 0 && count + left.length + otherKeys >= min;
  }

  #number(state: ObjectState): number {
    const at = state.kind === 'members' ? state.at : state.kind === 'value' ? state.group : '';
    return this.#states.number(`${state.kind},${at},${state.count},${state.used?.id ?? ''}`, () => state);
  }
}
