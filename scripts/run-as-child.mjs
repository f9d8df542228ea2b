import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';

/** Signals that ask this process to end, and the signals that the child gets for them. */
const signals = { SIGINT: 'SIGINT', SIGTERM: 'SIGTERM', SIGHUP: 'SIGTERM' };

/**
 * Runs a program with this process's input and output, and forwards the signals that ask it to end.
 *
 * With `apart`, the child is in its own process group, so that it gets one signal per Ctrl-C: the terminal signals
 * every process of the foreground group, and npm sends another signal. If this process is killed, the kernel signals
 * the child. Without `apart`, the child gets Ctrl-C straight from the terminal, as interactive programs expect.
 *
 * @returns {Promise<{ code: number, signal?: string, asked: boolean }>} `asked`: this process was asked to end
 */
export function runAsChild(program, args, { apart = false, ...options } = {}) {
  const [file, ...rest] = [...(apart ? endsWithUs : []), program, ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(file, rest, { ...options, detached: apart && process.platform !== 'win32', stdio: 'inherit' });
    let asked = false;
    const last = {};
    const passOn = (signal) => {
      asked = true;
      if (!apart && signal === 'SIGINT' && process.stdin.isTTY) return;
      const now = Date.now();
      if (now - (last[signal] ?? 0) > 1000) child.kill(signals[signal]); // a quick second one is from npm
      last[signal] = now;
    };
    for (const signal of Object.keys(signals)) process.on(signal, passOn);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      for (const name of Object.keys(signals)) process.off(name, passOn);
      resolve({ code: code ?? 128 + (constants.signals[signal] ?? 0), signal: signal ?? undefined, asked });
    });
  });
}

/**
 * Command prefix that ends the child when this process dies. Every Debian has setpriv; elsewhere the child stays behind
 * if this process is killed.
 */
const endsWithUs = existsSync('/usr/bin/setpriv') ? ['/usr/bin/setpriv', '--pdeathsig', 'TERM'] : [];
