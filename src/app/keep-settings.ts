import { defaultKeepLimits, type KeepLimits } from '../jobs/kept-trajectories.ts';
import type { KeepRules } from '../store/keep-rules.ts';
import type { Retention } from '../store/retention.ts';
import { ConfigError, readBytes, readWhole, text } from './setting.ts';

/** Reads the limits of stored trajectories. Throws `ConfigError`. */
export function readKeep(env: NodeJS.ProcessEnv): KeepLimits {
  const name = 'DAYBREAK_KEEP_TRAJECTORIES';
  const bytes = text(env, name) === '0' ? 0 : readBytes(env, name, BYTES_OR_NONE);
  const value = text(env, 'DAYBREAK_KEEP_TOKENS') ?? String(defaultKeepLimits.tokenGroups);
  if (!/^\d{1,5}$/.test(value)) {
    const wrong = `${JSON.stringify(value)} is not a number of groups`;
    throw new ConfigError('DAYBREAK_KEEP_TOKENS', wrong, 'a whole number from 0 to 99999');
  }
  return { bytes: bytes ?? defaultKeepLimits.bytes, ownerBytes: readLogBytes(env), tokenGroups: Number(value) };
}

/** Reads the quotas and retention of models, checkpoints and artifacts. Throws `ConfigError`. */
export function readKeepRules(env: NodeJS.ProcessEnv): KeepRules {
  const most = (name: string): number | null =>
    (text(env, name) ?? '0') === '0' ? null : readWhole(env, name, 0, MAX_THINGS);
  const bytes = 'DAYBREAK_MAX_ARTIFACT_BYTES';
  const quotas = {
    models: most('DAYBREAK_MAX_MODELS'),
    checkpoints: most('DAYBREAK_MAX_CHECKPOINTS'),
    artifactBytes: text(env, bytes) === '0' ? null : readBytes(env, bytes, BYTES_OR_NONE),
    logBytes: readLogBytes(env),
  };
  return { quotas, retention: readRetention(text(env, 'DAYBREAK_KEEP_CHECKPOINTS')) };
}

/** Reads how many bytes the logs of each owner may take; null is no limit. */
function readLogBytes(env: NodeJS.ProcessEnv): number | null {
  const name = 'DAYBREAK_MAX_LOG_BYTES';
  return text(env, name) === '0' ? null : readBytes(env, name, BYTES_OR_NONE);
}

const BYTES_OR_NONE = '0, or 1MiB or more, such as 5GiB';
const MAX_THINGS = 1_000_000;
const LAST = /^last=([1-9]\d{0,5})$/;
const EVERY = /^every=([1-9]\d{0,5})$/;
const BEST = /^best=(.{1,256}):(max|min):([1-9]\d{0,2})$/;

/** Parses a value such as `last=5,every=100,best=val/reward:max:3`; `last` is required. */
function readRetention(value: string | null): Retention | null {
  if (value === null) return null;
  const retention: Retention = { keepLast: 0, keepEvery: null, keepBest: null };
  for (const entry of value.split(',').map((part) => part.trim())) {
    const [last, every, best] = [LAST.exec(entry), EVERY.exec(entry), BEST.exec(entry)];
    if (last !== null && retention.keepLast === 0) retention.keepLast = Number(last[1]);
    else if (every !== null && retention.keepEvery === null) retention.keepEvery = Number(every[1]);
    else if (best !== null && retention.keepBest === null) {
      retention.keepBest = { metric: best[1], mode: best[2] as 'max' | 'min', count: Number(best[3]) };
    } else throw wrongRetention(`${JSON.stringify(entry)} is not a rule, or is listed twice`);
  }
  if (retention.keepLast > 0) return retention;
  throw wrongRetention(`${JSON.stringify(value)} does not say how many of the newest checkpoints to keep`);
}

function wrongRetention(wrong: string): ConfigError {
  const allowed = 'last=5, and optionally every=100 and best=METRIC:max:3 or best=METRIC:min:3, separated by commas';
  return new ConfigError('DAYBREAK_KEEP_CHECKPOINTS', wrong, allowed);
}
