import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { commandAt } from '../groups.ts';
import { addExamples } from '../operations/command.ts';
import { runScript } from '../scripts.ts';

/** `daybreak backup|restore <file>`: writes the data folder of this machine's server to one file, or restores it. */
export function addBackup(program: Command, context: Context): void {
  const run = async (args: string[], home: string | undefined): Promise<void> => {
    const settings = home === undefined ? {} : { DAYBREAK_HOME: home };
    process.exitCode = await runScript(context, 'backup.mjs', args, settings);
  };
  const backup = commandAt(program, 'backup')
    .summary('Back up the server of this machine')
    .description(
      'Writes the data folder into one file, database and files as of one moment, also while the server runs and ' +
        'trains. It holds the keys, so it is readable to you alone.',
    )
    .argument('<file>', 'The file to write; - is standard output')
    .option('--home <folder>', 'The data folder of the server (DAYBREAK_HOME)')
    .action((file: string, { home }: { home?: string }) => run([file], home));
  addExamples(backup, ['backup daybreak.backup', 'backup - | ssh elsewhere "cat > daybreak.backup"']);
  const restore = commandAt(program, 'restore')
    .summary('Make a data folder of a backup')
    .description('Checks every file of a backup against its hash, and puts all into a data folder that is empty.')
    .argument('<file>', 'The backup; - is standard input')
    .option('--home <folder>', 'The data folder to make (DAYBREAK_HOME)')
    .action((file: string, { home }: { home?: string }) => run(['restore', file], home));
  addExamples(restore, ['restore daybreak.backup --home ~/daybreak-restored']);
}
