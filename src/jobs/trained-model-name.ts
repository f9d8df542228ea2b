import { parseModelName } from '../inference/chat/model-name.ts';
import type { ModelRecord } from '../store/models.ts';

/** Whether a chat's `model` names this model, at any of its checkpoints. */
export function namesModel(text: string, model: Pick<ModelRecord, 'entity' | 'project' | 'name'>): boolean {
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
