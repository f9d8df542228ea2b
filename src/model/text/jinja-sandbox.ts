import type { Program } from './jinja/ast.ts';
import { Budget, type RenderBudget } from './jinja/budget.ts';
import { fromJson } from './jinja/from-json.ts';
import { globals } from './jinja/globals.ts';
import { Interpreter } from './jinja/interpreter.ts';
import { Scope } from './jinja/scope.ts';
import { TemplateError } from './template-error.ts';

export type { RenderBudget } from './jinja/budget.ts';

/** For a model's own template: some seconds at most. */
export const DEFAULT_BUDGET: RenderBudget = { steps: 2_000_000, characters: 16_000_000, values: 2 ** 18 };

/**
 * Renders a parsed template over `variables`. Nothing but the variables and a handful of pure functions is in reach.
 * Throws `TemplateError`: what the template raises, what fails in it, and a budget overrun.
 */
export function renderTemplate(
  program: Program,
  variables: Readonly<Record<string, unknown>>,
  limit: RenderBudget,
): string {
  const budget = new Budget(limit);
  const scope = new Scope(new Scope(null, globals(budget)));
  try {
    for (const [name, value] of Object.entries(variables)) scope.set(name, fromJson(value, budget));
    return new Interpreter(budget).render(program, new Scope(scope));
  } catch (error) {
    if (error instanceof TemplateError) throw error;
    const tooDeep = error instanceof RangeError;
    const wrong = tooDeep ? 'nests too deep' : `fails: ${(error as Error).message}`;
    throw new TemplateError(`the chat template ${wrong}`, { cause: error });
  }
}
