import type { WeightType } from '../compute/ops/weight.ts';

/** Parameter count of the matrices with one pair of stored format and device format. */
export interface WeightForm {
  /** Name in the checkpoint's format. */
  stored: string;
  kept: WeightType;
  parameters: number;
}

/** Sums the parameters per pair of formats, largest first. */
export function sumOfForms(...lists: WeightForm[][]): WeightForm[] {
  const sums = new Map<string, WeightForm>();
  for (const form of lists.flat()) {
    const key = `${form.stored} ${form.kept}`;
    const before = sums.get(key)?.parameters ?? 0;
    sums.set(key, { ...form, parameters: before + form.parameters });
  }
  return [...sums.values()].sort((a, b) => b.parameters - a.parameters);
}
