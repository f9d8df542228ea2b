import type { Model } from '../../generated/types.gen.ts';

/** What a chat names a model by; a step may follow. */
export function servedName({ entity, project, name }: Model, step?: number): string {
  return `wandb-artifact:///${entity}/${project}/${name}${step === undefined ? '' : `:step${step}`}`;
}

/** The same, short enough for a heading. */
export function shortName(served: string): string {
  return served.replace(/^wandb-artifact:\/\/\/[^/]*\//, '');
}
