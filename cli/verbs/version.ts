import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { commandAt } from '../groups.ts';
import { addExamples } from '../operations/command.ts';
import { jsonText } from '../output/printable.ts';
import { fieldLines } from '../output/table.ts';
import { version } from '../version.ts';

const timeoutMs = 5000;

/** `daybreak version`: prints the versions of this command and of the server, if it answers. */
export function addVersion(program: Command, context: Context): void {
  const command = commandAt(program, 'version')
    .summary('Print the versions of this program and of the server')
    .description('Prints the version of this program, and the version of the server if it answers.')
    .action(async () => {
      const found = { command: version, server: await serverVersion(context) };
      if (context.json) return context.out(jsonText(found, 2));
      for (const line of fieldLines(found, ['command', 'server'], context)) await context.out(line);
    });
  addExamples(command, ['version', 'version --json']);
}

async function serverVersion(context: Context): Promise<string | null> {
  try {
    return (await context.health({ timeoutMs, maxRetries: 0 })).version;
  } catch {
    return null;
  }
}
