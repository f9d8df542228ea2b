import { Environment, Interpreter, Template } from '@huggingface/jinja';

/** Error for a chat that can't be rendered, by the template itself (`raise_exception`) or by a fault in it. */
export class TemplateError extends Error {
  override name = 'TemplateError';
}

/** A template's syntax tree. */
export type JinjaProgram = Template['parsed'];
/** A node of the syntax tree; its fields depend on the type, as in the library's `ast.ts`. */
export type JinjaNode = { type: string } & Record<string, unknown>;

/** Default maximum characters of a rendered chat. */
export const MAX_RENDERED_CHARACTERS = 16_000_000;
/** Maximum length of `range()`, as in Jinja2's sandbox. */
const MAX_RANGE = 100_000;

/** Text that the library writes for a concatenated dictionary, for which Python raises an error. */
const MAP = '[object Map]';

/** Error thrown by `raise_exception` in a template. */
class RaisedByTemplate extends Error {}

/** Parses a template. Throws `TemplateError` on a syntax error. */
export function parseJinja(source: string): JinjaProgram {
  try {
    const program = new Template(source).parsed;
    callOwnStrip(program);
    callOwnTrim(program);
    return program;
  } catch (error) {
    const { message } = error as Error;
    const wrong = error instanceof RangeError ? 'is nested too deeply' : `has a syntax error: ${message}`;
    throw new TemplateError(`the chat template ${wrong}`, { cause: error });
  }
}

/** Visits each node, outer nodes first, with the enclosing macro, if any. */
export function visitJinja(program: JinjaProgram, see: (node: JinjaNode, macro: JinjaNode | null) => void): void {
  const visit = (value: unknown, macro: JinjaNode | null): void => {
    if (typeof value !== 'object' || value === null) return;
    const isNode = 'type' in value && typeof value.type === 'string';
    if (isNode) see(value as JinjaNode, macro);
    const inner = isNode && value.type === 'Macro' ? (value as JinjaNode) : macro;
    for (const child of value instanceof Map ? [...value].flat() : Object.values(value)) visit(child, inner);
  };
  visit(program, null);
}

/**
 * Renders a parsed template with `variables`, by `@huggingface/jinja`. A template can reach only the variables and the
 * globals below. Time and memory are not limited here: callers run it in a separate process with limits.
 * Throws `TemplateError` for errors that the template raises or causes, and for more than `maxCharacters`.
 */
export function renderJinja(
  program: JinjaProgram,
  variables: Readonly<Record<string, unknown>>,
  maxCharacters = MAX_RENDERED_CHARACTERS,
): string {
  const text = run(program, variables);
  if (text.includes(MAP) && !JSON.stringify(variables).includes(MAP)) {
    throw new TemplateError('the chat template concatenates text and a dictionary; use tojson for the dictionary');
  }
  if (text.length <= maxCharacters) return text;
  const limit = `${maxCharacters} characters`;
  throw new TemplateError(`the rendered chat template has ${text.length} characters; at most ${limit} are allowed`);
}

function run(program: JinjaProgram, variables: Readonly<Record<string, unknown>>): string {
  try {
    const environment = new Environment();
    // Variables override globals, as in Jinja2.
    for (const [name, value] of Object.entries({ ...globals, ...variables })) {
      environment.variables.delete(name);
      environment.set(name, value);
    }
    return String(new Interpreter(environment).run(program).value);
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof RaisedByTemplate) {
      throw new TemplateError(`the chat template says: ${message}`, { cause: error });
    }
    const isTooDeep = error instanceof RangeError && /call stack/.test(message);
    throw new TemplateError(`the chat template ${isTooDeep ? 'is nested too deeply' : `fails: ${message}`}`, {
      cause: error,
    });
  }
}

/** Globals that transformers provides to chat templates, named as in Jinja2 and Python. */
const globals: Readonly<Record<string, unknown>> = {
  ...{ true: true, false: false, none: null, True: true, False: false, None: null },
  range,
  raise_exception: (message: unknown) => {
    throw new RaisedByTemplate(String(message));
  },
  ' strip': (text: unknown, characters: unknown) => strip(text, characters, 'both'),
  ' lstrip': (text: unknown, characters: unknown) => strip(text, characters, 'start'),
  ' trim': (value: unknown) => strip(value ?? '', null, 'both'),
  ' rstrip': (text: unknown, characters: unknown) => strip(text, characters, 'end'),
  strftime_now: (format: unknown) => pythonStrftime(new Date(), String(format)),
};

