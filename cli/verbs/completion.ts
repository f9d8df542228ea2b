import type { Command } from 'commander';
import { scripts } from '../completion/scripts.ts';
import type { Context } from '../context.ts';
import { commandAt } from '../groups.ts';

const ways = {
  bash: 'source <(daybreak completion bash)',
  zsh: 'source <(daybreak completion zsh)',
  fish: 'daybreak completion fish | source',
  powershell: 'daybreak completion powershell | Out-String | Invoke-Expression',
};

/** `daybreak completion <shell>`: prints the completion script of a shell. */
export function addCompletion(program: Command, context: Context): void {
  for (const shell of Object.keys(scripts) as (keyof typeof scripts)[]) {
    const command = commandAt(program, `completion ${shell}`)
      .summary(`Print the completion script for ${shell}`)
      .description(`Prints the script that makes ${shell} complete commands, flags and model names.`)
      .action(() => context.write(scripts[shell]));
    command.addHelpText('after', `\nIn the startup file of ${shell}:\n  $ ${ways[shell]}`);
  }
}
