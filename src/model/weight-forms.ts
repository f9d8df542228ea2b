import type { WeightType } from '../compute/ops/weight.ts';

/** Matrices that are stored in one form and kept in one. */
export interface WeightForm {
  /** As the checkpoint's format calls it. */
  stored: string;
  kept: WeightType;
  parameters: number;
}

/** One entry a pair of forms, in order of size. */
export function sumOfForms(...lists: WeightForm[][]): WeightForm[] {
  const sums = new Map<string, WeightForm>();
  for (const form of lists.flat()) {
    const key = `${form.stored} ${form.kept}`;
    const before = sums.get(key)?.parameters ?? 0;
    sums.set(key, { ...form, parameters: before + form.parameters });
  }
  return [...sums.values()].sort((a, b) => b.parameters - a.parameters);
}
