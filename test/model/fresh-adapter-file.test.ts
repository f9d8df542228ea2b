import { expect, test } from 'vitest';
import { safetensorsChunks } from '../../src/model/checkpoint/safetensors-bytes.ts';
import { adapterTensors } from '../../src/model/flat-adapter.ts';
import { freshAdapterBytes, freshAdapterChunks } from '../../src/model/fresh-adapter-file.ts';
import { freshAdapter, LORA_TARGETS, loraLayout } from '../../src/model/lora-layout.ts';
import { modelText } from '../training/chat-texts.ts';

test.each([[{ rank: 8, alpha: 16, targets: LORA_TARGETS }], [{ rank: 3, alpha: 3, targets: ['v_proj'] as const }]])(
  'the file of an untrained adapter has the weights that training begins with: %j',
  (settings) => {
    const layout = loraLayout(modelText().config, settings);
    const file = Buffer.concat([...freshAdapterChunks(layout)]);
    const trained = adapterTensors(freshAdapter(layout), layout);
    expect(file.equals(Buffer.concat([...safetensorsChunks(trained, { format: 'pt' })]))).toBe(true);
    expect(file).toHaveLength(freshAdapterBytes(layout));
  },
);
