import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Context } from './context.ts';
import { CommandFailure } from './failures.ts';

/** The folder of the product, which the built command lies two folders below. */
const root = new URL('../../', import.meta.url);

/** Runs a script of the product with this terminal, and gives back its exit code. Signals are the script's. */
export async function runScript(
  context: Context,
  name: string,
  args: readonly string[],
  settings: NodeJS.ProcessEnv = {},
): Promise<number> {
  const script = fileURLToPath(new URL(`scripts/${name}`, root));
  if (!existsSync(script)) throw new CommandFailure(`${script} is missing: the installation is not complete`);
  const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit', env: { ...context.env, ...settings } });
  const undo = context.onInterrupt((signal) => {
    // A terminal has sent its Ctrl-C to the child already.
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
