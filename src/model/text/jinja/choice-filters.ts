import { bind } from './arguments.ts';
import { pathIn } from './attribute-path.ts';
import { isTrue } from './kinds.ts';
import type { Filter, Runtime } from './runtime.ts';
import { itemsOf } from './sequences.ts';
import { type Args, Stream, type Value } from './values.ts';

/** Filters that run another filter or a test over the items of a list. As Jinja does: none, 0 and false are empty. */
export const CHOICE_FILTERS: Readonly<Record<string, Filter>> = {
  select: choice(false, true),
  reject: choice(false, false),
  selectattr: choice(true, true),
  rejectattr: choice(true, false),
  map: (value, args, runtime) => {
    if (!isTrue(value)) return new Stream([]);
    const items = itemsOf(value, runtime.budget);
    if (args.positional.length > 0) {
      const { name, rest } = named(args, 'map');
      return new Stream(items.map((item) => runtime.filter(name, item, rest)));
    }
    const [attribute, standard] = bind('map', ['attribute', 'default?'], args);
    return new Stream(items.map((item) => pathIn(item, attribute, runtime, standard)));
  },
};

function choice(byAttribute: boolean, wanted: boolean): Filter {
  return (value, args, runtime) => {
    if (!isTrue(value)) return new Stream([]);
    const attribute = byAttribute ? args.positional[0] : undefined;
    const positional = args.positional.slice(byAttribute ? 1 : 0);
    if (byAttribute && attribute === undefined) throw new Error('Missing parameter for attribute name');
    const passes = condition({ ...args, positional }, runtime);
    const items = itemsOf(value, runtime.budget);
    return new Stream(items.filter((item) => passes(pathIn(item, attribute, runtime)) === wanted));
  };
}

function condition(args: Args, runtime: Runtime): (value: Value) => boolean {
  if (args.positional.length === 0) return isTrue;
  const { name, rest } = named(args, 'select');
  return (value) => runtime.test(name, value, rest);
}

function named(args: Args, filter: string): { name: string; rest: Args } {
  const [name, ...positional] = args.positional;
  if (typeof name !== 'string') throw new Error(`${filter} takes the name of a filter or a test`);
  return { name, rest: { ...args, positional } };
}
