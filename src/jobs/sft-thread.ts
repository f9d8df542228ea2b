import { parentPort, workerData } from 'node:worker_threads';
import { jsonCost } from '../inference/cost/json-cost.ts';
import { openModelText } from '../model/text/model-text.ts';
import { TemplateError } from '../model/text/template-error.ts';
import { atOnce } from '../training/in-slices.ts';
import { modelChatText } from '../training/model-chat-text.ts';
import { readSftData } from '../training/sft/sft-data.ts';
import { planSftJob, type SftStep } from '../training/sft/sft-job.ts';
import { TrainingInputError } from '../training/training-input-error.ts';
import type { SftMessage, SftThreadJob } from './sft-messages.ts';

// Plans one SFT job: reads its rows, and makes them tokens by the tokenizer and the template of its base model.

function tell(message: SftMessage, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}

function buffersOf({ request }: SftStep): ArrayBuffer[] {
  const sequences = request?.sequences ?? [];
  const arrays = sequences.flatMap(({ ids, mask, advantages, oldLogprobs }) => [ids, mask, advantages, oldLogprobs]);
  return arrays.map(({ buffer }) => buffer as ArrayBuffer);
}

function plan({ model, files, config, trainingLength }: SftThreadJob): void {
  const rows = atOnce(readSftData(files));
  const text = modelChatText(openModelText(model));
  for (const step of atOnce(planSftJob(rows, config, text, trainingLength)))
    tell({ kind: 'step', step }, buffersOf(step));
  tell({ kind: 'end' });
}

function refusal(error: unknown): SftMessage {
  if (error instanceof TrainingInputError) return { kind: 'refused', place: error.place, reason: error.reason };
  if (error instanceof TemplateError) return { kind: 'no template', reason: error.message };
  throw error;
}

const job = workerData as SftThreadJob;
let heap = 0;
for (const bytes of job.files.values()) heap += jsonCost(bytes).heap;
if (heap > job.mostHeap) tell({ kind: 'too much' });
else {
  try {
    plan(job);
  } catch (error) {
    tell(refusal(error));
  }
}
