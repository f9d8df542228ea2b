import { describedCommands, version } from './commands.ts';
import { conventions, exitMeanings, variables } from './facts.ts';

/** Returns the man page, `docs/daybreak.1`. */
export function manPage(): string {
  const { program, commands } = describedCommands();
  const entries = (rows: readonly (readonly [string, string])[]): string =>
    rows.map(([name, meaning]) => `.TP\n\\fB${roff(name)}\\fR\n${roff(meaning)}`).join('\n');
  return `.\\" Written by npm run codegen, from the command itself.
.TH DAYBREAK 1 "" "Daybreak ${version}" "User Commands"
.SH NAME
daybreak \\- ${roff(program.summary())}
.SH SYNOPSIS
.B daybreak
.I command
.RI [ options ]
.SH DESCRIPTION
${roff(program.description())}
.PP
${conventions.map(roff).join('\n.PP\n')}
.SH COMMANDS
.B daybreak help
.I command
describes each command.
${entries(commands.map(({ usage, summary }) => [usage.replace('daybreak ', ''), summary]))}
${entries([['api operation [options]', 'call any operation of the API by its name']])}
.SH OPTIONS
${entries(program.options.map(({ flags, description }) => [flags, description]))}
.SH EXIT STATUS
${entries(exitMeanings)}
.SH ENVIRONMENT
${entries(variables)}
.SH FILES
${entries([
  ['$XDG_CONFIG_HOME/daybreak/config.json', 'the profiles and their keys, readable only by their owner'],
  ['~/.daybreak/api-key', 'the first key of the server on this machine'],
])}
`;
}

/** Escapes a text for roff. */
function roff(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('`', '').replace(/^[.']/gm, '\\&$&');
}
