import type { ModelText } from '../model/text/model-text.ts';
import { shippedProcessors } from './processors/processor-table.ts';
import { readSamplingDefaults, type SamplingDefaults } from './sampling-defaults.ts';

/** Longest sequences that the compute process has memory for, in tokens. */
export type ModelLengths = Readonly<Pick<ServedModel, 'contextLength' | 'trainingLength'>>;

/** A base model in the HTTP process: its tokenizer and templates, and its length limits. */
export interface ServedModel {
  /** Name that the operator configured; the value of `base_model` and of a chat's `model`. */
  id: string;
  /** Folder or GGUF file, for the compute process. */
  path: string;
  text: ModelText;
  /** Most tokens of prompt and answer together. */
  readonly contextLength: number;
  /** Longest training sequence in tokens. */
  readonly trainingLength: number;
  /** Limits and defaults of requests. */
  limits: { readonly contextLength: number; vocabSize: number; readonly defaults: SamplingDefaults };
  /** Load time in Unix seconds. */
  created: number;
}

/**
 * Returns a served model. `id` and `path` come from set-up, `text` from `openModelText`. `lengths` are read on each
 * access: the compute process may have memory for less than the model allows. With `modelSampling`, absent sampling
 * fields of a request take the defaults of the model's generation_config.json.
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
  /** Names of the logits processors that a request may use. */
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

  /** Returns the default model, which answers requests that name none. */
  first(): ServedModel {
    return this.list()[0];
  }
}
