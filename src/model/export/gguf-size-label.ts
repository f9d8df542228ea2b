interface SizedTensor {
  name: string;
  shape: readonly number[];
}

const UNITS: readonly [suffix: string, parameters: number][] = [
  ['T', 1e12],
  ['B', 1e9],
  ['M', 1e6],
];

/**
 * Returns `general.size_label` as the gguf package computes it: `8.0B`, or `128x4.5B` for 128 experts, where 4.5B
 * counts the parameters outside the experts plus one expert.
 */
export function sizeLabel(tensors: readonly SizedTensor[]): string {
  const size = ({ shape }: SizedTensor) => shape.reduce((product, dimension) => product * dimension, 1);
  const ofExperts = tensors.filter(({ name, shape }) => name.includes('_exps.') && shape.length === 3);
  const experts = ofExperts[0]?.shape[0] ?? 0;
  const stacked = ofExperts.reduce((sum, tensor) => sum + size(tensor), 0);
  const all = tensors.reduce((sum, tensor) => sum + size(tensor), 0);
  return experts === 0 ? rounded(all) : `${experts}x${rounded(all - stacked + stacked / experts)}`;
}

/** Formats a parameter count with at least two digits. */
function rounded(parameters: number): string {
  const [suffix, unit] = UNITS.find(([, least]) => parameters > least) ?? ['K', 1e3];
  const scaled = parameters / unit;
  const whole = Math.round(scaled) === 0 ? 0 : String(Math.round(scaled)).length;
  return `${scaled.toFixed(Math.max(2 - whole, 0))}${suffix}`;
}
