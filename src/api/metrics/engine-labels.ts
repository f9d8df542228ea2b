/** What vLLM's metrics carry: the base model, and the number of the engine, of which there is one a model. */
export const engineLabels = ['model_name', 'engine'] as const;
export type EngineLabels = Record<(typeof engineLabels)[number], string>;

export function labelsOf(model: string): EngineLabels {
  return { model_name: model, engine: '0' };
}
