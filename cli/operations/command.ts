import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { examplesOf } from './examples.ts';
import type { Field, Operation } from './operation.ts';
import { addOwnOptions, argumentOf, optionsOf, positional } from './options.ts';
import { type OwnOptions, runOperation } from './run-operation.ts';

/** Adds the arguments, options and action of an operation to a command. */
export function addOperation(command: Command, operation: Operation, context: Context): void {
  command.description(`${operation.summary}.\n\n${operation.description}`);
  const fields = operation.fields.filter((field) => isOffered(operation, field));
  const positions = positional(fields);
  for (const field of positions) command.addArgument(argumentOf(field));
  const flagged = fields.filter(({ position }) => position === undefined);
  for (const field of flagged) for (const option of optionsOf(field)) command.addOption(option);
  addOwnOptions(command, operation);
  addExamples(command, examplesOf(operation));
  command.action(async () => {
    const values = new Map<Field, unknown>();
    for (const [index, field] of positions.entries()) set(values, field, command.processedArgs[index]);
    for (const field of flagged) {
      const name = optionsOf(field)[0]!.attributeName();
      if (command.getOptionValueSource(name) === 'cli') set(values, field, command.getOptionValue(name));
    }
    await runOperation(context, operation, values, command.opts<OwnOptions>());
  });
}

function set(values: Map<Field, unknown>, field: Field, value: unknown): void {
  const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0);
  if (!isEmpty) values.set(field, value);
}

/**
 * Returns whether the command offers a field. Aliases, and fields that the command sets itself, are left to `daybreak
 * api`.
 */
function isOffered({ list, fields }: Operation, { name, in: where, hidden }: Field): boolean {
  if (hidden || where === 'header' || name === 'redirect') return false;
  if (list !== undefined && (name === 'limit' || name === 'wait')) return false;
  return !(name === 'cursor' && fields.some((field) => field.name === 'after'));
}

/** Adds examples below the help. */
export function addExamples(command: Command, examples: readonly string[]): void {
  command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  $ daybreak ${line}`).join('\n')}`);
}
