import { DaybreakError } from '../clients/typescript/src/errors.ts';
import { findApiKey, findBaseUrl } from '../clients/typescript/src/settings.ts';
import { CommandFailure, exitCodes, UsageFailure } from './failures.ts';
import { type Profile, profileOf, readProfiles } from './profiles.ts';

/** The server that a command talks to. */
export interface Server {
  url: string;
  /** Where the address is from, for people. */
  from: string;
  /** Throws `CommandFailure` where there is no key. */
  key(): string;
}

interface Choice {
  url?: string;
  profile?: string;
}

/** The server by the flags, else by the environment, else by the profile in use, else the one of this machine. */
export function findServer(flags: Choice, env: NodeJS.ProcessEnv): Server {
  const { url, from, profile } = findAddress(flags, env);
  return {
    url,
    from,
    key: () => findKey(url, flags.profile === undefined ? env.DAYBREAK_API_KEY : undefined, profile),
  };
}

interface Address {
  url: string;
  from: string;
  /** A profile whose key is that server's. */
  profile?: Profile;
}

function findAddress(flags: Choice, env: NodeJS.ProcessEnv): Address {
  const named = flags.profile === undefined ? undefined : profileOf(readProfiles(env), flags.profile);
  if (flags.url !== undefined && named === undefined) return ofAddress(flags.url, '--url', env);
  if (named !== undefined) {
    const url = address(flags.url ?? named.url);
    return { url, from: `profile ${flags.profile}`, profile: url === named.url ? named : undefined };
  }
  if (env.DAYBREAK_BASE_URL) return ofAddress(env.DAYBREAK_BASE_URL, 'DAYBREAK_BASE_URL', env);
  const known = readProfiles(env);
  if (known.current !== undefined) {
    const profile = profileOf(known, known.current);
    return { url: profile.url, from: `profile ${known.current}`, profile };
  }
  const port = env.DAYBREAK_PORT?.trim() || '8484';
  return { url: address(`http://127.0.0.1:${port}`), from: 'this machine' };
}

/** A key is sent to the server that it was given for, and to no other: that of a profile has the same address. */
function ofAddress(text: string, from: string, env: NodeJS.ProcessEnv): Address {
  const url = address(text);
  const profile = Object.values(readProfiles(env).profiles).find((one) => one.url === url);
  return { url, from, profile };
}

/** Without `/v1` and the slashes at its end. Throws `UsageFailure` for what is no address. */
export function address(text: string): string {
  try {
    return findBaseUrl(text);
  } catch (error) {
    throw error instanceof DaybreakError ? new UsageFailure(error.message.replace('baseUrl', 'the address')) : error;
  }
}

function findKey(url: string, given: string | undefined, profile: Profile | undefined): string {
  try {
    return findApiKey(given || profile?.key, url);
  } catch (error) {
    if (!(error instanceof DaybreakError)) throw error;
    const ways = `daybreak login ${url}, or the variable DAYBREAK_API_KEY`;
    throw new CommandFailure(`no API key for ${url}; give one by ${ways}`, exitCodes.auth, { cause: error });
  }
}
