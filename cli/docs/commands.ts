import type { Command } from 'commander';
import { version } from '../../clients/typescript/src/version.ts';
import { Context } from '../context.ts';
import { buildProgram } from '../program.ts';

/** A command as the documents show it. */
export interface Described {
  words: string;
  usage: string;
  summary: string;
  description: string;
  /** A line each, as help has them. */
  options: string[];
  examples: string[];
}

export { version };

/** Every command but the operations below `api`, by their words. */
export function describedCommands(): { program: Command; commands: Described[]; operations: string[] } {
  const program = buildProgram(new Context({}));
  const api = program.commands.find((one) => one.name() === 'api')!;
  const leaves = program.commands.filter((one) => one !== api).flatMap((one) => leavesOf(one, ''));
  const commands = leaves.map(([words, command]) => describe(words, command));
  return {
    program,
    commands: commands.toSorted((a, b) => (a.words < b.words ? -1 : 1)),
    operations: api.commands.map((one) => one.name()).toSorted(),
  };
}

function leavesOf(command: Command, before: string): [string, Command][] {
  const words = `${before}${command.name()}`;
  if (command.commands.length === 0) return [[words, command]];
  return command.commands.flatMap((one) => leavesOf(one, `${words} `));
}

function describe(words: string, command: Command): Described {
  const help = command.createHelp();
  const list = [
    ...help.visibleArguments(command).map((one) => [help.argumentTerm(one), help.argumentDescription(one)]),
    ...help.visibleOptions(command).map((one) => [help.optionTerm(one), help.optionDescription(one)]),
  ].filter(([term]) => !term!.includes('--help'));
  const width = Math.max(0, ...list.map(([term]) => term!.length));
  return {
    words,
    usage: `daybreak ${words} ${command.usage()}`.trim(),
    summary: command.summary(),
    description: command.description(),
    options: list.map(([term, about]) => wrapped(`${term!.padEnd(width)}  ${about}`.trimEnd(), width + 2)),
    examples: examplesOf(command),
  };
}

/** Lines of at most 118 columns, those after the first indented. */
export function wrapped(text: string, indent = 0, width = 118): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<! ) (?! )/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = ' '.repeat(indent) + word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}

/** What stands below the help. */
function examplesOf(command: Command): string[] {
  const shown: string[] = [];
  command.configureOutput({ writeOut: (text) => shown.push(text) });
  command.outputHelp();
  return [...shown.join('').matchAll(/^ {2}\$ (.*)$/gm)].map(([, line]) => line!);
}
