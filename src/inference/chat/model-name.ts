import { RequestError } from './request-error.ts';

/**
 * The requested checkpoint of a trained model; `version` counts artifact versions, with v0 for the untrained adapter.
 */
export type CheckpointChoice = { kind: 'latest' } | { kind: 'step'; step: number } | { kind: 'version'; index: number };

/** The parsed `model` field of a chat request. */
export type ModelName =
  | { kind: 'base'; id: string }
  | { kind: 'trained'; entity: string; project: string; name: string; checkpoint: CheckpointChoice };

const ARTIFACT = /^(?:hosted_vllm\/)?wandb-artifact:\/\/\/?(.*)$/s;
/** Entity, project, name and checkpoint; the name has no colon. */
const PARTS = /^([^/]+)\/([^/]+)\/([^/:]+)(?::(.*))?$/s;
const CHECKPOINT = /^(?:step(\d{1,9})|v(\d{1,9})|latest)$/;

/**
 * Parses model names of the ART protocol: `wandb-artifact:///{entity}/{project}/{name}`, optionally followed by
 * `:latest`, `:step{N}` or `:v{K}`. Two slashes count as three, and the proxy prefix `hosted_vllm/` is ignored. Names
 * are case-sensitive and not percent-decoded. Any other string is the id of a base model. Throws a not-found
 * `RequestError` if an artifact name lacks one of its three parts or has another suffix.
 */
export function parseModelName(text: string): ModelName {
  const artifact = ARTIFACT.exec(text);
  if (artifact === null) return { kind: 'base', id: text };
  const parts = PARTS.exec(artifact[1]);
  if (parts === null) {
    throw notFound(
      `'${text}' is not a model name; a trained model is wandb-artifact:///{entity}/{project}/{name}, ` +
        'with :step{N} appended for one checkpoint',
    );
  }
  const [, entity, project, name, suffix = 'latest'] = parts;
  return { kind: 'trained', entity, project, name, checkpoint: checkpointOf(suffix) };
}

function checkpointOf(suffix: string): CheckpointChoice {
  const found = CHECKPOINT.exec(suffix);
  if (found === null) {
    throw notFound(
      `':${suffix}' is not a checkpoint; allowed after wandb-artifact:///{entity}/{project}/{name} are :step{N}, ` +
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
