import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Language, Parser } from 'web-tree-sitter';
import { SetupError } from '../../scripts/run.mjs';
import { type Shell, shell } from '../../scripts/shells.mjs';
import { answer, FlakyServer } from '../clients/flaky-server.ts';
import { BuiltCommand, oldestNode } from './daybreak.ts';

let command: BuiltCommand;
beforeAll(async () => {
  command = await BuiltCommand.build();
  // The command, as installed in PATH.
  const program = join(command.folder, 'daybreak');
  await writeFile(program, `#!/bin/sh\nexec ${oldestNode()} ${command.file} "$@"\n`);
  await chmod(program, 0o755);
});
afterAll(() => command[Symbol.asyncDispose]());

const env = (): Record<string, string> => ({ ...command.env, PATH: `${command.folder}:${command.env.PATH}` });

/** Returns a shell, or undefined if it is not available. Throws in CI instead. */
const shellOrNone = (name: 'bash' | 'zsh' | 'fish'): Promise<Shell | undefined> =>
  shell(name).catch((error) => {
    if (process.env.CI || !(error instanceof SetupError)) throw error;
    return undefined;
  });

const bash = await shellOrNone('bash');
const zsh = await shellOrNone('zsh');
const fish = await shellOrNone('fish');

/** Writes the script for a shell into a file. */
async function scriptOf(name: string): Promise<string> {
  const { code, stdout } = await command.run(['completion', name]);
  expect(code).toBe(0);
  const file = join(command.folder, `completion.${name}`);
  await writeFile(file, stdout);
  return file;
}

describe.each([
  ['bash', bash, ['-n']],
  ['zsh', zsh, ['-f', '-n']],
  ['fish', fish, ['--no-config', '--no-execute']],
] as const)('the script of %s', (name, found, parse) => {
  test.skipIf(!found)('parses in the shell without errors', async () => {
    const [file, broken] = [await scriptOf(name), join(command.folder, `broken.${name}`)];
    await writeFile(broken, `${await readFile(file, 'utf8')}\nif true\n`);
    const read = async (script: string) =>
      promisify(execFile)(found!.program, [...parse, script], { env: { ...env(), ...found!.env } });
    expect(await read(file)).toEqual({ stdout: '', stderr: '' });
    await expect(read(broken)).rejects.toThrow(name);
  });
});

test.skipIf(!zsh)('zsh completes the word at the cursor', async () => {
  const folder = join(command.folder, 'zsh');
  await mkdir(folder);
  const settings = `${zsh!.settings}autoload -U compinit && compinit -D -u
source ${await scriptOf('zsh')}
zle-line-init() { BUFFER='daybreak jobs re'; CURSOR=$#BUFFER; zle complete-word; print -r -- "<$BUFFER>"; exit }
zle -N zle-line-init
`;
  await writeFile(join(folder, '.zshrc'), settings);
  const variables = Object.entries(zsh!.env).map(([variable, value]) => `${variable}=${value}`);
  const line = ['env', ...variables, zsh!.program, '-d', '-i'].join(' ');
  const { stdout } = await promisify(execFile)('script', ['-qec', line, '/dev/null'], {
    env: { ...env(), ZDOTDIR: folder, TERM: 'xterm' },
    timeout: 60_000,
  });
  expect(stdout).toContain('<daybreak jobs retry >');
});

test.skipIf(!fish)('fish completes the word at the cursor', async () => {
  const script = `source ${await scriptOf('fish')}; complete -C 'daybreak jobs re'`;
  const { stdout } = await promisify(execFile)(fish!.program, ['--no-config', '-c', script], {
    env: { ...env(), ...fish!.env },
  });
  expect(stdout).toMatch(/^retry\t.+\n$/);
});

test('the PowerShell script has no syntax error', async () => {
  const { code, stdout } = await command.run(['completion', 'powershell']);
  expect(code).toBe(0);
  await Parser.init();
  const wasm = import.meta.resolve('tree-sitter-powershell/tree-sitter-powershell.wasm');
  const parser = new Parser().setLanguage(await Language.load(fileURLToPath(wasm)));
  const hasError = (script: string): boolean => parser.parse(script)!.rootNode.hasError;
  expect(hasError(stdout)).toBe(false);
  // The parser finds each of these errors.
  expect(hasError(stdout.trimEnd().slice(0, -1))).toBe(true);
  expect(hasError(stdout.replace('$words +=', '$words + ='))).toBe(true);
  expect(hasError(stdout.replace('"`t"', '"`t'))).toBe(true);
});

test('bash completes commands, flags, values of flags, and names of models', async () => {
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

test('completing an empty PowerShell word gives all commands of the group', async () => {
  const { stdout } = await command.run(['__complete', 'profiles', '""']);
  expect(stdout.split('\n').map((line) => line.split('\t')[0])).toEqual(['ls', 'use', 'rm', '']);
});
