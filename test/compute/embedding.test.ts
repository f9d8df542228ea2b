import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embedding } from '../../src/compute/ops/embedding.ts';
import { shuffled } from '../reference/random.ts';
import { dequantise, type StoredMatrix } from '../reference/stored-matrix.ts';
import { deviceMatrix, STORED_TYPES, storedParts } from './device-matrix.ts';
import { TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

async function embed(parts: StoredMatrix[], tokens: number[], scale?: number) {
  return test.repeatable(async () => {
    const weight = await deviceMatrix(test, ...parts);
    const x = await test.output(tokens.length * weight.cols);
    const a = { tokens: await test.input(Uint32Array.from(tokens)), weight, x, T: tokens.length, scale };
    test.run((recorder) => embedding(recorder, a));
    return test.floats(x);
  });
}

/**
 * Asserts equality with rows of the matrix in f32 (-0 equals 0). Scale times quant is exact in f32, so one rounding
 * remains, and no tolerance is needed.
 */
function expectRows(actual: Float32Array, values: Float64Array, cols: number, tokens: number[]): void {
  const expected = tokens.flatMap((token) =>
    Array.from(values.subarray(token * cols, (token + 1) * cols), Math.fround),
  );
  expect(actual.length).toBe(expected.length);
  const wrong = expected.findIndex((value, i) => value !== actual[i]);
  expect(actual[wrong]).toBe(expected[wrong]);
}

describe.each(STORED_TYPES)('embedding of %s', (type) => {
  it.each([32, 96, 288])('returns the exact rows of sharded weights with %i columns', async (cols) => {
    const { parts, values } = storedParts(cols, { type, rows: 33 }, { type, rows: 1 }, { type, rows: 3 });
    const tokens = [...shuffled(1, 37), 36, 0, 0];
    expectRows(await embed(parts, tokens), values, cols, tokens);
  });

  it('multiplies all rows by a factor', async () => {
    const { parts, values } = storedParts(32, { type, rows: 33 });
    const tokens = shuffled(2, 33);
    const found = await embed(parts, tokens, 12);
    const wanted = tokens.flatMap((token) =>
      [...values.subarray(token * 32, token * 32 + 32)].map((value) => 12 * value),
    );
    found.forEach((value, i) => {
      expect(Math.abs(value - wanted[i])).toBeLessThanOrEqual(2 ** -23 * Math.abs(wanted[i]));
    });
  });
});

describe('embedding decodes', () => {
  it.each(['f16', 'bf16'] as const)('every finite %s', async (type) => {
    const finite = Uint16Array.from({ length: 65536 }, (_, i) => i).filter((bits) =>
      Number.isFinite(dequantise(type, new Uint8Array(Uint16Array.from(new Array(32).fill(bits)).buffer))[0]),
    );
    const rows = Math.floor(finite.length / 32);
    const bytes = new Uint8Array(finite.slice(0, rows * 32).buffer);
    const values = dequantise(type, bytes);
    const tokens = Array.from({ length: rows }, (_, row) => row);
    const actual = await embed([{ type, rows, cols: 32, bytes, values }], tokens);
    expect(rows).toBeGreaterThan(1900);
    expectRows(actual, values, 32, tokens);
  });

  it.each(['q8_0', 'q4_0', 'q4_1'] as const)('blocks of %s whose scale is subnormal or negative', async (type) => {
    const { parts } = storedParts(32, { type, rows: 2 });
    const { bytes } = parts[0];
    const size = bytes.length / 2;
    new DataView(bytes.buffer).setUint16(0, 0x0003, true);
    new DataView(bytes.buffer).setUint16(size, 0xbc01, true);
    const values = dequantise(type, bytes);
    expectRows(await embed([{ ...parts[0], values }], [0, 1]), values, 32, [0, 1]);
  });
});
