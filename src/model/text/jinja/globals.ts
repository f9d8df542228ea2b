import { pythonStrftime } from '../python-strftime.ts';
import { TemplateError } from '../template-error.ts';
import { bind } from './arguments.ts';
import type { Budget } from './budget.ts';
import { Cycler } from './cycler.ts';
import { indexOf } from './kinds.ts';
import { itemsOf } from './sequences.ts';
import { textOf } from './text.ts';
import { type Args, Callable, Dict, Instance, Namespace, Range, type Value } from './values.ts';

/** As many as Jinja's own sandbox lets `range` give. */
const LONGEST_RANGE = 100_000;

/** The functions that a template finds without being given them: Jinja's and those of transformers. */
export function globals(budget: Budget): Map<string, Value> {
  const functions: Record<string, (args: Args) => Value> = {
    range: (args) => range(args, budget),
    dict: (args) => dict(args, budget),
    namespace: (args) => {
      const entries = [...dict(args, budget).entries()];
      return new Namespace(new Map(entries.map(([key, value]) => [textOf(key, budget), value])));
    },
    cycler: (args) => new Cycler(args.positional),
    joiner: (args) => {
      const [separator = ', '] = bind('joiner', ['sep?'], args);
      return new Joiner(separator);
    },
    raise_exception: (args) => {
      const [message] = bind('raise_exception', ['message'], args);
      throw new TemplateError(`the chat template says: ${textOf(message, budget)}`);
    },
    strftime_now: (args) => {
      const now = pythonStrftime(new Date(), textOf(bind('strftime_now', ['format'], args)[0], budget));
      budget.text(now.length);
      return now;
    },
    lipsum: () => {
      throw new Error('lipsum is not supported');
    },
  };
  return new Map(Object.entries(functions).map(([name, run]) => [name, new Callable(run)]));
}

class Joiner extends Instance {
  readonly kind = 'Joiner';
  readonly #separator: Value;
  #used = false;

  constructor(separator: Value) {
    super();
    this.#separator = separator;
  }

  override call(): Value {
    if (this.#used) return this.#separator;
    this.#used = true;
    return '';
  }
}

function dict({ positional, named }: Args, budget: Budget): Dict {
  if (positional.length > 1) throw new Error(`dict expected at most 1 argument, got ${positional.length}`);
  const [source] = positional;
  if (source instanceof Dict) budget.step(source.size);
  const pairs = source instanceof Dict ? source.entries() : source === undefined ? [] : pairsOf(source, budget);
  return new Dict([...pairs, ...named]);
}

function pairsOf(source: Value, budget: Budget): [Value, Value][] {
  return itemsOf(source, budget).map((pair) => {
    const [key, value, ...rest] = itemsOf(pair, budget);
    if (value === undefined || rest.length > 0) throw new Error('dict takes pairs of a key and a value');
    return [key, value];
  });
}

function range(args: Args, budget: Budget): Range {
  const [first, second, third] = bind('range', ['start', 'stop?', 'step?'], args).map((value) =>
    value === undefined ? undefined : indexOf(value),
  );
  const [start, stop] = second === undefined ? [0, first as number] : [first as number, second];
  const by = third ?? 1;
  if (by === 0) throw new TemplateError('the chat template fails: range() arg 3 must not be zero');
  const length = Math.max(0, Math.ceil((stop - start) / by));
  if (!(length <= LONGEST_RANGE))
    throw new TemplateError(`the chat template has a range of ${length} numbers; ${LONGEST_RANGE} are allowed`);
  budget.step(length);
  const items = Array.from({ length }, (_, i) => BigInt(start + i * by));
  return new Range(items, `range(${start}, ${stop}${by === 1 ? '' : `, ${by}`})`);
}
