import type { Budget } from './budget.ts';
import type { Args, Value } from './values.ts';

/** What filters, tests and methods need of the rendering they are part of. */
export interface Runtime {
  readonly budget: Budget;
  filter(name: string, value: Value, args: Args): Value;
  test(name: string, value: Value, args: Args): boolean;
  /** `value.name` and `value[key]` without methods, as formats have them. */
  attribute(value: Value, name: string): Value;
  item(value: Value, key: Value): Value;
}

export type Filter = (value: Value, args: Args, runtime: Runtime) => Value;
export type Test = (value: Value, args: Args, runtime: Runtime) => boolean;
