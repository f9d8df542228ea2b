import { RequestError } from './request-error.ts';

/** Which checkpoint of a trained model is asked for; `version` counts artifact versions, v0 being the untrained adapter. */
export type CheckpointChoice = { kind: 'latest' } | { kind: 'step'; step: number } | { kind: 'version'; index: number };

/** What the `model` field of a chat request names. */
export type ModelName =
  | { kind: 'base'; id: string }
  | { kind: 'trained'; entity: string; project: string; name: string; checkpoint: CheckpointChoice };

const ARTIFACT = /^(?:hosted_vllm\/)?wandb-artifact:\/\/\/?(.*)$/s;
const CHECKPOINT_SUFFIX = /^(.+):(?:step(\d{1,9})|v(\d{1,9})|(latest))$/s;

/**
 * Parses the model names of the ART protocol: `wandb-artifact:///{entity}/{project}/{name}` with nothing, `:latest`,
 * `:step{N}` or `:v{K}` behind it; two slashes are taken for three, and the proxy prefix `hosted_vllm/` is passed over.
 * Case counts and nothing is percent-decoded. Any other string is the id of a base model.
 * Throws a not-found `RequestError` when an artifact name lacks one of its three parts.
 */
export function parseModelName(text: string): ModelName {
  const artifact = ARTIFACT.exec(text);
  if (artifact === null) return { kind: 'base', id: text };
  const parts = artifact[1].split('/');
  if (parts.length !== 3 || parts.some((part) => part === '')) {
    throw new RequestError(
      'model',
      `model: '${text}' is not a model name; a trained model is wandb-artifact:///{entity}/{project}/{name}, ` +
        'with :step{N} behind it for one checkpoint',
      'not_found_error',
      'model_not_found',
    );
  }
  const [entity, project, last] = parts;
  const suffix = CHECKPOINT_SUFFIX.exec(last);
  if (suffix === null) return { kind: 'trained', entity, project, name: last, checkpoint: { kind: 'latest' } };
  return { kind: 'trained', entity, project, name: suffix[1], checkpoint: checkpointOf(suffix) };
}

function checkpointOf(suffix: RegExpExecArray): CheckpointChoice {
  if (suffix[2] !== undefined) return { kind: 'step', step: Number(suffix[2]) };
  if (suffix[3] !== undefined) return { kind: 'version', index: Number(suffix[3]) };
  return { kind: 'latest' };
}
