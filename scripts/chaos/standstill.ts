import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Stops and continues a process and its children, such as PostgreSQL's process for each connection. */
export function standstill(pid: () => number | undefined): { freeze(): Promise<void>; thaw(): Promise<void> } {
  let stopped: number[] = [];
  return {
    async freeze() {
      const parent = pid()!;
      // Stopped first, so that it starts no further children.
      signal(parent, 'SIGSTOP');
      const { stdout } = await promisify(execFile)('pgrep', ['-P', String(parent)]).catch(() => ({ stdout: '' }));
      const children = stdout.split('\n').filter(Boolean).map(Number);
      for (const child of children) signal(child, 'SIGSTOP');
      stopped = [...children, parent];
    },
    async thaw() {
      for (const one of stopped) signal(one, 'SIGCONT');
    },
  };
}

/** Sends a signal; does nothing if the process has ended. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
