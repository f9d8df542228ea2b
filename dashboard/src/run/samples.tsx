import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { Model } from '../../generated/types.gen.ts';
import { allCheckpoints } from '../api/lists.ts';
import { AnswerView } from '../chat/answer-view.tsx';
import { type Answer, noAnswer, streamAnswer } from '../chat/stream.ts';
import { Loaded } from '../shell/parts.tsx';
import { Further } from '../shell/rows.tsx';
import { Diff } from '../text/diff.tsx';
import { counted } from '../text/format.ts';
import { servedName } from './served-name.ts';

/** One prompt, sampled at several steps with the same seed, to show what training changed. */
export function Samples({ model }: { model: Model }) {
  const checkpoints = useQuery(allCheckpoints(model.id));
  return (
    <Loaded of={checkpoints} what="Checkpoints">
      {(all) => (
        <>
          <SamplesOf model={model} steps={all.map(({ step }) => step).toSorted((a, b) => a - b)} />
          <Further of={allCheckpoints(model.id)} what="checkpoints" />
        </>
      )}
    </Loaded>
  );
}

/** Returns the first step, the last step, and some between. */
export function spread(steps: readonly number[], count: number): number[] {
  if (steps.length <= count) return [...steps];
  const places = Array.from({ length: count }, (_, place) => Math.round((place * (steps.length - 1)) / (count - 1)));
  return places.map((place) => steps[place]!);
}

function SamplesOf({ model, steps }: { model: Model; steps: readonly number[] }) {
  const [prompt, setPrompt] = useState('');
  const [seed, setSeed] = useState(1);
  const [temperature, setTemperature] = useState(0);
  const [written, setWritten] = useState(spread(steps, 5).join(', '));
  const [answers, setAnswers] = useState<ReadonlyMap<number, Answer>>(new Map());
  const [running, setRunning] = useState<AbortController | null>(null);
  const named = [...new Set(written.split(/[\s,]+/).filter(Boolean))];
  const chosen = named.map(Number).filter((step) => steps.includes(step));
  const missing = named.filter((step) => !steps.includes(Number(step)));
  const settings = { temperature, seed, max_tokens: 256, top_logprobs: 1 };

  const ask = async () => {
    const stop = new AbortController();
    setRunning(stop);
    setAnswers(new Map());
    // One after another, since each step may have to load its adapter.
    for (const step of chosen) {
      if (stop.signal.aborted) break;
      const tell = (answer: Answer) => setAnswers((before) => new Map(before).set(step, answer));
      tell(noAnswer);
      const messages = [{ role: 'user', content: prompt }];
      await streamAnswer({ model: servedName(model, step), messages, settings }, stop.signal, tell);
    }
    setRunning(null);
  };
  return (
    <>
      <form
        class="prompt"
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <textarea
          data-filter
          aria-label="Prompt"
          placeholder="One prompt, asked at each of the steps"
          rows={2}
          value={prompt}
          onInput={(event) => setPrompt(event.currentTarget.value)}
        />
        <div class="toolbar">
          <label>
            <span class="soft">Steps</span>{' '}
            <input value={written} onInput={(event) => setWritten(event.currentTarget.value)} />
          </label>
          <label>
            <span class="soft">Temperature</span>{' '}
            <input
              class="narrow"
              type="number"
              min="0"
              max="2"
              step="0.1"
              value={temperature}
              onInput={(event) => setTemperature(event.currentTarget.valueAsNumber || 0)}
            />
          </label>
          <label>
            <span class="soft">Seed</span>{' '}
            <input
              class="narrow"
              type="number"
              min="0"
              value={seed}
              onInput={(event) => setSeed(event.currentTarget.valueAsNumber || 0)}
            />
          </label>
          <span class="soft" role="status">
            {counted(chosen.length, 'step')}
            {missing.length > 0 && `; without a checkpoint: ${missing.join(', ')}`}
          </span>
          <span class="push">
            {running === null ? (
              <button key="ask" type="submit" class="primary" disabled={prompt.trim() === '' || chosen.length === 0}>
                Ask
              </button>
            ) : (
              <button key="stop" type="button" class="danger" onClick={() => running.abort()}>
                Stop
              </button>
            )}
          </span>
        </div>
      </form>
      <ol class="samples">
        {[...answers].map(([step, answer], place, all) => (
          <Sample key={step} model={model} step={step} answer={answer} before={all[place - 1]} />
        ))}
      </ol>
    </>
  );
}

interface SampleProps {
  model: Model;
  step: number;
  answer: Answer;
  before: [step: number, answer: Answer] | undefined;
}

function Sample({ model, step, answer, before }: SampleProps) {
  const isSame = before !== undefined && before[1].text === answer.text && answer.finish !== null;
  return (
    <li class="sample">
      <h3>step {step}</h3>
      <div>
        <AnswerView answer={answer} asked={servedName(model, step)} />
        {isSame && <p class="small soft">the same as at step {before[0]}</p>}
        {before !== undefined && !isSame && answer.finish !== null && (
          <details class="inline">
            <summary>beside step {before[0]}</summary>
            <Diff before={before[1].text} after={answer.text} />
          </details>
        )}
      </div>
    </li>
  );
}
