import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandFailure, exitCodes } from './failures.ts';

/** A server and its key. */
export interface Profile {
  url: string;
  key: string;
}

/** Servers signed in to, by name; `current` is the one in use. */
export interface Profiles {
  current?: string;
  profiles: Record<string, Profile>;
}

function profilesFile(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'daybreak/config.json');
}

/** Reads the profiles. Throws `CommandFailure` for an unreadable file. */
export function readProfiles(env: NodeJS.ProcessEnv): Profiles {
  const file = profilesFile(env);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { profiles: {} };
    throw new CommandFailure(`${file} cannot be read: ${(error as Error).message}`);
  }
  const found = parsed(text);
  if (!isProfiles(found)) throw new CommandFailure(`${file} has no profiles; delete it and sign in again`);
  return found;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isProfiles(value: unknown): value is Profiles {
  const { profiles } = (value ?? {}) as Partial<Profiles>;
  return (
    typeof profiles === 'object' &&
    profiles !== null &&
    Object.values(profiles).every((one) => typeof one?.url === 'string' && typeof one.key === 'string')
  );
}

/** Writes the profiles atomically, readable by their owner only. */
export function writeProfiles(env: NodeJS.ProcessEnv, profiles: Profiles): void {
  const file = profilesFile(env);
  const temporary = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  chmodSync(dirname(file), 0o700);
  try {
    writeFileSync(temporary, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600, flush: true });
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Returns a profile. Throws `CommandFailure` if there is none of that name. */
export function profileOf({ profiles }: Profiles, name: string): Profile {
  if (Object.hasOwn(profiles, name)) return profiles[name]!;
  const names = Object.keys(profiles);
  const known = names.length === 0 ? 'sign in with daybreak login <url>' : `known are ${names.join(', ')}`;
  throw new CommandFailure(`no profile ${JSON.stringify(name)}; ${known}`, exitCodes.notFound);
}
