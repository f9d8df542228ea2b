import { PAGE_TOKENS } from '../../src/compute/ops/attention.ts';
import type { Decoder } from '../../src/model/decoder.ts';
import type { Precision } from '../../src/model/model-files.ts';
import { planMemory, suitableSizes } from '../../src/training/trainer/memory-plan.ts';
import { deviceMemory } from '../../src/worker/process/device-memory.ts';
import type { LoadedModel } from '../../src/worker/process/loaded-model.ts';
import { trainingRoom } from '../../src/worker/process/memory-budget.ts';
import { type StepSize, stepRequest } from '../step-work.ts';
import { PhasedStep } from '../train-phases.ts';
import { EngineStep, type StepShape } from './engine-step.ts';
import type { TimedRecorder, TimedStep } from './timed-recorder.ts';

/** Step of a model whose dispatches are timed. */
export interface NamedStep {
  name: string;
  time(recorder: TimedRecorder, runs: number): Promise<TimedStep>;
}

/** Cached keys of a decoding stream, if the model's context is long enough. */
const CONTEXT = 256;
/** Streams of a group of rollouts. */
const STREAMS = 16;
/** Prompt length of such a group, if the model's context is long enough. */
const PROMPT: Record<'fallback' | 'gpu', number> = { fallback: 256, gpu: 2048 };
/** Size of a training step. */
const TRAINED: Record<'fallback' | 'gpu', StepSize> = {
  fallback: { sequences: 1, tokens: 256 },
  gpu: { sequences: 4, tokens: 512 },
};

/** Returns typical steps of a model in that precision, with a training step unless it is int8. */
export function stepsOf(model: LoadedModel, precision: Precision, fallback: boolean): NamedStep[] {
  const { contextLength, maxStepTokens } = model.engine.limits;
  const context = Math.min(CONTEXT, contextLength >> 1);
  const decode = (streams: number, withAdapter: boolean) => ({ streams, rows: 1, context, withAdapter });
  const kind = fallback ? 'fallback' : 'gpu';
  const prompt = PAGE_TOKENS * Math.floor(Math.min(PROMPT[kind], contextLength >> 1) / PAGE_TOKENS);
  const prefilled = Math.min(maxStepTokens, contextLength);
  const steps = [
    engineStep(`decode, 1 stream, ${context} keys`, model.decoder, decode(1, false)),
    engineStep(`decode, ${STREAMS} streams with an adapter, ${context} keys`, model.decoder, decode(STREAMS, true)),
    ...[0, prompt].map((shared) =>
      engineStep(`decode, ${STREAMS} streams, ${prompt} keys, ${shared} of them shared`, model.decoder, {
        ...decode(STREAMS, false),
        context: prompt,
        shared,
      }),
    ),
    engineStep(`prefill, ${prefilled} tokens`, model.decoder, {
      streams: 1,
      rows: prefilled,
      context: 0,
      withAdapter: false,
    }),
  ];
  if (precision === 'int8') return steps;
  const { sequences, tokens } = TRAINED[kind];
  return [...steps, trainingStep(model, { sequences, tokens: Math.min(tokens, contextLength) })];
}

function engineStep(name: string, decoder: Decoder, shape: StepShape): NamedStep {
  return {
    name,
    async time(recorder, runs) {
      const step = await EngineStep.open(recorder, decoder, shape);
      try {
        return await recorder.time(runs, async () => {
          step.record();
          await recorder.submitInPieces();
        });
      } finally {
        step.close();
      }
    },
  };
}

/** Returns a LoRA step, recorded as the trainer records it. */
function trainingStep(model: LoadedModel, size: StepSize): NamedStep {
  return {
    name: `training, ${size.sequences} x ${size.tokens} tokens`,
    async time(recorder, runs) {
      const { device } = recorder;
      const { config, lora } = model.decoder;
      const memory = await deviceMemory(device.info, console.error);
      const { jobBytes } = trainingRoom(memory, model.bytes, { operator: null, longRows: 0 });
      const plan = planMemory({
        config,
        lora,
        longest: size.tokens,
        ...suitableSizes(device, model.decoder),
        begunCapacity: null,
        allowedBytes: jobBytes,
      });
      const { sequences } = stepRequest(config.vocab_size, size);
      const step = await PhasedStep.open(recorder, model, size.sequences * size.tokens, plan);
      try {
        return await recorder.time(runs, async () => {
          await step.run(sequences);
        });
      } finally {
        step.close();
      }
    },
  };
}