/**
 * Rewrites `x.strip(characters)`, whose argument the library ignores, to a call of the global ` strip`. The leading
 * space keeps templates from using that name. Qwen3's own template strips line breaks and must keep blanks.
 */
function callOwnStrip(program: JinjaProgram): void {
  visitJinja(program, (node) => {
    if (node.type !== 'CallExpression') return;
    const { callee, args } = node as unknown as { callee: Member; args: unknown[] };
    const { type, computed, object, property } = callee;
    if (args.length !== 1 || type !== 'MemberExpression' || computed || !STRIPS.has(property.value)) return;
    Object.assign(node, { callee: { type: 'Identifier', value: ` ${property.value}` }, args: [object, ...args] });
  });
}

/** Rewrites `x | trim`: the library supports only strings, but Qwen3-Coder's template trims undefined descriptions. */
function callOwnTrim(program: JinjaProgram): void {
  visitJinja(program, (node) => {
    const { type, filter, operand } = node;
    const { type: kind, value } = (filter ?? {}) as { type?: string; value?: unknown };
    if (type !== 'FilterExpression' || kind !== 'Identifier' || value !== 'trim') return;
    Object.assign(node, { type: 'CallExpression', callee: { type: 'Identifier', value: ' trim' }, args: [operand] });
  });
}

interface Member {
  type: string;
  computed: boolean;
  object: unknown;
  property: { value: string };
}

const STRIPS: ReadonlySet<string> = new Set(['strip', 'lstrip', 'rstrip']);

/** Strips as Python's `str.strip`, `lstrip` and `rstrip`; null `characters` mean white space. */
function strip(text: unknown, characters: unknown, from: 'start' | 'end' | 'both'): string {
  if (typeof text !== 'string') throw new Error('only strings can be stripped');
  const isCut = (character: string) =>
    typeof characters === 'string' ? characters.includes(character) : character.trim() === '';
  const kept = [...text];
  let [start, end] = [0, kept.length];
  if (from !== 'end') while (start < end && isCut(kept[start])) start += 1;
  if (from !== 'start') while (end > start && isCut(kept[end - 1])) end -= 1;
  return kept.slice(start, end).join('');
}

function range(first: number, last?: number, step = 1): number[] {
  const [start, stop] = last === undefined ? [0, first] : [first, last];
  if (step === 0) throw new Error('range() arg 3 must not be zero');
  const length = Math.max(0, Math.ceil((stop - start) / step));
  if (!(length <= MAX_RANGE)) {
    throw new Error(`range() of ${length} numbers; at most ${MAX_RANGE} are allowed`);
  }
  return Array.from({ length }, (_, index) => start + index * step);
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** Formats as Python's `datetime.strftime`, in the C locale and local time, the directives that chat templates use. */
function pythonStrftime(date: Date, format: string): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = DAYS[date.getDay()];
  const month = MONTHS[date.getMonth()];
  const directives: Record<string, string | undefined> = {
    '%Y': String(date.getFullYear()),
    '%y': two(date.getFullYear() % 100),
    '%m': two(date.getMonth() + 1),
    '%d': two(date.getDate()),
    '%e': String(date.getDate()).padStart(2, ' '),
    '%-d': String(date.getDate()),
    '%-m': String(date.getMonth() + 1),
    '%B': month,
    '%b': month.slice(0, 3),
    '%A': day,
    '%a': day.slice(0, 3),
    '%H': two(date.getHours()),
    '%I': two(((date.getHours() + 11) % 12) + 1),
    '%M': two(date.getMinutes()),
    '%S': two(date.getSeconds()),
    '%p': date.getHours() < 12 ? 'AM' : 'PM',
    '%%': '%',
  };
  return format.replace(/%-?./g, (directive) => directives[directive] ?? directive);
}
