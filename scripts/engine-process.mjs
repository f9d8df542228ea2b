import { existsSync } from 'node:fs';
import { createServer } from 'node:net';

/** Returns a free port of 127.0.0.1. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/**
 * Returns a command prefix that makes the Linux kernel send the child this signal when the parent dies. Every Debian
 * has the program setpriv.
 */
export function endsWithUs(signal) {
  return existsSync('/usr/bin/setpriv') ? ['/usr/bin/setpriv', '--pdeathsig', signal] : [];
}
