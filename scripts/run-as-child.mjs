import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/**
 * Runs a program in the terminal's foreground and returns its exit code.
 *
 * Ctrl-C reaches the child by itself, as it goes to the whole process group; this process only has to outlive it.
 * A signal sent to this process alone (a supervisor's SIGTERM) is passed on.
 */
export function runAsChild(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: 'inherit' });
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    const passOn = (signal) => {
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    };
    for (const signal of signals) process.on(signal, passOn);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      for (const name of signals) process.off(name, passOn);
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}
