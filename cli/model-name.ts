import type { Model } from '../clients/typescript/src/generated/types.gen.ts';
import { chatName } from '../clients/typescript/src/models.ts';
import type { Context } from './context.ts';
import { CommandFailure, exitCodes, UsageFailure } from './failures.ts';
import { findModel } from './operations/names.ts';

/** A model name from the command line, split from its step. */
export interface ModelName {
  /** An id, `name`, `project/name`, `entity/project/name`, or the name that chat uses. */
  name: string;
  /** Absent for the newest checkpoint. */
  step?: number;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The step suffix. Names contain no colon, except in `wandb-artifact:///`. */
const suffix = /:(?!\/\/)([^:/]*)$/;
const steps = /^(?:step(\d{1,9})|latest)$/;

/** Parses `M`, `M:stepN` and `M:latest`. Throws `UsageFailure` for anything else. */
export function readModelName(text: string): ModelName {
  const found = suffix.exec(text);
  const name = found === null ? text : text.slice(0, found.index);
  if (name === '') throw new UsageFailure(`${JSON.stringify(text)} is not the name of a model`);
  if (found === null) return { name };
  const step = steps.exec(found[1]!);
  if (step === null) {
    const allowed = 'allowed are :step and a whole number of up to 9 digits, or :latest';
    throw new UsageFailure(`${JSON.stringify(text)} is not the name of a checkpoint: ${allowed} after a model`);
  }
  return step[1] === undefined ? { name } : { name, step: Number(step[1]) };
}

/** Finds a trained model. Throws `CommandFailure` if there is none, or more than one. */
export function findTrained(context: Context, name: string): Promise<Model> {
  return uuid.test(name) ? context.client().models.get(name) : findModel(context, name);
}

/** Finds a checkpoint of a model, the newest if the text names no step. Throws `CommandFailure` if there is none. */
export async function findCheckpoint(context: Context, text: string): Promise<{ model: Model; step: number }> {
  const { name, step } = readModelName(text);
  const model = await findTrained(context, name);
  if (step !== undefined) return { model, step };
  const newest = await context.client().models.checkpoints.list(model.id, { limit: 1, order: 'desc' }).firstPage();
  const [checkpoint] = newest.data;
  if (checkpoint !== undefined) return { model, step: checkpoint.step };
  throw new CommandFailure(`all checkpoints of ${name} have been deleted`, exitCodes.notFound);
}

/**
 * Returns the name of a model for chat: the id of a base model, or the full name of a trained model or its checkpoint.
 */
export async function servedName(context: Context, text: string): Promise<string> {
  const served = await context.client().models.served();
  if (served.some(({ id }) => id === text)) return text;
  const { name, step } = readModelName(text);
  return chatName(await findTrained(context, name), step);
}
