import type { Adapter } from '../checkpoint/adapter-files.ts';
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import { hasJoinedExperts, type ModelConfig } from '../checkpoint/config.ts';
import { mergedRows, moduleOf, tensorOf } from './merged-rows.ts';

const OF_EXPERT = /^(.+\.mlp\.experts)\.\d+\.(gate|up|down)_proj\.(weight|bias)$/;

/**
 * The tensor of a Hugging Face folder that has this one among others: in gpt-oss all experts of a layer are one, and so
 * are their gates and ups.
 */
export function joinedName(config: ModelConfig, name: string): string {
  const [, at, part, kind] = (hasJoinedExperts(config) && OF_EXPERT.exec(name)) || [];
  if (at === undefined) return name;
  return `${at}.${part === 'down' ? 'down_proj' : 'gate_up_proj'}${kind === 'bias' ? '_bias' : ''}`;
}

/** A tensor of several of the checkpoint's. */
interface JoinedTensor {
  shape: readonly number[];
  /** What each of the experts has of it, one after the other. */
  content(): Iterable<Float32Array>;
}

/**
 * The tensors `names`, those of all X experts of one kind or of two (gate and up), as transformers has them:
 * transposed, each gate before its up: [X, cols, rows], [X, cols, 2 rows], or [X, size] of biases, with the adapter in
 * them. What one expert has is in memory at a time.
 */
export function joinedExperts(
  checkpoint: Checkpoint,
  adapter: Adapter | null,
  experts: number,
  names: readonly string[],
): JoinedTensor {
  const parts = names.length / experts;
  const { rows, cols } = tensorOf(checkpoint, names[0]);
  const isBias = names[0].endsWith('.bias');
  return {
    shape: isBias ? [experts, cols * parts] : [experts, cols, rows * parts],
    *content() {
      for (let expert = 0; expert < experts; expert++) {
        const out = new Float32Array(rows * cols * parts);
        for (let part = 0; part < parts; part++) {
          const tensor = tensorOf(checkpoint, names[part * experts + expert]);
          const values = mergedRows(tensor, moduleOf(adapter, tensor.name), { start: 0, count: rows });
          // Of a bias, which is one row, this is the order in which it stands.
          for (let i = 0; i < values.length; i++) {
            out[((i % cols) * rows + Math.floor(i / cols)) * parts + part] = values[i];
          }
        }
        yield out;
      }
    },
  };
}
