import type { SftConfig } from '../training/sft/sft-config.ts';
import type { SftStep } from '../training/sft/sft-job.ts';
import type { Place } from '../training/training-input-error.ts';

/** What the thread that plans an SFT job is told. */
export interface SftThreadJob {
  /** Folder or GGUF file of the base model. */
  model: string;
  files: ReadonlyMap<string, Uint8Array>;
  config: SftConfig;
  /** Longest sequence to train, in tokens. */
  trainingLength: number;
  /** Bytes of heap that the rows may take when they are parsed. */
  mostHeap: number;
}

/** What it tells, step by step, so that no message is large. */
export type SftMessage =
  | { kind: 'step'; step: SftStep }
  | { kind: 'end' }
  /** The rows cannot be trained on. */
  | { kind: 'refused'; place: Place; reason: string }
  | { kind: 'no template'; reason: string }
  | { kind: 'too much' };
