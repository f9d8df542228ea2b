import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { commandAt } from '../groups.ts';
import { addExamples } from '../operations/command.ts';
import { runScript } from '../scripts.ts';

/**
 * `daybreak keys create|ls|revoke|rotate`: manages the keys of this machine's server, in its data folder or database.
 */
export function addKeys(program: Command, context: Context): void {
  const run = async (args: string[], options: Record<string, string> = {}): Promise<void> => {
    const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    process.exitCode = await runScript(context, 'keys.mjs', [...args, ...flags, ...(context.json ? ['--json'] : [])]);
  };
  const create = commandAt(program, 'keys create')
    .summary('Create a key')
    .description('Creates a key, even while the server runs. The key is the only line on standard output.')
    .requiredOption('--owner <owner>', 'Owner of the key; an owner sees only records that their own keys created')
    .option('--name <name>', 'Name of the key')
    .option(
      '--scopes <scopes>',
      'Scopes of the key: chat, train, metrics, admin, separated by commas (default: chat,train)',
    )
    .option('--expires <when>', 'When it expires: 90m, 12h, 30d, a date or never')
    .action((options: Record<string, string>) => run(['create'], options));
  addExamples(create, ['keys create --owner bob --name laptop --expires 30d > bob.key']);
  const ls = commandAt(program, 'keys ls')
    .summary('List the keys')
    .description('Lists the keys of all owners, without the keys themselves.')
    .action(() => run(['list']));
  addExamples(ls, ['keys ls', 'keys ls --json']);
  const revoke = commandAt(program, 'keys revoke')
    .summary('Revoke a key')
    .description('Revokes a key; a running server refuses it within a second.')
    .argument('<id>', 'Id of the key; keys ls shows it')
    .action((id: string) => run(['revoke', id]));
  addExamples(revoke, ['keys revoke KEY_ID']);
  const rotate = commandAt(program, 'keys rotate')
    .summary('Replace a key')
    .description('Creates a successor of a key. The successor is the only line on standard output.')
    .argument('<id>', 'Id of the key; keys ls shows it')
    .option('--keep <time>', 'How long the old key stays valid (default: 1d)')
    .option('--expires <when>', 'When the new key expires: 90m, 12h, 30d, a date or never')
    .action((id: string, options: Record<string, string>) => run(['rotate', id], options));
  addExamples(rotate, ['keys rotate KEY_ID --keep 1h > new.key']);
}
