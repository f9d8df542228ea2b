import { RequestError } from './request-error.ts';

/**
 * Which checkpoint of a trained model is asked for; `version` counts artifact versions, v0 being the untrained adapter.
 */
export type CheckpointChoice = { kind: 'latest' } | { kind: 'step'; step: number } | { kind: 'version'; index: number };

/** What the `model` field of a chat request names. */
export type ModelName =
  | { kind: 'base'; id: string }
  | { kind: 'trained'; entity: string; project: string; name: string; checkpoint: CheckpointChoice };

const ARTIFACT = /^(?:hosted_vllm\/)?wandb-artifact:\/\/\/?(.*)$/s;
/** No name has a colon. */
const PARTS = /^([^/]+)\/([^/]+)\/([^/:]+)(?::(.*))?$/s;
const CHECKPOINT = /^(?:step(\d{1,9})|v(\d{1,9})|latest)$/;

/**
 * Parses the model names of the ART protocol: `wandb-artifact:///{entity}/{project}/{name}` with nothing, `:latest`,
 * `:step{N}` or `:v{K}` behind it; two slashes are taken for three, and the proxy prefix `hosted_vllm/` is passed over.
 * Case counts and nothing is percent-decoded. Any other string is the id of a base model. Throws a not-found
 * `RequestError` when an artifact name lacks one of its three parts, or has something else behind it.
 */
export function parseModelName(text: string): ModelName {
  const artifact = ARTIFACT.exec(text);
  if (artifact === null) return { kind: 'base', id: text };
  const parts = PARTS.exec(artifact[1]);
  if (parts === null) {
    throw notFound(
      `'${text}' is not a model name; a trained model is wandb-artifact:///{entity}/{project}/{name}, ` +
        'with :step{N} behind it for one checkpoint',
    );
  }
  const [, entity, project, name, suffix = 'latest'] = parts;
  return { kind: 'trained', entity, project, name, checkpoint: checkpointOf(suffix) };
}

function checkpointOf(suffix: string): CheckpointChoice {
  const found = CHECKPOINT.exec(suffix);
  if (found === null) {
    throw notFound(
      `':${suffix}' names no checkpoint; allowed behind wandb-artifact:///{entity}/{project}/{name} are :step{N}, ` +
        ':v{K} and :latest, with N and K of up to 9 digits',
    );
  }
  const [, step, version] = found;
  if (step !== undefined) return { kind: 'step', step: Number(step) };
  if (version !== undefined) return { kind: 'version', index: Number(version) };
  return { kind: 'latest' };
}

function notFound(why: string): RequestError {
  return new RequestError('model', `model: ${why}`, 'not_found_error', 'model_not_found');
}
