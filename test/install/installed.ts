import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect } from 'vitest';
import { cacheFolder } from '../../scripts/root-folder.mjs';

export const root = join(import.meta.dirname, '../..');

/** Returns the environment of a user without a clone: without this run's Node, driver and settings. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const ours =
    /^(DAYBREAK_|npm_(?!config_)|npm_config_local|NODE_(OPTIONS|ENV|COMPILE)|VITEST|VK_|LD_LIBRARY|MESA_|XDG_)/;
  const rest = Object.entries(process.env).filter(([name]) => !ours.test(name));
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(root));
  return { ...Object.fromEntries(rest), PATH: path.join(delimiter) };
}

/** Returns why the machine's own npm cannot install the package, or null. */
export function npmProblem(): string | null {
  try {
    const run = (program: string) =>
      execFileSync(program, ['--version'], { env: cleanEnvironment(), encoding: 'utf8' });
    const major = Number(/\d+/.exec(run('node')));
    return major < 20 || run('npm') === '' ? `its Node is ${major}` : null;
  } catch {
    return 'it has no Node and npm of its own';
  }
}

/** User id of `nobody`, who may write only to folders that it owns; null if this process cannot become it. */
export const nobody = process.getuid?.() === 0 && existsSync('/usr/bin/setpriv') ? 65_534 : null;

/** Returns a command line that runs the program as `nobody`, if possible. */
export function asNobody(program: string, args: string[]): [string, string[]] {
  if (nobody === null) return [program, args];
  const ids = [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--no-new-privs'];
  return ['/usr/bin/setpriv', [...ids, program, ...args]];
}

/**
 * Creates a home folder owned by `nobody`, and returns its environment variables. It has a copy of this clone's shader
 * cache, since compiling the kernels takes minutes.
 */
export function homeOfNobody(folder: string): Record<string, string> {
  const shaders = join(folder, 'shaders');
  mkdirSync(shaders, { recursive: true });
  const compiled = join(cacheFolder, 'vulkan/shader-cache');
  if (existsSync(compiled)) cpSync(compiled, shaders, { recursive: true });
  if (nobody !== null) execFileSync('chown', ['-R', `${nobody}:${nobody}`, folder]);
  return { HOME: folder, MESA_SHADER_CACHE_DIR: shaders };
}

/**
 * Starts a server as a user does, sends it one chat, and ends it as Ctrl-C in a terminal does.
 *
 * @returns its output
 */
export async function chatAndStop(program: string, args: string[], options: SpawnOptions): Promise<string> {
  const child = spawn(program, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (said += text));
  let isOver = false;
  const ended = once(child, 'close').then(() => (isOver = true));
  try {
    await expect.poll(() => (isOver ? `ended: ${said}` : said)).toMatch(/Ctrl-C stops the server|^ended/);
    const [, url] = /address +(\S+)/.exec(said) ?? expect.fail(said);
    const [, keyFile] = /in the file (\S+)/.exec(said)!;
    await askOne(url, readFileSync(keyFile, 'utf8').trim());
    process.kill(-child.pid!, 'SIGINT');
    await ended;
    await expect(fetch(`${url}/health`)).rejects.toThrow();
  } finally {
    if (!isOver) process.kill(-child.pid!, 'SIGKILL');
  }
  return said;
}

/** Sends one chat, and opens the server's pages. */
export async function askOne(url: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'yes or no?' }], max_tokens: 4 });
  const response = await fetch(`${url}/chat/completions`, { method: 'POST', headers, body });
  expect(response.status).toBe(200);
  const { choices } = (await response.json()) as { choices: { message: { content: string } }[] };
  expect(choices[0].message.content).toMatch(/yes|no|maybe/);
  for (const page of ['app', 'docs', 'openapi.yaml']) {
    expect((await fetch(new URL(`/${page}`, url))).status).toBe(200);
  }
}
