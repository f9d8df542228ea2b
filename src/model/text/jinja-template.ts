import { Environment, Interpreter, Template } from '@huggingface/jinja';

/** A chat that can't be rendered: what the template says itself (`raise_exception`), or what is wrong with it. */
export class TemplateError extends Error {
  override name = 'TemplateError';
}

/** A template's syntax tree. */
export type JinjaProgram = Template['parsed'];
/** A node of it; fields by type as in the library's `ast.ts`. */
export type JinjaNode = { type: string } & Record<string, unknown>;

/** Characters of a rendered chat, where the caller sets no other bound. */
export const MAX_RENDERED_CHARACTERS = 16_000_000;
/** What Jinja2's sandbox allows. */
const MAX_RANGE = 100_000;

/** What the library writes where Python refuses to concatenate a dictionary. */
const MAP = '[object Map]';

/** Thrown by `raise_exception`: the template refuses the chat. */
class RaisedByTemplate extends Error {}

/** Throws `TemplateError` on a syntax error. */
export function parseJinja(source: string): JinjaProgram {
  try {
    const program = new Template(source).parsed;
    callOwnStrip(program);
    callOwnTrim(program);
    return program;
  } catch (error) {
    const { message } = error as Error;
    const wrong = error instanceof RangeError ? 'nests too deep' : `has a syntax error: ${message}`;
    throw new TemplateError(`the chat template ${wrong}`, { cause: error });
  }
}

/** Shows each node, outer ones first, with the macro that it is in. */
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
 * Renders a parsed template over `variables`, by `@huggingface/jinja`. Nothing but the variables and the globals below
 * is in reach. There is no bound on time or memory here: callers run it in a process of its own, which has them.
 * Throws `TemplateError` for what the template raises, for what fails in it, and for more than `maxCharacters`.
 */
export function renderJinja(
  program: JinjaProgram,
  variables: Readonly<Record<string, unknown>>,
  maxCharacters = MAX_RENDERED_CHARACTERS,
): string {
  const text = run(program, variables);
  if (text.includes(MAP) && !JSON.stringify(variables).includes(MAP)) {
    throw new TemplateError('the chat template concatenates text and a dictionary; it can write that by tojson');
  }
  if (text.length <= maxCharacters) return text;
  const limit = `${maxCharacters} characters`;
  throw new TemplateError(`the chat template renders ${text.length} characters; at most ${limit} are allowed`);
}

function run(program: JinjaProgram, variables: Readonly<Record<string, unknown>>): string {
  try {
    const environment = new Environment();
    // Variables stand above globals, as in Jinja2.
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
    throw new TemplateError(`the chat template ${isTooDeep ? 'nests too deep' : `fails: ${message}`}`, {
      cause: error,
    });
  }
}

/** What transformers gives to chat templates beside the chat; named as in Jinja2 and Python. */
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
 * `x.strip(characters)`, which the library takes for `x.strip()`, becomes a call of the global ` strip` below, whose
 * name no template can have. Qwen3's own template strips line breaks and must keep blanks.
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

/** `x | trim`, which the library has of strings only, and Qwen3-Coder's template of a description that is none. */
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

/** Python's `str.strip`, `lstrip` and `rstrip`; `characters` of null are white space. */
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

/** Python's `datetime.strftime` in the C locale and local time, for the directives that chat templates use. */
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
