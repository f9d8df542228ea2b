import type { Macro, Parameter } from './ast.ts';
import type { Scope } from './scope.ts';
import { type Args, Dict, Tuple, Undefined } from './values.ts';

/** What a macro takes. The special ones are there for those whose body names them. */
export interface MacroSignature {
  name: string;
  parameters: readonly Parameter[];
  takesCaller: boolean;
  takesNamed: boolean;
  takesMore: boolean;
}

/** By a macro's body, which may be come by in a loop. */
const NAMES = new WeakMap<object, Set<string>>();

export function signatureOf(name: string, { args, body }: Pick<Macro, 'args' | 'body'>): MacroSignature {
  const named = NAMES.get(body) ?? namesIn(body);
  NAMES.set(body, named);
  const special = (which: string) => named.has(which) && !args.some(({ value }) => value === which);
  const takes = { takesCaller: special('caller'), takesNamed: special('kwargs'), takesMore: special('varargs') };
  return { name, parameters: args, ...takes };
}

function namesIn(value: unknown, names = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) namesIn(item, names);
  else if (typeof value === 'object' && value !== null) {
    const { type, value: name } = value as { type?: string; value?: unknown };
    if (type === 'Identifier') names.add(String(name));
    for (const child of Object.values(value)) namesIn(child, names);
  }
  return names;
}

/** Sets a macro's variables in `scope`; answers with the parameters that the call left to their defaults. */
export function bindMacro(signature: MacroSignature, { positional, named }: Args, scope: Scope): Parameter[] {
  const { name, parameters, takesCaller, takesNamed, takesMore } = signature;
  const rest = new Map(named);
  const unset: Parameter[] = [];
  parameters.forEach((parameter, i) => {
    const { value: key } = parameter;
    if (i < positional.length && rest.has(key)) throw new Error(`macro ${name} got two values for '${key}'`);
    const value = i < positional.length ? positional[i] : rest.get(key);
    if (value === undefined) unset.push(parameter);
    scope.set(key, value === undefined ? new Undefined(`parameter '${key}' was not provided`) : value);
    rest.delete(key);
  });
  if (takesCaller) {
    const caller = rest.get('caller');
    scope.set('caller', caller === undefined ? new Undefined('No caller defined') : caller);
    rest.delete('caller');
  }
  if (takesNamed) scope.set('kwargs', new Dict(rest));
  else if (rest.has('caller')) throw new Error(`macro ${name} does not use its caller`);
  else if (rest.size > 0) throw new Error(`macro ${name} takes no keyword argument '${[...rest.keys()][0]}'`);
  if (takesMore) scope.set('varargs', new Tuple(positional.slice(parameters.length)));
  else if (positional.length > parameters.length) {
    throw new Error(`macro ${name} takes not more than ${parameters.length} argument(s)`);
  }
  return unset;
}
