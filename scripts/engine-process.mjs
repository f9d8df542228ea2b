import { existsSync } from 'node:fs';
import { createServer } from 'node:net';

/** A port of 127.0.0.1 that nobody listens on now. */
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
 * What goes before a command so that the kernel sends the process this signal should ours be killed. The program is on
 * every Debian.
 */
export function endsWithUs(signal) {
  return existsSync('/usr/bin/setpriv') ? ['/usr/bin/setpriv', '--pdeathsig', signal] : [];
}
