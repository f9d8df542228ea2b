import { execFile } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Language, Parser } from 'web-tree-sitter';
import { answer, FlakyServer } from '../clients/flaky-server.ts';
import { BuiltCommand, oldestNode } from './daybreak.ts';

let command: BuiltCommand;
beforeAll(async () => {
  command = await BuiltCommand.build();
  // As it would stand in PATH.
  const program = join(command.folder, 'daybreak');
  await writeFile(program, `#!/bin/sh\nexec ${oldestNode()} ${command.file} "$@"\n`);
  await chmod(program, 0o755);
});
afterAll(() => command[Symbol.asyncDispose]());

const env = (): Record<string, string> => ({ ...command.env, PATH: `${command.folder}:${command.env.PATH}` });

const shells = [
  ['bash', ['-n']],
  ['zsh', ['-n']],
  ['fish', ['--no-execute']],
] as const;

describe.each(shells)('the script of %s', (shell, parse) => {
  test('is one that the shell reads', async ({ skip }) => {
    const { code, stdout } = await command.run(['completion', shell]);
    expect(code).toBe(0);
    const file = join(command.folder, `completion.${shell}`);
    await writeFile(file, stdout);
    const { stderr } = await promisify(execFile)(shell, [...parse, file], { env: env() }).catch((error) => {
      if (error.code === 'ENOENT') return skip(`${shell} is not here`);
      throw error;
    });
    expect(stderr).toBe('');
  });
});

test("PowerShell's grammar has no syntax error to find in its script", async () => {
  const { code, stdout } = await command.run(['completion', 'powershell']);
  expect(code).toBe(0);
  await Parser.init();
  const wasm = import.meta.resolve('tree-sitter-powershell/tree-sitter-powershell.wasm');
  const parser = new Parser().setLanguage(await Language.load(fileURLToPath(wasm)));
  const hasError = (script: string): boolean => parser.parse(script)!.rootNode.hasError;
  expect(hasError(stdout)).toBe(false);
  // Each of these errors is one that it finds.
  expect(hasError(stdout.trimEnd().slice(0, -1))).toBe(true);
  expect(hasError(stdout.replace('$words +=', '$words + ='))).toBe(true);
  expect(hasError(stdout.replace('"`t"', '"`t'))).toBe(true);
});

test('bash completes commands, flags, what flags allow, and names of models', async () => {
  const model = { entity: 'local', project: 'p', name: 'agent', base_model: 'toy' };
  const page = { object: 'list', data: [model], first_id: 'a', last_id: 'a', has_more: false };
  await using server = await FlakyServer.start(...Array.from({ length: 4 }, () => answer(200, page)));
  const complete = async (...words: string[]): Promise<string[]> => {
    const script =
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a script of bash
      'source <(daybreak completion bash); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _daybreak; echo "${COMPREPLY[*]}"';
    const { stdout } = await promisify(execFile)('bash', ['-c', script, 'bash', 'daybreak', ...words], {
      env: { ...env(), DAYBREAK_BASE_URL: server.baseUrl, DAYBREAK_API_KEY: 'key' },
    });
    return stdout.trim().split(' ');
  };
  expect(await complete('job')).toEqual(['jobs']);
  expect(await complete('jobs', 're')).toEqual(['retry']);
  expect(await complete('jobs', 'ls', '--st')).toEqual(['--status']);
  expect(await complete('jobs', 'ls', '--status', 'r')).toEqual(['running']);
  expect(await complete('api', 'getMod')).toEqual(['getModel']);
  expect(await complete('models', 'show', 'a')).toEqual(['agent']);
  expect(await complete('train', 'sft', 'data.jsonl', '--epochs', '3', '--model', '')).toEqual(['agent']);
  expect(await complete('--json', 'jobs', 're')).toEqual(['retry']);
  expect(await complete('--profile', 'jobs', 'jobs', 're')).toEqual(['retry']);
  expect(await complete('chat', '--max-tokens', '3', 'a')).toEqual(['agent']);
  expect(await complete('serve', '--model', '')).toEqual(['']);
  const seen = server.seen.length;
  await using other = await FlakyServer.start(answer(200, { ...page, data: [{ ...model, name: 'other' }] }));
  expect(await complete('--url', other.baseUrl, 'trajectories', 'grep', 'x', '--model', '')).toEqual(['other']);
  expect(server.seen).toHaveLength(seen);
});

test('PowerShell hands on an empty word, and gets all commands of the group', async () => {
  const { stdout } = await command.run(['__complete', 'profiles', '""']);
  expect(stdout.split('\n').map((line) => line.split('\t')[0])).toEqual(['ls', 'use', 'rm', '']);
});
