import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeToyModel } from '../scripts/toy-model.ts';

/** Daybreak server in its own process. */
export interface ServerProcess {
  /** Base URL without `/v1`. */
  origin: string;
  key: string;
  /** Sends a request; returns the parsed response. Throws if the server answers an error. */
  call<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;
  end(): Promise<void>;
}

/**
 * Starts the compiled server as `npm start` does, with a toy model unless `variables` name another; its data is in
 * `home`/data.
 */
export async function startServerProcess(home: string, variables: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  const toy = join(home, 'toy');
  if (variables.DAYBREAK_MODEL === undefined) await writeToyModel(toy);
  const child = spawn(process.execPath, [join(import.meta.dirname, '../dist/app/main.js')], {
    env: { ...process.env, DAYBREAK_HOME: join(home, 'data'), DAYBREAK_PORT: '0', DAYBREAK_MODEL: toy, ...variables },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const origin = await printedOrigin(child);
  const key = (await readFile(join(home, 'data/api-key'), 'utf8')).trim();
  const call = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${origin}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  return { origin, key, call, end: () => ended(child) };
}

async function printedOrigin(child: ChildProcess): Promise<string> {
  let printed = '';
  for await (const chunk of child.stdout!.setEncoding('utf8')) {
    printed += chunk;
    const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0];
    if (origin !== undefined && printed.includes('api-key')) {
      child.stdout!.resume();
      return origin;
    }
  }
  throw new Error(`the server did not start: ${printed}`);
}

/** Asks the process to end; resolves when it has ended. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}
