/**
 * The GGUF row that holds Hugging Face row `row` of a Llama q or k projection with head size E. llama.cpp's converter
 * (`LlamaModel.permute`) interleaves the two halves of each head, because ggml's RoPE rotates neighbours (2j, 2j+1)
 * where Hugging Face rotates (j, j + E/2). Only whole rows move, so quantised blocks stay intact.
 */
export function permutedRow(row: number, headDim: number): number {
  const within = row % headDim;
  const half = headDim / 2;
  return row - within + (within < half ? 2 * within : 2 * (within - half) + 1);
}
