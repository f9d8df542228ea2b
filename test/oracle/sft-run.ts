import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import { readFlatAdapter } from '../../src/model/flat-adapter.ts';
import { openModelText } from '../../src/model/text/model-text.ts';
import { modelChatText } from '../../src/training/chat-text.ts';
import { runAtOnce } from '../../src/training/cooperative.ts';
import { readSftConfig } from '../../src/training/sft/sft-config.ts';
import { readSftData } from '../../src/training/sft/sft-data.ts';
import { planSftJob } from '../../src/training/sft/sft-job.ts';
import { Trainer } from '../../src/training/trainer/trainer.ts';
import { DecoderDriver } from './decoder-driver.ts';

/** Results of one optimizer step of an SFT job; scripts/oracle/sft_goldens.py writes the same. */
export interface SftStepFacts {
  loss: number;
  gradNorm: number;
  tokens: number;
  trainableTokens: number;
}

/**
 * Runs the job in `folder` (train.jsonl, config.json, adapter) from data to steps, as the service runs its jobs.
 */
export async function runSft(
  model: string,
  folder: string,
  onStep: (facts: SftStepFacts) => void = () => {},
): Promise<SftStepFacts[]> {
  const file = (name: string) => readFileSync(join(folder, name));
  const rows = runAtOnce(readSftData(new Map([['train.jsonl', file('train.jsonl')]])));
  const config = readSftConfig(JSON.parse(file('config.json').toString()));
  const steps = runAtOnce(planSftJob(rows, config, modelChatText(openModelText(model)), 256));
  const driver = await DecoderDriver.open(model, { sequences: 1, context: 256, maxRows: 1 });
  const { device, decoder } = driver;
  const adapter = readFlatAdapter(join(folder, 'adapter'), decoder.config, decoder.lora);
  const trainer = await Trainer.begin(device, decoder, new DeviceLock(), adapter, null);
  const all: SftStepFacts[] = [];
  for (const { request, metrics } of steps) {
    if (request === null) throw new Error('a batch without rows');
    const { loss, gradNorm } = await trainer.step(request);
    all.push({ loss, gradNorm, tokens: metrics.num_tokens, trainableTokens: metrics.num_trainable_tokens });
    onStep(all[all.length - 1]);
  }
  trainer.end();
  await driver.close();
  return all;
}

if (import.meta.main) {
  const [model, folder, output] = process.argv.slice(2);
  if (output === undefined) {
    console.error('usage: node test/oracle/sft-run.ts MODEL CASE_FOLDER OUTPUT.json');
    process.exitCode = 2;
  } else {
    const steps: SftStepFacts[] = [];
    await runSft(model, folder, (facts) => {
      steps.push(facts);
      console.log(`step ${steps.length}: loss ${facts.loss.toFixed(5)}`);
      writeFileSync(output, `${JSON.stringify({ steps })}\n`);
    });
  }
}
