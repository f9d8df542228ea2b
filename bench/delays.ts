import { Trainer } from '../src/training/trainer/trainer.ts';
import { compileTrainingKernels } from '../src/worker/process/training-kernels.ts';
import { chatRequest } from './chat.ts';
import type { BenchModel } from './model.ts';
import { describe, quietSamples } from './quiet.ts';
import type { Row } from './report.ts';
import { stepRequest } from './step-work.ts';
import { SMALL_STEP } from './train.ts';

const TOKENS = 24;

/** Measures inter-token latency of one chat, alone and while training steps share the device. */
export async function benchDelays({ device, turn, model }: BenchModel, samples: number): Promise<Row[]> {
  const { decoder, engine } = model;
  const gaps = async (): Promise<number[]> => {
    const times: number[] = [];
    await engine.generate(chatRequest(TOKENS), () => times.push(performance.now()));
    return times.slice(1).map((time, i) => time - times[i]);
  };
  const alone = await quietSamples(samples, async () => largest(await gaps()));
  // The server also does this when it loads a model.
  await compileTrainingKernels(device, model);
  const trainer = await Trainer.begin(device, decoder, turn, null, null);
  const request = stepRequest(decoder.config.vocab_size, SMALL_STEP);
  const beside = await quietSamples(samples, async () => {
    let training = true;
    const step = trainer.step(request).finally(() => {
      training = false;
    });
    const found: number[] = [];
    while (training) found.push(...(await gaps()));
    await step;
    return largest(found);
  });
  trainer.end();
  const row = (what: string, values: typeof alone): Row => ({
    what,
    figure: describe(values, 0),
    unit: 'ms',
    roofline: '',
  });
  return [row('longest delay between tokens, alone', alone), row('longest delay between tokens, training', beside)];
}

function largest(values: number[]): number {
  return Math.max(...values);
}
