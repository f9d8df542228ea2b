import type { CreateModelRequest, Model } from '../../clients/typescript/src/generated/types.gen.ts';
import type { Context } from '../context.ts';
import { CommandFailure, exitCodeOf, exitCodes, UsageFailure } from '../failures.ts';
import { findTrained, readModelName } from '../model-name.ts';

/** Options that name the model to train. */
export interface ModelChoice {
  model: string;
  baseModel?: string;
  /** Project of a new model whose name has none. */
  project: string;
}

/** A model to train: an existing one, or the request that creates it. */
export type Trainable = { model: Model } | { request: CreateModelRequest };

/**
 * Finds the model to train, or with `--base-model` prepares a new one. Throws `CommandFailure` if it does not exist or
 * has another base model.
 */
export async function findTrainable(context: Context, choice: ModelChoice): Promise<Trainable> {
  const { baseModel } = choice;
  const { name, step } = readModelName(choice.model);
  if (step !== undefined) throw new UsageFailure('--model: a job trains the model itself, so a step cannot be named');
  let model: Model;
  try {
    model = await findTrained(context, name);
  } catch (error) {
    const isMissing = error instanceof CommandFailure && error.exitCode === exitCodes.notFound;
    if (!isMissing) throw error;
    if (baseModel === undefined) throw new CommandFailure(`${error.message}; --base-model creates it`, error.exitCode);
    return { request: { ...newName(name, choice.project), base_model: baseModel } };
  }
  if (baseModel === undefined || model.base_model === baseModel) return { model };
  throw new CommandFailure(`model ${name} trains ${model.base_model}, not ${baseModel}`, exitCodes.refused);
}

function newName(given: string, usualProject: string): Omit<CreateModelRequest, 'base_model'> {
  const [name, project = usualProject, entity, ...more] = given.split('/').reverse();
  if (more.length === 0) return { name: name!, project, entity };
  throw new UsageFailure(`--model: a new model must be [entity/]project/name, got ${JSON.stringify(given)}`);
}

/**
 * Passes the model to `use`. Creates a new model just before, and deletes it if `use` fails. It stays if no answer
 * arrived, since training may have begun.
 */
export async function withTrainable<T>(
  context: Context,
  trainable: Trainable,
  use: (model: Model) => Promise<T>,
): Promise<T> {
  if ('model' in trainable) return use(trainable.model);
  const { models } = context.client();
  const made = await models.create(trainable.request);
  try {
    return await use(made);
  } catch (error) {
    if (exitCodeOf(error) !== exitCodes.unreachable) await models.delete(made.id).catch(() => {});
    throw error;
  }
}
