import { existsSync } from 'node:fs';

/**
 * Part of every Debian. It makes the kernel kill the child when the parent dies, even while the child blocks its event
 * loop or runs the driver's compiler. On other systems a child ends when it next finds its channel closed.
 */
const SETPRIV = '/usr/bin/setpriv';

/** Returns options for `fork`: Node with these flags, as a child that does not outlive this process. */
export function childProgram(flags: readonly string[]): { execPath: string; execArgv: string[] } {
  if (process.platform !== 'linux' || !existsSync(SETPRIV)) return { execPath: process.execPath, execArgv: [...flags] };
  return { execPath: SETPRIV, execArgv: ['--pdeathsig', 'KILL', process.execPath, ...flags] };
}
