import type { Adapter } from '../checkpoint/adapter-files.ts';
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import { hasJoinedExperts, type ModelConfig } from '../checkpoint/config.ts';
import { mergedRows, moduleOf, tensorOf } from './merged-rows.ts';

const OF_EXPERT = /^(.+\.mlp\.experts)\.\d+\.(gate|up|down)_proj\.(weight|bias)$/;

/**
 * Returns the name of the exported tensor that contains this tensor. For gpt-oss, one tensor holds all experts of a
 * layer, with gate and up joined.
 */
export function joinedName(config: ModelConfig, name: string): string {
  const [, at, part, kind] = (hasJoinedExperts(config) && OF_EXPERT.exec(name)) || [];
  if (at === undefined) return name;
  return `${at}.${part === 'down' ? 'down_proj' : 'gate_up_proj'}${kind === 'bias' ? '_bias' : ''}`;
}

/** A tensor joined from several tensors of the checkpoint. */
interface JoinedTensor {
  shape: readonly number[];
  /** Yields the values of each expert in turn. */
  content(): Iterable<Float32Array>;
}

/**
 * Joins the tensors `names`, of all X experts and one or two projections (gate and up), in transformers' layout with
 * the adapter merged: transposed, gate and up interleaved: [X, cols, rows], [X, cols, 2 rows], or [X, size] for biases.
 * One expert is in memory at a time.
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
          // Transposes a matrix; a bias, which is one row, keeps its order.
          for (let i = 0; i < values.length; i++) {
            out[((i % cols) * rows + Math.floor(i / cols)) * parts + part] = values[i];
          }
        }
        yield out;
      }
    },
  };
}
