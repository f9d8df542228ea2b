import { runAtOnce } from '../../src/training/cooperative.ts';
import { readSftConfig } from '../../src/training/sft/sft-config.ts';
import { readSftData } from '../../src/training/sft/sft-data.ts';
import { planSftJob, type SftStep } from '../../src/training/sft/sft-job.ts';
import type { TrainSequence } from '../../src/training/train-step.ts';
import { byteTokenizer } from '../inference/byte-tokenizer.ts';
import { CHATML, chatText } from './chat-texts.ts';

export type Message = [role: string, content: string];
/** A message with more fields than role and content. */
export type FullMessage = { role: string; [field: string]: unknown };

/** Returns the steps of an SFT job whose train.jsonl has these conversations. */
export function plan(
  rows: (Message | FullMessage)[][],
  config: object = {},
  template = CHATML,
  maxLength = 512,
  tools?: object[],
): SftStep[] {
  const message = (one: Message | FullMessage) => (Array.isArray(one) ? { role: one[0], content: one[1] } : one);
  const lines = rows.map((row) => JSON.stringify({ messages: row.map(message), tools }));
  const data = runAtOnce(readSftData(new Map([['train.jsonl', Buffer.from(lines.join('\n'))]])));
  return runAtOnce(planSftJob(data, readSftConfig(config), chatText(template), maxLength));
}

const tokenizer = byteTokenizer(
  Array.from({ length: 256 }, (_, byte) => [byte]),
  ['<|im_start|>', '<|im_end|>', '<|start_header_id|>', '<|end_header_id|>', '<|eot_id|>', '<bos>'],
);

/** Returns the sequence as text, with trained tokens in brackets. */
export function shown({ ids, mask }: TrainSequence): string {
  let text = '';
  ids.forEach((id, place) => {
    if (mask[place] !== (mask[place - 1] ?? 0)) text += mask[place] === 1 ? '[' : ']';
    text += tokenizer.decode([id]);
  });
  return mask.at(-1) === 1 ? `${text}]` : text;
}

/** Returns one conversation as text, with trained tokens in brackets. */
export function labels(
  row: (Message | FullMessage)[],
  config: object = {},
  template = CHATML,
  tools?: object[],
): string {
  const [step] = plan([row], config, template, 4096, tools);
  return shown(step.request!.sequences[0]);
}
