import { parseModelName } from '../../inference/chat/model-name.ts';

/** Names of a trained model, as in the `model` of a chat. */
export interface TrainedModelName {
  entity: string;
  project: string;
  name: string;
}

/** Returns whether a chat's `model` names this model, at any of its checkpoints. */
export function namesModel(text: string, model: TrainedModelName): boolean {
  try {
    const name = parseModelName(text);
    return (
      name.kind === 'trained' &&
      name.entity === model.entity &&
      name.project === model.project &&
      name.name === model.name
    );
  } catch {
    return false;
  }
}
