import { Argument, type Command, Option } from 'commander';
import { outputPath } from '../files/paths.ts';
import { flagOf, helpOf, readValue, valueName } from './fields.ts';
import { takesModel } from './names.ts';
import type { Field, Operation } from './operation.ts';

/** Default number of list items to print. */
export const defaultLimit = 100;

/** Returns the fields that are arguments, in order. */
export function positional(fields: readonly Field[]): Field[] {
  return fields.filter(({ position }) => position !== undefined).toSorted((a, b) => a.position! - b.position!);
}

function isList({ type }: Field): boolean {
  return type === 'integers' || type === 'strings';
}

export function argumentOf(field: Field): Argument {
  const name = field.name.replace(/^training_|_id$/g, '').replace('_', '-') + (isList(field) ? '...' : '');
  const argument = new Argument(field.required ? `<${name}>` : `[${name}]`, argumentHelp(field));
  argument.argChoices = choicesOf(field);
  return argument.argParser(isList(field) ? collect(field) : (text) => readValue(field, text));
}

/** Returns the choices for shell completion; `readValue` reports invalid values. */
function choicesOf({ enum: values }: Field): string[] | undefined {
  return values === undefined ? undefined : [...values];
}

function argumentHelp(field: Field): string {
  return takesModel(field) ? 'Id, or name of a model' : helpOf(field);
}

function collect(field: Field) {
  return (text: string, before: unknown): unknown[] => [
    ...(Array.isArray(before) ? before : []),
    readValue(field, text),
  ];
}

/** Returns the option of a field, or two if a boolean without default can be set to yes and no. */
export function optionsOf(field: Field): Option[] {
  const flag = flagOf(field);
  if (field.type === 'boolean') {
    const both = field.default === undefined;
    const no = new Option(flag.replace('--', '--no-'), both ? 'Turn it off' : helpOf(field));
    const yes = new Option(flag, helpOf(field));
    return both ? [yes, no] : [field.default === true ? no : yes];
  }
  const option = new Option(`${flag} <${valueName(field)}${isList(field) ? '...' : ''}>`, argumentHelp(field));
  option.argChoices = choicesOf(field);
  return [option.argParser(isList(field) ? collect(field) : (text) => readValue(field, text))];
}

export function addOwnOptions(command: Command, { method, list, follow, body, answer }: Operation): void {
  if (list === 'last_id') {
    command.addOption(new Option('--limit <n>', `Most items to show (default: ${defaultLimit})`).argParser(readLimit));
    command.option('--all', 'Show all items');
  }
  if (follow !== undefined) command.option('-f, --follow', 'Keep showing new items');
  if (body === 'json') command.option('--body <json>', 'The whole request body: JSON, @file, or - for standard input');
  if (body === 'bytes') command.option('--body <file>', 'Request body: @file, or - for standard input');
  if (answer === 'bytes') command.option('-o, --output <file>', 'Write the response to a file', outputPath);
  if (method === 'DELETE') command.option('-y, --yes', 'Do not ask for confirmation');
}

function readLimit(text: string): number {
  const field: Field = { name: 'limit', in: 'query', type: 'integer', required: false, minimum: 1, maximum: 1e9 };
  return readValue(field, text) as number;
}
