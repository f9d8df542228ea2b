/** Labels of vLLM's metrics: the base model, and the engine's number; each model has one engine. */
export const engineLabels = ['model_name', 'engine'] as const;
export type EngineLabels = Record<(typeof engineLabels)[number], string>;

export function labelsOf(model: string): EngineLabels {
  return { model_name: model, engine: '0' };
}
