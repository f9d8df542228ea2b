import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';

/** Signals that ask a program to end, and what the child is sent for them. */
const signals = { SIGINT: 'SIGINT', SIGTERM: 'SIGTERM', SIGHUP: 'SIGTERM' };

/**
 * Runs a program with this process's input and output, and passes on the signals that ask it to end.
 *
 * With `apart`, the child is out of the terminal's reach, so that it gets one signal for one Ctrl-C: the terminal sends
 * one to every process of the group, and npm sends another. Should this process be killed, the kernel tells the child.
 * Without, Ctrl-C comes to the child straight from the terminal, as programs that use the terminal need it.
 *
 * @returns {Promise<{ code: number, signal?: string, asked: boolean }>} `asked`: it was told to end
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
      if (now - (last[signal] ?? 0) > 1000) child.kill(signals[signal]); // a second one at once is npm's echo
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

/** Part of every Debian; elsewhere a killed start leaves its server behind. */
const endsWithUs = existsSync('/usr/bin/setpriv') ? ['/usr/bin/setpriv', '--pdeathsig', 'TERM'] : [];
