import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { Context } from '../../cli/context.ts';
import { describedCommands } from '../../cli/docs/commands.ts';
import { manPage } from '../../cli/docs/man.ts';
import { markdown } from '../../cli/docs/markdown.ts';
import { operations } from '../../cli/generated/operations.ts';
import { findCommand } from '../../cli/groups.ts';
import { printDocument } from '../../cli/operations/print.ts';
import { printable } from '../../cli/output/printable.ts';
import { buildProgram } from '../../cli/program.ts';
import { operations as rows } from '../../src/generated/operations.ts';

const committed = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
const program = buildProgram(new Context({}));

test('the committed manual and man page match the command', () => {
  expect(committed('docs/cli.md'), 'run npm run codegen').toBe(markdown());
  expect(committed('docs/daybreak.1'), 'run npm run codegen').toBe(manPage());
});

test('daybreak api reaches every operation, and every named command exists', () => {
  expect(operations.map(({ id }) => id).toSorted()).toEqual(Object.keys(rows).toSorted());
  for (const { id, command } of operations) {
    expect(findCommand(program, `api ${id}`), id).toBeDefined();
    if (command !== undefined) expect(findCommand(program, command), id).toBeDefined();
  }
});

test('no command redefines a global flag or takes a secret as a flag, and each has a description', () => {
  const leaves = (command: Command): Command[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
  const all = leaves(program);
  expect(all.length).toBeGreaterThan(130);
  const global = program.options.map(({ long }) => long);
  for (const command of all) {
    const flags = command.options.map(({ long }) => long!);
    expect(
      flags.filter((flag) => global.includes(flag)),
      command.name(),
    ).toEqual([]);
    expect(
      flags.filter((flag) => /^--((api|secret)-)?(key|token|secret|password|code)$/.test(flag)),
      command.name(),
    ).toEqual([]);
    expect(command.description().length, command.name()).toBeGreaterThan(20);
  }
});

test('the help of every command has an example that uses only its flags', () => {
  const { commands } = describedCommands();
  expect(commands.length).toBeGreaterThan(80);
  for (const { words, examples, options } of commands) {
    expect(examples.length, words).toBeGreaterThan(0);
    for (const example of examples) {
      const text = `${words}: ${example}`;
      expect(example, text).toMatch(new RegExp(`(?<![\\w-])${words}(?![\\w-])`));
      const known = [...options, ...program.options.map(({ flags }) => flags)].join('\n');
      for (const [flag] of example.matchAll(/(?<= )--[a-z][\w-]*/g)) expect(known, text).toContain(flag);
    }
  }
});

test('control characters in names are escaped for the terminal', () => {
  expect(printable('a\u001b[2J\u009b\u202eb\n')).toBe('a\\u001b[2J\\u009b\\u202eb\\n');
});

test('warnings in an answer go to standard error', async () => {
  const [out, errors]: string[][] = [[], []];
  const context = {
    json: false,
    out: async (line: string) => void out.push(line),
    err: (line: string) => errors.push(line),
  };
  const workers = operations.find(({ id }) => id === 'listWorkers')!;
  const document = {
    data: [{ name: 'gpu-1-42', version: '1', role: 'worker', state: 'ready' }],
    warnings: ['look out'],
  };
  await printDocument(context as unknown as Context, workers, document);
  expect(errors).toEqual(['warning: look out']);
  expect(out.join('\n')).toContain('gpu-1-42');
});
