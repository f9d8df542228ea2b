import { Command } from 'commander';
import type { Context, GlobalOptions } from './context.ts';
import { operations } from './generated/operations.ts';
import { commandAt, findCommand } from './groups.ts';
import { addOperation } from './operations/command.ts';
import { printableText } from './output/printable.ts';
import { verbs } from './verbs/all.ts';
import { version } from './version.ts';

/** Width of the help, whatever the terminal's: the manual is generated from it too. */
const helpWidth = 100;

/**
 * Builds the command. Hand-written commands come first and replace generated ones with the same words.
 *
 * If the words of a command line are given, operations that they do not name get no options, which saves a third of the
 * start-up time.
 */
export function buildProgram(context: Context, words?: readonly string[]): Command {
  const program = rootCommand(context);
  context.words = words;
  for (const add of verbs) add(program, context);
  for (const operation of operations) {
    if (operation.command === undefined || findCommand(program, operation.command) !== undefined) continue;
    const command = commandAt(program, operation.command).summary(operation.summary);
    if (context.names(operation.command)) addOperation(command, operation, context);
  }
  return program;
}

function rootCommand(context: Context): Command {
  const program = new Command('daybreak');
  return (
    program
      .summary('Trains and serves language models')
      .description('Talks to a Daybreak server: trains models by RL and SFT, and chats with their newest weights.')
      .version(version, '-V, --version', 'Print the version of this program')
      .option('--json', 'Print JSON, for programs')
      .option('--url <address>', 'Address of the server (default: DAYBREAK_BASE_URL, the profile, this machine)')
      .option('--profile <name>', 'Profile to use, created by daybreak login')
      .option('--no-color', 'Print without colours, like NO_COLOR=1')
      .helpOption('-h, --help', 'Print help')
      .helpCommand('help [command]', 'Print the help of a command')
      .configureHelp({
        helpWidth,
        showGlobalOptions: true,
        sortSubcommands: true,
        // Descriptions already contain allowed values and defaults.
        optionDescription: ({ description }) => description,
        subcommandTerm: (command) => command.name(),
        argumentDescription: ({ description }) => description,
      })
      .showHelpAfterError('(see --help)')
      .exitOverride()
      // The text may quote a file.
      .configureOutput({ outputError: (text, write) => write(printableText(text).replace(/^error:/, 'daybreak:')) })
      .hook('preAction', () => {
        context.options = program.opts<GlobalOptions>();
      })
  );
}
