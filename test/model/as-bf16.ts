import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { safetensorsHeader } from '../../src/model/checkpoint/safetensors-bytes.ts';

/** Stores the F32 tensors of a model's only file as truncated BF16. `planted` replaces a tensor's first number. */
export function storeAsBf16(folder: string, planted?: { name: string; value: number }): void {
  const file = join(folder, 'model.safetensors');
  const bytes = readFileSync(file);
  const start = 8 + Number(bytes.readBigUInt64LE(0));
  const { __metadata__: metadata, ...tensors } = JSON.parse(bytes.toString('utf8', 8, start));
  const stored = Object.entries<{ dtype: string; shape: number[]; data_offsets: [number, number] }>(tensors);
  if (stored.some(([, { dtype }]) => dtype !== 'F32')) throw new Error(`${file} has tensors other than F32`);
  const described = stored.map(
    ([
      name,
      {
        shape,
        data_offsets: [first, end],
      },
    ]) => {
      return { name, dtype: 'BF16', shape, bytes: (end - first) / 2 };
    },
  );
  const parts = stored.map(([name, { data_offsets }]) => {
    const [first, end] = data_offsets.map((at) => start + at);
    const words = new Uint32Array(bytes.buffer.slice(bytes.byteOffset + first, bytes.byteOffset + end));
    if (planted?.name === name) new Float32Array(words.buffer)[0] = planted.value;
    return new Uint8Array(Uint16Array.from(words, (word) => word >>> 16).buffer);
  });
  writeFileSync(file, Buffer.concat([safetensorsHeader(described, metadata ?? {}), ...parts]));
}
