import { getSystemErrorMap } from 'node:util';
import { StorageError } from '../../artifacts/storage-error.ts';
import { ConfigError } from '../config.ts';
import { BackupError } from './backup-error.ts';

interface Command {
  name: string;
  usage: string;
  /** Runs the command and returns the line to print. `signal` is aborted by Ctrl-C and SIGTERM. */
  act(file: string, signal: AbortSignal): Promise<string>;
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Runs a program of one argument, a file or `-`, and sets the exit code: 1 for an error, 2 for a wrong argument. */
export async function runCommand({ name, usage, act }: Command): Promise<void> {
  // The files that SQLite creates beside a database must be as private as it.
  process.umask(0o077);
  const [file, ...more] = process.argv.slice(2);
  if (file === '--help' || file === '-h' || file === 'help') return void process.stdout.write(`${usage}\n`);
  if (file === undefined || more.length > 0 || (file.startsWith('-') && file !== '-')) {
    say(`${name} takes one argument, a file or - ; see --help`);
    process.exitCode = 2;
    return;
  }
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  try {
    say(await act(file, stop.signal));
  } catch (error) {
    process.exitCode = stop.signal.aborted ? 130 : 1;
    say(`${name}: ${stop.signal.aborted ? 'interrupted; nothing was kept' : told(error, file)}`);
  }
}

/** Returns one line for an error that an operator can fix; rethrows any other. */
function told(error: unknown, file: string): string {
  const isOurs = [BackupError, ConfigError, StorageError].some((type) => error instanceof type);
  const isSystem = error instanceof Error && 'code' in error && 'syscall' in error;
  if (!isOurs && !isSystem) throw error;
  if (!isOurs) return systemLine(error as NodeJS.ErrnoException, file);
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}

/** Formats a system error with its path, or with the given file if the error has no path. */
function systemLine({ errno, path, message }: NodeJS.ErrnoException, file: string): string {
  const words = getSystemErrorMap().get(errno ?? 0)?.[1];
  return words === undefined ? message : `${path ?? file}: ${words}`;
}

/** Formats a size for people. */
export function sizeText(bytes: number): string {
  return bytes < 2 ** 20 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
