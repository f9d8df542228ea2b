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
    .summary('Back up the server on this machine')
    .description(
      'Writes a consistent snapshot of the data folder, database and files, to one file, even while the server runs ' +
        'and trains. The backup contains the keys, so only you can read it.',
    )
    .argument('<file>', 'File to write; - is standard output')
    .option('--home <folder>', 'Data folder of the server (DAYBREAK_HOME)')
    .action((file: string, { home }: { home?: string }) => run([file], home));
  addExamples(backup, ['backup daybreak.backup', 'backup - | ssh elsewhere "cat > daybreak.backup"']);
  const restore = commandAt(program, 'restore')
    .summary('Restore a backup into a data folder')
    .description('Checks every file of a backup against its hash, and restores all files into an empty data folder.')
    .argument('<file>', 'Backup file; - is standard input')
    .option('--home <folder>', 'Data folder to create (DAYBREAK_HOME)')
    .action((file: string, { home }: { home?: string }) => run(['restore', file], home));
  addExamples(restore, ['restore daybreak.backup --home ~/daybreak-restored']);
}
