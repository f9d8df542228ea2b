import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { outputPath } from '../files/paths.ts';
import { jsonText } from '../output/printable.ts';
import { fetchDocument } from './exchange.ts';
import type { Field, Operation } from './operation.ts';
import { optionsOf } from './options.ts';
import { prepare } from './request.ts';
import { isStream, type OwnOptions, printStream } from './run-operation.ts';

/** Adds every field of an operation to a command as a flag; the answer is printed unchanged. */
export function addRawOperation(command: Command, operation: Operation, context: Context): void {
  const { method, path, summary, answer } = operation;
  const fields = operation.fields.filter(({ hidden }) => !hidden);
  command.description(`${summary}.\n\n${method} ${path}`);
  for (const field of fields) for (const option of optionsOf(field)) command.addOption(option);
  if (operation.body !== undefined)
    command.option('--body <what>', 'Request body: @file, - for standard input, or JSON');
  if (answer === 'bytes') command.option('-o, --output <file>', 'Write the response to a file', outputPath);
  command.action(async () => {
    const values = new Map<Field, unknown>();
    for (const field of fields) {
      const name = optionsOf(field)[0]!.attributeName();
      if (command.getOptionValueSource(name) === 'cli') values.set(field, command.getOptionValue(name));
    }
    await runRawOperation(context, operation, values, command.opts<OwnOptions>());
  });
}

async function runRawOperation(
  context: Context,
  operation: Operation,
  values: Map<Field, unknown>,
  options: OwnOptions,
): Promise<void> {
  const request = await prepare(operation, values, options.body);
  if (operation.answer !== 'json' || isStream(operation, request))
    return printStream(context, operation, request, options);
  await context.out(jsonText(await fetchDocument(context, operation, request), 2));
}
