import type { Command } from 'commander';
import { Option } from 'commander';
import type { Context } from '../context.ts';
import { UsageFailure } from '../failures.ts';
import { commandAt } from '../groups.ts';
import { addExamples } from '../operations/command.ts';
import { runScript } from '../scripts.ts';

interface Options {
  model?: string[];
  port?: string;
  host?: string;
  home?: string;
}

/** `daybreak serve`: starts the server, as `npm start` does in a clone. */
export function addServe(program: Command, context: Context): void {
  const command = commandAt(program, 'serve')
    .summary('Start a server on this machine')
    .description(
      'Starts a server, and installs what it needs. Each option sets a variable of its configuration, ' +
        'which may be set directly instead. Ctrl-C stops the server.',
    )
    .addOption(new Option('--model <model...>', 'Models: folders, GGUF files or Hugging Face ids (DAYBREAK_MODEL)'))
    .option('--port <n>', 'Port to listen on; 0 picks a free one (DAYBREAK_PORT)')
    .option('--host <host>', 'Address to listen on (DAYBREAK_HOST)')
    .option('--home <folder>', 'Data folder (DAYBREAK_HOME)')
    .action(async ({ model, port, host, home }: Options) => {
      const settings = {
        DAYBREAK_MODEL: model?.join(','),
        DAYBREAK_PORT: port,
        DAYBREAK_HOST: host,
        DAYBREAK_HOME: home,
      };
      const given = Object.entries(settings).filter(([, value]) => value !== undefined);
      const empty = given.find(([, value]) => value === '');
      if (empty !== undefined) throw new UsageFailure(`${empty[0]} is empty`);
      process.exitCode = await runScript(context, 'start.mjs', [], Object.fromEntries(given));
    });
  addExamples(command, [
    'serve',
    'serve --model HuggingFaceTB/SmolLM2-360M-Instruct --port 8585 --home ~/models/daybreak',
  ]);
}
