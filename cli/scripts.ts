import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Context } from './context.ts';
import { CommandFailure } from './failures.ts';

/** Root folder of the package, two folders above the built command. */
const root = new URL('../../', import.meta.url);

/** Runs a script of the package in this terminal and returns its exit code. The script handles signals. */
export async function runScript(
  context: Context,
  name: string,
  args: readonly string[],
  settings: NodeJS.ProcessEnv = {},
): Promise<number> {
  const script = fileURLToPath(new URL(`scripts/${name}`, root));
  if (!existsSync(script)) throw new CommandFailure(`${script} is missing: the installation is incomplete`);
  const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit', env: { ...context.env, ...settings } });
  const undo = context.onInterrupt((signal) => {
    // A terminal has already sent its Ctrl-C to the child.
    if (signal !== 'SIGINT' || process.stdin.isTTY !== true) child.kill(signal);
  });
  try {
    return await new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code, signal) => resolve(code ?? 128 + (constants.signals[signal!] ?? 0)));
    });
  } finally {
    undo();
  }
}
