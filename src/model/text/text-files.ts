import type { ModelConfig } from '../checkpoint/config.ts';

/** Ids of special tokens. `eos` lists every id that ends an answer, the primary one first. */
export interface SpecialIds {
  bos: number | null;
  eos: readonly number[];
  pad: number | null;
}

/** Contents of a model's files about text, before a tokenizer is built from them. */
export interface TextFiles {
  /** File that the tokenizer comes from, for error messages. */
  source: string;
  config: ModelConfig;
  tokenizerJson: Record<string, unknown>;
  /** `bos_token`, `eos_token` and so on, as chat templates see them. */
  specialTokens: Readonly<Record<string, string>>;
  /** Chat templates by name; `default` is used unless a request asks for another. */
  chatTemplates: ReadonlyMap<string, string>;
  specialIds: SpecialIds;
  /** `tokenizer_config.json`; empty if the model has none. */
  tokenizerConfig: Readonly<Record<string, unknown>>;
  /** `generation_config.json`; empty if the model has none. */
  generation: Readonly<Record<string, unknown>>;
}
