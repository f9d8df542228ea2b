import { Environment, Interpreter, type RuntimeValue, type Statement } from './jinja-library.ts';
import { pythonStrftime } from './python-strftime.ts';
import { TemplateError } from './template-error.ts';

/**
 * Evaluated expressions and statements, and characters of any one string or items of any one list, that one rendering
 * may take.
 */
export interface RenderBudget {
  steps: number;
  characters: number;
}

/** For a model's own template: some seconds at most. */
export const DEFAULT_BUDGET: RenderBudget = { steps: 2_000_000, characters: 16_000_000 };

/** As many as Jinja's own sandbox lets `range` give. */
const LONGEST_RANGE = 100_000;
const WIDEST_INDENT = 256;
const GLOBALS = { true: true, True: true, false: false, False: false, none: null, None: null };

/**
 * Renders a parsed template over `variables`. Nothing but the variables and a handful of pure functions is in reach.
 * Throws `TemplateError`: what the template raises, what fails in it, and a budget overrun.
 */
export function renderTemplate(
  program: Statement,
  variables: Readonly<Record<string, unknown>>,
  budget: RenderBudget,
): string {
  const globals = new Environment();
  for (const [name, value] of Object.entries(GLOBALS)) globals.set(name, value);
  globals.set('raise_exception', (message: unknown) => {
    throw new TemplateError(String(message));
  });
  globals.set('strftime_now', (format: unknown) => pythonStrftime(new Date(), String(format)));
  globals.set('range', boundedRange);
  const scope = new Environment(globals);
  for (const [name, value] of Object.entries(variables)) {
    // Every scope declares this function itself and refuses another of the name.
    if (name !== 'namespace') scope.set(name, value);
  }
  try {
    return String(new BudgetInterpreter(scope, budget).run(program).value);
  } catch (error) {
    if (error instanceof TemplateError) throw error;
    const tooDeep = error instanceof RangeError;
    throw new TemplateError(tooDeep ? 'the chat template nests too deep' : (error as Error).message, { cause: error });
  }
}

class BudgetInterpreter extends Interpreter {
  #steps = 0;
  #budget: RenderBudget;

  constructor(environment: Environment, budget: RenderBudget) {
    super(environment);
    this.#budget = budget;
  }

  override evaluate(statement: Statement | undefined, environment: Environment): RuntimeValue {
    if (++this.#steps > this.#budget.steps) {
      throw new TemplateError(`rendering the chat template takes more than ${this.#budget.steps} steps`);
    }
    if (statement?.type === 'FilterExpression') this.#checkWidth(statement, environment);
    const result = super.evaluate(statement, environment);
    if (typeof result.value === 'string' && result.value.length > this.#budget.characters) {
      throw new TemplateError(`the chat template makes a text of more than ${this.#budget.characters} characters`);
    }
    if (Array.isArray(result.value) && result.value.length > this.#budget.characters) {
      throw new TemplateError(`the chat template makes a list of more than ${this.#budget.characters} items`);
    }
    return result;
  }

  /** `indent` and `tojson` repeat as many spaces as they are told; no other filter can make text out of nothing. */
  #checkWidth(statement: Statement, environment: Environment): void {
    const { filter } = statement as Statement & {
      filter: Statement & { callee?: { value?: unknown }; args?: Statement[] };
    };
    if (filter.callee?.value !== 'indent' && filter.callee?.value !== 'tojson') return;
    for (const argument of filter.args ?? []) {
      const { value } = argument as Statement & { value?: unknown };
      const expression = argument.type === 'KeywordArgumentExpression' ? (value as Statement) : argument;
      const width = this.evaluate(expression, environment).value;
      if (typeof width === 'number' && width > WIDEST_INDENT) {
        throw new TemplateError(`the chat template indents by ${width}; ${WIDEST_INDENT} is allowed`);
      }
    }
  }
}

function boundedRange(first: number, second?: number | null, step: number | null = 1): number[] {
  const [start, stop] = second === undefined || second === null ? [0, first] : [first, second];
  const by = step ?? 1;
  if (by === 0) throw new TemplateError('range() arg 3 must not be zero');
  const length = Math.max(0, Math.ceil((stop - start) / by));
  if (!(length <= LONGEST_RANGE))
    throw new TemplateError(`Range too big. The sandbox blocks ranges larger than 100000.`);
  return Array.from({ length }, (_, i) => start + i * by);
}
