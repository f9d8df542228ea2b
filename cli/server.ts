import { DaybreakError } from '../clients/typescript/src/errors.ts';
import { findApiKey, findBaseUrl } from '../clients/typescript/src/settings.ts';
import { CommandFailure, exitCodes, UsageFailure } from './failures.ts';
import { type Profile, profileOf, readProfiles } from './profiles.ts';

/** The server that a command uses. */
export interface Server {
  url: string;
  /** Source of the address, for people. */
  from: string;
  /** Returns the key. Throws `CommandFailure` if there is none. */
  key(): string;
}

interface Choice {
  url?: string;
  profile?: string;
}

/** Finds the server: from the flags, else the environment, else the current profile, else on this machine. */
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
  /** Profile with the key of that server. */
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

/**
 * Resolves an address. A key is sent only to the server it was given for, so only a profile of the same address
 * applies.
 */
function ofAddress(text: string, from: string, env: NodeJS.ProcessEnv): Address {
  const url = address(text);
  const profile = Object.values(readProfiles(env).profiles).find((one) => one.url === url);
  return { url, from, profile };
}

/** Normalizes an address, without `/v1` and trailing slashes. Throws `UsageFailure` for an invalid one. */
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
    throw new CommandFailure(`no API key for ${url}; set one with ${ways}`, exitCodes.auth, { cause: error });
  }
}
