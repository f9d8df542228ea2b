import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { operations } from '../generated/operations.ts';
import { commandAt } from '../groups.ts';
import { addRawOperation } from '../operations/raw.ts';

/** `daybreak api <operationId>`: any operation, with its fields as flags and its answer unchanged. */
export function addApi(program: Command, context: Context): void {
  for (const operation of operations) {
    const words = `api ${operation.id}`;
    const command = commandAt(program, words).summary(operation.summary);
    if (context.names(words)) addRawOperation(command, operation, context);
  }
}
