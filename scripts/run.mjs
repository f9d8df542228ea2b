import { spawn } from 'node:child_process';

/** Error whose message tells the user what to do; printed on one line, without a stack. */
export class SetupError extends Error {}

/**
 * Runs a program until it exits; returns its standard output.
 * With `show`, the output goes to the terminal instead. On failure, throws with the last lines of stderr.
 */
export function run(program, args, { show = false, input, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...options,
      stdio: ['pipe', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    child.stdin.on('error', () => {}); // the exit code tells if the child ended before it read its input
    child.stdin.end(input);
    child.on('error', (error) => reject(error));
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(stdout);
      const said = (stderr.trim() || stdout.trim()).split('\n').slice(-8).join('\n');
      const error = new Error(`${program} ${args.join(' ')}: ${signal ?? `exit code ${code}`}${said && `\n${said}`}`);
      reject(Object.assign(error, { code, signal, stdout, stderr }));
    });
  });
}
