import type { Runtime } from './runtime.ts';
import type { Args, Value } from './values.ts';

type Bound<T extends readonly string[]> = { [K in keyof T]: T[K] extends `${string}?` ? Value | undefined : Value };

/** The values of `parameters` in a call, as Python binds them; those with a `?` may be left out. */
export function bind<const T extends readonly string[]>(name: string, parameters: T, args: Args): Bound<T> {
  if (args.positional.length > parameters.length) {
    throw new Error(`${name}() takes at most ${parameters.length} arguments, ${args.positional.length} were given`);
  }
  const names = parameters.map((parameter) => parameter.replace('?', ''));
  for (const key of args.named.keys()) {
    const at = names.indexOf(key);
    if (at < 0) throw new Error(`${name}() got an unexpected keyword argument '${key}'`);
    if (at < args.positional.length) throw new Error(`${name}() got multiple values for argument '${key}'`);
  }
  return parameters.map((parameter, i) => {
    const given = i < args.positional.length ? args.positional[i] : args.named.get(names[i]);
    if (given === undefined && !parameter.endsWith('?')) throw new Error(`${name}() needs the argument '${names[i]}'`);
    return given;
  }) as Bound<T>;
}

type Function<T extends readonly string[], R> = (value: Value, bound: Bound<T>, runtime: Runtime) => R;

/** A filter, test or method, its arguments bound to `parameters`. */
export function withParameters<const T extends readonly string[], R>(
  name: string,
  parameters: T,
  run: Function<T, R>,
): (value: Value, args: Args, runtime: Runtime) => R {
  return (value, args, runtime) => run(value, bind(name, parameters, args), runtime);
}
