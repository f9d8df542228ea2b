import type { Command } from 'commander';
import { version } from '../../clients/typescript/src/version.ts';
import { Context } from '../context.ts';
import { buildProgram } from '../program.ts';

/** A command as the manual shows it. */
export interface Described {
  words: string;
  usage: string;
  summary: string;
  description: string;
  /** One line each, as in the help. */
  options: string[];
  examples: string[];
}

export { version };

/** Returns every command except the operations below `api`, sorted by words. */
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

/** Wraps a text at 118 columns; indents the lines after the first. */
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

/** Returns the examples that follow the help. */
function examplesOf(command: Command): string[] {
  const shown: string[] = [];
  command.configureOutput({ writeOut: (text) => shown.push(text) });
  command.outputHelp();
  return [...shown.join('').matchAll(/^ {2}\$ (.*)$/gm)].map(([, line]) => line!);
}
