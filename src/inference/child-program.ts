import { existsSync } from 'node:fs';

/**
 * Part of every Debian: has the kernel kill the child when its parent is gone, also in the middle of a long tick or of
 * the driver's compiler. Elsewhere a child ends when it next finds its channel closed.
 */
const SETPRIV = '/usr/bin/setpriv';

/** Node with these flags, for `fork`, as a child that does not outlive this process. */
export function childProgram(flags: readonly string[]): { execPath: string; execArgv: string[] } {
  if (process.platform !== 'linux' || !existsSync(SETPRIV)) return { execPath: process.execPath, execArgv: [...flags] };
  return { execPath: SETPRIV, execArgv: ['--pdeathsig', 'KILL', process.execPath, ...flags] };
}
