/** The four numbers of Llama 3's frequency scaling, as `config.json` spells them. */
interface Llama3Scaling {
  factor: number;
  low_freq_factor: number;
  high_freq_factor: number;
  original_max_position_embeddings: number;
}

/**
 * What Llama 3 divides each of the E/2 RoPE frequencies by: 1 for short wavelengths, `factor` for long ones, and
 * a blend between (transformers' `_compute_llama3_parameters`).
 */
export function llama3Divisors(theta: number, headDim: number, scaling: Llama3Scaling): number[] {
  const longest = scaling.original_max_position_embeddings / scaling.low_freq_factor;
  const shortest = scaling.original_max_position_embeddings / scaling.high_freq_factor;
  return Array.from({ length: headDim / 2 }, (_, i) => {
    const wavelength = 2 * Math.PI * theta ** ((2 * i) / headDim);
    if (wavelength < shortest) return 1;
    if (wavelength > longest) return scaling.factor;
    const smooth =
      (scaling.original_max_position_embeddings / wavelength - scaling.low_freq_factor) /
      (scaling.high_freq_factor - scaling.low_freq_factor);
    return 1 / ((1 - smooth) / scaling.factor + smooth);
  });
}
