import type { Model } from '../../generated/types.gen.ts';

/** Returns a model's name in chats, optionally with a step. */
export function servedName({ entity, project, name }: Model, step?: number): string {
  return `wandb-artifact:///${entity}/${project}/${name}${step === undefined ? '' : `:step${step}`}`;
}

/** Returns a shorter name, for headings. */
export function shortName(served: string): string {
  return served.replace(/^wandb-artifact:\/\/\/[^/]*\//, '');
}
