import * as jinja from '@huggingface/jinja';

/**
 * What we use of @huggingface/jinja. Its own declarations import each other without extensions and so do not resolve;
 * these restate src/ast.ts and src/runtime.ts of version 0.5.11.
 */
export interface Statement {
  readonly type: string;
}

export interface RuntimeValue {
  readonly type: string;
  readonly value: unknown;
}

export interface Environment {
  /** Declares a variable; throws when it is there already. */
  set(name: string, value: unknown): RuntimeValue;
}

export interface Interpreter {
  run(program: Statement): RuntimeValue;
  evaluate(statement: Statement | undefined, environment: Environment): RuntimeValue;
}

export const Environment: new (parent?: Environment) => Environment = jinja.Environment;
export const Interpreter: new (environment: Environment) => Interpreter = jinja.Interpreter;

/**
 * Parses a template as transformers sets Jinja up: `trim_blocks` and `lstrip_blocks`. Throws on a syntax error.
 * Known fault of the library: text that a loop's turn rendered before `{% continue %}` or `{% break %}` gets lost; the
 * templates of the supported model families do not do that.
 */
export function parseTemplate(source: string): Statement {
  return jinja.parse(jinja.tokenize(source, { lstrip_blocks: true, trim_blocks: true }));
}
