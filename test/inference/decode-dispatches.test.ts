import { afterAll, beforeAll, expect, it } from 'vitest';
import { allocate } from '../../src/compute/buffer.ts';
import { Recorder } from '../../src/compute/recorder.ts';
import { ToyModel } from './toy-engine.ts';

let toy: ToyModel;
beforeAll(async () => {
  toy = await ToyModel.open();
});
afterAll(() => toy.close());

/** Dispatches of one layer of a decode step: all but those of the embedding, over the layers. */
async function perLayer(withAdapters: boolean): Promise<number> {
  const { decoder, device } = toy;
  const buffer = await allocate(device, 64, 'a step that is never submitted');
  const recorder = new Recorder(device);
  const layers = decoder.config.num_hidden_layers;
  decoder.forward(recorder, {
    T: 4,
    B: 0,
    visible: 4,
    ...{ rows: buffer, tokens: buffer, tables: buffer, wanted: buffer },
    cache: Array.from({ length: layers }, () => ({ k: buffer, v: buffer })),
    adapters: withAdapters ? { arena: buffer, stride: decoder.lora.elements } : undefined,
  });
  return (recorder.pending.dispatches - 1) / layers;
}

it('a layer of a decode step takes 8 dispatches without adapters and 12 with', async () => {
  expect(await perLayer(false)).toBe(8);
  expect(await perLayer(true)).toBe(12);
});
