import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Location of the Hugging Face hub and its local cache, from the variables of the huggingface_hub package. */
export interface HubSettings {
  /** URL without a trailing slash. */
  endpoint: string;
  token: string | null;
  /** Folder of the `models--org--name` folders. */
  cache: string;
  offline: boolean;
}

/** Reads HF_ENDPOINT, HF_TOKEN, HF_TOKEN_PATH, HF_HOME, HF_HUB_CACHE, HF_HUB_OFFLINE and XDG_CACHE_HOME. */
export function hubSettings(env: Environment): HubSettings {
  const home = env.HF_HOME || join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'huggingface');
  return {
    endpoint: (env.HF_ENDPOINT || 'https://huggingface.co').replace(/\/+$/, ''),
    token: env.HF_TOKEN?.trim() || savedToken(env.HF_TOKEN_PATH || join(home, 'token')),
    cache: env.HF_HUB_CACHE || env.HUGGINGFACE_HUB_CACHE || join(home, 'hub'),
    offline: ['1', 'true', 'yes', 'on'].includes((env.HF_HUB_OFFLINE ?? '').toLowerCase()),
  };
}

function savedToken(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim() || null;
  } catch {
    return null;
  }
}
