import type { ModelConfig } from '../checkpoint/config.ts';

/** Ids with a meaning of their own. `eos` lists every id that ends an answer, the primary one first. */
export interface SpecialIds {
  bos: number | null;
  eos: readonly number[];
  pad: number | null;
}

/** What a model's files tell about text, before a tokenizer is built from it. */
export interface TextFiles {
  /** File that the tokenizer comes from, for error messages. */
  source: string;
  config: ModelConfig;
  tokenizerJson: Record<string, unknown>;
  /** `bos_token`, `eos_token` and so on, as chat templates see them. */
  specialTokens: Readonly<Record<string, string>>;
  /** Chat templates by name; `default` is the one used when no other is asked for. */
  chatTemplates: ReadonlyMap<string, string>;
  specialIds: SpecialIds;
  /** `tokenizer_config.json`, where the model has one. */
  tokenizerConfig: Readonly<Record<string, unknown>>;
  /** `generation_config.json`, where the model has one. */
  generation: Readonly<Record<string, unknown>>;
}
