import type { Command } from 'commander';
import { PermissionDeniedError } from '../../clients/typescript/src/errors.ts';
import type { Context } from '../context.ts';
import { commandAt } from '../groups.ts';
import { addExamples } from '../operations/command.ts';
import { jsonText } from '../output/printable.ts';
import { fieldLines } from '../output/table.ts';
import { bytesText } from '../output/values.ts';

/** `daybreak status`: shows which server and key are used, and the server's state. */
export function addStatus(program: Command, context: Context): void {
  const command = commandAt(program, 'status')
    .summary('Show the server in use, and its state')
    .description(
      'Shows the server that commands use, where its address comes from, the owner of the key, and its state. ' +
        'Statistics need a key with the scope metrics.',
    )
    .action(async () => {
      const found = await readStatus(context);
      if (context.json) return context.out(jsonText(found, 2));
      const { server, key, stats } = found;
      const shown = {
        address: `${server.url} (${server.from})`,
        version: server.version,
        key: `${key.name || key.id}, of ${key.owner}, may ${key.scopes.join(', ')}`,
        device: stats?.device?.adapter,
        models: stats?.models.map(({ id }) => id),
        jobs: stats && `${stats.jobs.running} running, ${stats.jobs.queued} queued`,
        requests: stats?.requests,
        disk: stats && `${bytesText(stats.disk.free_bytes)} of ${bytesText(stats.disk.total_bytes)} free`,
      };
      for (const line of fieldLines(shown, Object.keys(shown), context)) await context.out(line);
    });
  addExamples(command, ['status', '--profile lab status --json']);
}

async function readStatus(context: Context) {
  const { url, from } = context.server();
  const client = context.client();
  const { version } = await client.health();
  const key = await client.key();
  return { server: { url, from, version }, key, stats: await withoutScope(client.stats()) };
}

/** Returns the answer, or null if the key lacks the scope. */
export async function withoutScope<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof PermissionDeniedError) return null;
    throw error;
  }
}
