import type { ModelText } from '../model/text/model-text.ts';
import { shippedProcessors } from './processors/processor-table.ts';
import { readSamplingDefaults, type SamplingDefaults } from './sampling-defaults.ts';

/** What the compute process can hold, in tokens. */
export type ModelLengths = Readonly<Pick<ServedModel, 'contextLength' | 'trainingLength'>>;

/** A base model as the HTTP process knows it: its text side, and what it can hold. */
export interface ServedModel {
  /** As the operator configured it; what `base_model` and a chat's `model` say. */
  id: string;
  /** Folder or GGUF file, for the compute process. */
  path: string;
  text: ModelText;
  /** Tokens of prompt and answer together. */
  readonly contextLength: number;
  /** Longest training sequence in tokens. */
  readonly trainingLength: number;
  /** The limits of requests. */
  limits: { readonly contextLength: number; vocabSize: number; readonly defaults: SamplingDefaults };
  /** Unix seconds at which it was loaded. */
  created: number;
}

/**
 * `id` and `path` as set-up resolved them, `text` as `openModelText` read it. `lengths` are read again each time: the
 * memory of whoever computes may hold less than the model could. With `modelSampling`, requests that leave sampling
 * fields out mean what the model's generation_config.json says.
 */
export function servedModel(
  id: string,
  path: string,
  text: ModelText,
  lengths: ModelLengths,
  { modelSampling = false } = {},
): ServedModel {
  const limits = {
    get contextLength() {
      return lengths.contextLength;
    },
    get defaults() {
      return modelSampling ? readSamplingDefaults(text.generation, lengths.contextLength) : {};
    },
    vocabSize: text.config.vocab_size,
  };
  return {
    ...{ id, path, text, limits, created: Math.floor(Date.now() / 1000) },
    get contextLength() {
      return lengths.contextLength;
    },
    get trainingLength() {
      return lengths.trainingLength;
    },
  };
}

/** The base models that this server has loaded, the default one first. */
export class ServedModels {
  readonly #models: ReadonlyMap<string, ServedModel>;
  /** Names of the logits processors that a request may ask for. */
  readonly processors: readonly string[];

  constructor(models: readonly ServedModel[], processors: readonly string[] = [...shippedProcessors.keys()]) {
    this.processors = processors;
    this.#models = new Map(models.map((model) => [model.id, model]));
  }

  list(): ServedModel[] {
    return [...this.#models.values()];
  }

  get(id: string): ServedModel | null {
    return this.#models.get(id) ?? null;
  }

  /** The one that answers where a request names none. */
  first(): ServedModel {
    return this.list()[0];
  }
}
