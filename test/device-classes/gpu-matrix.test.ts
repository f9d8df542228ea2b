import { expect, it } from 'vitest';
import '../compute/matmul-half.ts';
import { TestDevice } from '../compute/test-device.ts';
import './own-devices.ts';
import '../inference/f16-engine.test.ts';

// What GPUs with subgroup matrices have for themselves; all else is that of `gpu-plain`.
TestDevice.deviceClass = 'gpu-matrix';

it('its products are by subgroup matrices', async () => {
  const test = await TestDevice.open();
  expect(test.device.matrix).toMatchObject({ M: 8, N: 8, K: 8 });
  await test.close();
});
