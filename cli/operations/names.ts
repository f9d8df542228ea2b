import type { Model } from '../../clients/typescript/src/generated/types.gen.ts';
import type { Context } from '../context.ts';
import { CommandFailure, exitCodes } from '../failures.ts';
import type { Field } from './operation.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns whether a field takes an id that may also be given as a model's name. */
export function takesModel({ name }: Field): boolean {
  return name === 'model_id' || name === 'run_id';
}

/** Returns the id for a given id, or for `name`, `project/name` or `entity/project/name` of a model. */
export async function idFor(context: Context, field: Field, given: string): Promise<string> {
  if (uuid.test(given)) return given;
  const model = await findModel(context, given);
  if (field.name === 'model_id') return model.id;
  if (model.run_id !== null) return model.run_id;
  throw new CommandFailure(`model ${given} has no run`, exitCodes.notFound);
}

/** Finds a model by name. Throws `CommandFailure` if there is none, or more than one. */
export async function findModel(context: Context, given: string): Promise<Model> {
  const wanted = given
    .replace(/^(wandb|daybreak)-artifact:\/\/\//, '')
    .split('/')
    .reverse();
  const found: Model[] = [];
  for await (const model of context.client().models.list({ limit: 100 })) {
    const names = [model.name, model.project, model.entity];
    if (wanted.length <= 3 && wanted.every((part, index) => part === names[index])) found.push(model);
  }
  if (found.length === 1) return found[0]!;
  if (found.length === 0) throw new CommandFailure(`there is no model ${JSON.stringify(given)}`, exitCodes.notFound);
  const names = found.map(({ entity, project, name }) => `${entity}/${project}/${name}`);
  throw new CommandFailure(`${JSON.stringify(given)} matches several models: ${names.join(', ')}`, exitCodes.usage);
}
