import type { Model } from '../../clients/typescript/src/generated/types.gen.ts';
import type { Context } from '../context.ts';
import { CommandFailure, exitCodes } from '../failures.ts';
import { findTrained } from '../model-name.ts';
import { findModel } from '../operations/names.ts';

/** How `--model` and `--base-model` name what is trained. */
export interface ModelChoice {
  model: string;
  baseModel?: string;
  project?: string;
}

/**
 * The model to train. With `--base-model` one of that name is made where there is none. Throws `CommandFailure` where
 * it is not there, or has another base model.
 */
export async function trainableModel(
  context: Context,
  { model: name, baseModel, project = 'cli' }: ModelChoice,
): Promise<Model> {
  if (baseModel === undefined) return findTrained(context, name);
  const found = await findModel(context, name).catch((error: unknown) => {
    if (error instanceof CommandFailure && error.exitCode === exitCodes.notFound) return undefined;
    throw error;
  });
  if (found === undefined) return context.client().models.create({ project, name, base_model: baseModel });
  if (found.base_model === baseModel) return found;
  throw new CommandFailure(`model ${name} trains ${found.base_model}, not ${baseModel}`, exitCodes.refused);
}
