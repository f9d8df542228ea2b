/** Error about one unusable setting; `message` is the one line that the operator sees. */
export class ConfigError extends Error {
  override name = 'ConfigError';

  constructor(variable: string, wrong: string, allowed: string) {
    super(`${variable}: ${wrong}; allowed: ${allowed}`);
  }
}

/** Returns the value of a variable, trimmed, or null if it is unset or empty. */
export function text(env: NodeJS.ProcessEnv, name: string): string | null {
  const value = env[name]?.trim();
  return value ? value : null;
}

/** Reads a whole number from 1 to `most`. Throws `ConfigError`. */
export function readWhole(env: NodeJS.ProcessEnv, name: string, usual: number, most = 1_000_000): number {
  const value = text(env, name) ?? String(usual);
  const number = /^\d{1,7}$/.test(value) ? Number(value) : 0;
  if (number >= 1 && number <= most) return number;
  throw new ConfigError(name, `${JSON.stringify(value)} is out of range`, `a whole number from 1 to ${most}`);
}

const unitBytes: Record<string, number> = { MiB: 2 ** 20, GiB: 2 ** 30 };

/** Reads a number of bytes such as `2.5GiB`; returns null if the variable is unset. Throws `ConfigError`. */
export function readBytes(
  env: NodeJS.ProcessEnv,
  name: string,
  allowed = '1MiB or more, such as 512MiB or 2.5GiB',
): number | null {
  const value = text(env, name);
  if (value === null) return null;
  const [, count, unit] = /^(\d{1,6}(?:\.\d{1,3})?) ?(MiB|GiB)$/.exec(value) ?? [];
  const bytes = Math.floor(Number(count) * unitBytes[unit]);
  if (bytes >= 2 ** 20) return bytes;
  throw new ConfigError(name, `${JSON.stringify(value)} is not a number of bytes`, allowed);
}

/** Reads a switch, 0 or 1. Throws `ConfigError`. */
export function readSwitch(env: NodeJS.ProcessEnv, name: string, unset: boolean): boolean {
  const value = text(env, name) ?? (unset ? '1' : '0');
  if (value === '0' || value === '1') return value === '1';
  throw new ConfigError(name, `${JSON.stringify(value)} is not a switch`, '0 or 1');
}
