import { expect, it } from 'vitest';
import { type MatrixProduct, matrixShapeOf } from '../../src/compute/subgroup-matrix.ts';

const FEATURES = ['shader-f16', 'subgroups', 'chromium-experimental-subgroup-matrix'];
const SIZED = [...FEATURES, 'subgroup-size-control'];
const product = (componentType: string, resultComponentType: string, size: number): MatrixProduct => {
  return { componentType, resultComponentType, M: size, N: size, K: size };
};
const NVIDIA = [product('f16', 'f16', 16), product('f16', 'f32', 8), product('f16', 'f32', 16)];

function gpu(features: string[], subgroupMinSize: number, subgroupMaxSize: number): GPUDevice {
  const limits = { maxComputeWorkgroupStorageSize: 32 * 1024 };
  return { features: new Set(features), adapterInfo: { subgroupMinSize, subgroupMaxSize }, limits } as never;
}

it('chooses the largest f16 matrix product with f32 sums, and fixes the subgroup size if the device can', () => {
  const shape = { M: 16, N: 16, K: 16, SIZE: 32 };
  expect(matrixShapeOf(gpu(SIZED, 32, 32), NVIDIA)).toEqual({ ...shape, SIZED: 1 });
  expect(matrixShapeOf(gpu(SIZED, 32, 64), NVIDIA)).toEqual({ ...shape, SIZED: 1 });
  expect(matrixShapeOf(gpu(FEATURES, 32, 32), NVIDIA)).toEqual({ ...shape, SIZED: 0 });
});

it('chooses no matrix product if the subgroup size may differ, or if no product sums f16 in f32', () => {
  expect(matrixShapeOf(gpu(FEATURES, 4, 64), NVIDIA)).toBeUndefined();
  expect(matrixShapeOf(gpu(SIZED, 64, 64), NVIDIA)).toBeUndefined();
  // The products that Dawn has on Metal.
  expect(matrixShapeOf(gpu(FEATURES, 32, 32), [product('f32', 'f32', 8), product('f16', 'f16', 8)])).toBeUndefined();
});
