import type { ServedModel, ServedModels } from '../inference/served-models.ts';
import type { ModelRecord } from '../store/models.ts';
import { JobFailure } from './job-failure.ts';

/** The base model of a model. Throws `JobFailure` when the operator serves others now. */
export function requireServed(served: ServedModels, model: ModelRecord): ServedModel {
  const base = served.get(model.baseModel);
  if (base !== null) return base;
  throw new JobFailure(
    `The base model '${model.baseModel}' is not served any more; served are ` +
      `${served
        .list()
        .map(({ id }) => id)
        .join(', ')}. Start the server with it in DAYBREAK_MODEL and train again.`,
  );
}
