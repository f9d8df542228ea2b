import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAdapter } from '../../src/model/checkpoint/adapter-files.ts';
import { openCheckpoint } from '../../src/model/checkpoint/checkpoint-open.ts';
import { adapterTensors } from '../../src/model/flat-adapter.ts';
import { defaultLora, freshAdapter, loraLayout } from '../../src/model/lora-layout.ts';
import { openModelText } from '../../src/model/text/model-text.ts';
import { modelChatText } from '../../src/training/chat-text.ts';
import { writeToyModel } from '../toy-model.ts';

/** Size of the SFT jobs that PEFT also runs: 50 batches of 2 rows each. */
const BATCHES = 50;
const ROWS = 2 * BATCHES;

interface Row {
  messages: { role: string; content: string }[];
}

/**
 * Writes `folder/model`, the toy model, and an SFT job for it: short conversations, some with a system message, some
 * with two turns.
 */
export function writeToySftCase(folder: string): void {
  const model = join(folder, 'model');
  writeToyModel(model, { answers: [] });
  const things = 'cat dog bird fish tree sun moon star sea river king queen'.split(' ');
  const answers = 'red green blue black white hot cold big small old new fast'.split(' ');
  const rows = Array.from({ length: ROWS }, (_, i): Row => {
    const at = (i * 5) % things.length;
    const turn = (place: number) => [
      { role: 'user', content: `what color is the ${things[place]}` },
      { role: 'assistant', content: `the ${things[place]} is ${answers[place]}` },
    ];
    const system = i % 5 === 0 ? [{ role: 'system', content: 'you answer slow questions' }] : [];
    const second = i % 3 === 0 ? turn((at + 7) % things.length) : [];
    return { messages: [...system, ...turn(at), ...second] };
  });
  writeCase(folder, model, rows, 5e-3);
}

const ROW_TOKENS = 128;

/** Writes an SFT job for SmolLM2: rows of 128 tokens from the licence, repeated as needed. */
export function writeSmolLm2SftCase(folder: string, model: string): void {
  const text = modelChatText(openModelText(model));
  const licence = readFileSync(join(import.meta.dirname, '../../LICENSE'), 'utf8')
    .replace(/\s+/g, ' ')
    .trim();
  const tokens = (messages: Row['messages']) =>
    text.encode(text.renderChat(messages, { tools: null, addGenerationPrompt: false, thinking: false })).length;
  const stretches: Row[] = [];
  for (let start = 0; ; ) {
    const messages = (end: number) => [
      { role: 'system', content: 'You know the licence.' },
      { role: 'user', content: `What stands in it at character ${start}?` },
      { role: 'assistant', content: licence.slice(start, end) },
    ];
    let end = start + ROW_TOKENS;
    while (end < licence.length && tokens(messages(end)) < ROW_TOKENS) end += 1;
    if (end >= licence.length) break;
    if (tokens(messages(end)) === ROW_TOKENS) stretches.push({ messages: messages(end) });
    start = end;
  }
  const rows = Array.from({ length: ROWS }, (_, i) => stretches[i % stretches.length]);
  writeCase(folder, model, rows, 5e-4);
}

/**
 * Writes the data, a fresh adapter, and ART's schedule: warm-up over a tenth of the batches, then linear decay to
 * exactly 0.
 */
function writeCase(folder: string, model: string, rows: Row[], peak: number): void {
  const warm = BATCHES / 10;
  const learning_rate = Array.from({ length: BATCHES }, (_, s) =>
    s < warm ? (peak * (s + 1)) / warm : peak * (1 - (s - warm) / (BATCHES - warm - 1)),
  );
  const adapter = join(folder, 'adapter');
  mkdirSync(adapter, { recursive: true });
  writeFileSync(join(folder, 'train.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ batch_size: 2, learning_rate }));
  const checkpoint = openCheckpoint(model);
  const layout = loraLayout(checkpoint.config);
  checkpoint.close();
  const { rank, alpha } = defaultLora;
  writeAdapter(adapter, { rank, alpha, baseModel: 'base' }, adapterTensors(freshAdapter(layout), layout));
}

if (import.meta.main) {
  const [folder, model] = process.argv.slice(2);
  if (folder === undefined) {
    console.error('usage: node scripts/oracle/sft-cases.ts FOLDER [SMOLLM2.gguf]');
    process.exitCode = 2;
  } else if (model === undefined) writeToySftCase(folder);
  else writeSmolLm2SftCase(folder, model);
}
