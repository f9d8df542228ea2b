import { useState } from 'preact/hooks';
import { createModel } from '../../generated/sdk.gen.ts';
import type { CheckpointRetention, Model } from '../../generated/types.gen.ts';
import { queries } from '../api/connection.ts';
import { Action } from '../shell/action.tsx';
import { Dialog } from '../shell/parts.tsx';
import { whole } from '../text/format.ts';
import { VisibleText } from '../text/visible-text.tsx';

/** Description of the checkpoints that a model keeps, and a button to change the rules. */
export function Retention({ model }: { model: Model }) {
  const [asks, ask] = useState(false);
  return (
    <>
      <span class="soft" data-retention>
        kept: <VisibleText text={inWords(model.retention)} />
      </span>
      <button type="button" class="quiet" onClick={() => ask(true)}>
        Change what is kept
      </button>
      {asks && <RetentionDialog model={model} onClose={() => ask(false)} />}
    </>
  );
}

function inWords(retention: CheckpointRetention | null): string {
  if (retention === null) return 'as the server is set';
  const { keep_last: last, keep_every: every, keep_best: best } = retention;
  const rules = [`the last ${whole(last)}`];
  if (every != null) rules.push(`multiples of ${whole(every)}`);
  if (best != null) rules.push(`the best ${whole(best.count ?? 1)} by ${best.metric} (${best.mode ?? 'max'})`);
  return rules.join(', ');
}

/** Rules as typed. */
interface Fields {
  last: string;
  every: string;
  metric: string;
  mode: string;
  count: string;
}

function fieldsOf(retention: CheckpointRetention | null): Fields {
  const best = retention?.keep_best;
  return {
    last: String(retention?.keep_last ?? ''),
    every: String(retention?.keep_every ?? ''),
    ...{ metric: best?.metric ?? '', mode: best?.mode ?? 'max', count: String(best?.count ?? 1) },
  };
}

const isCount = (text: string, most: number) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most;

/** Returns why the fields are invalid; null if they are valid or empty. */
function faultOf({ last, every, metric, count }: Fields): string | null {
  if (last === '' && every === '' && metric === '') return null;
  if (!isCount(last, 1_000_000)) return 'How many of the last are kept must be a whole number from 1 to 1,000,000.';
  if (every !== '' && !isCount(every, 1_000_000)) return 'Multiples are of a whole number from 1 to 1,000,000.';
  if (metric !== '' && !isCount(count, 1_000)) return 'The number of the best must be a whole one from 1 to 1,000.';
  return null;
}

/** Returns null, the server's default, if no field is filled. */
function retentionOf({ last, every, metric, mode, count }: Fields): CheckpointRetention | null {
  if (last === '') return null;
  return {
    keep_last: Number(last),
    keep_every: every === '' ? null : Number(every),
    keep_best: metric === '' ? null : { metric, mode: mode === 'min' ? 'min' : 'max', count: Number(count) },
  };
}

function RetentionDialog({ model, onClose }: { model: Model; onClose: () => void }) {
  const [fields, setFields] = useState(() => fieldsOf(model.retention));
  const field = (name: keyof Fields, inputMode: 'numeric' | 'text' = 'numeric') => ({
    value: fields[name],
    inputMode,
    autocomplete: 'off',
    onInput: (event: { currentTarget: { value: string } }) =>
      setFields({ ...fields, [name]: event.currentTarget.value.trim() }),
  });
  const fault = faultOf(fields);
  const save = async () => {
    const { entity, project, name, base_model } = model;
    const body = { entity, project, name, base_model, return_existing: true, retention: retentionOf(fields) };
    await createModel({ body, throwOnError: true });
    onClose();
    await queries.invalidateQueries();
  };
  return (
    <Dialog title="Which checkpoints are kept" onClose={onClose}>
      <p>
        Those that no rule keeps go for ever, at once and with each new one. With no rule it is as the server is set.
      </p>
      <label class="field">
        <span>The last</span>
        <input {...field('last')} />
      </label>
      <label class="field">
        <span>Multiples of</span>
        <input {...field('every')} placeholder="none" />
      </label>
      <label class="field">
        <span>Best by the metric</span>
        <input {...field('metric', 'text')} placeholder="none, or such as val/reward" />
      </label>
      <label class="field">
        <span>Best are</span>
        <select value={fields.mode} onChange={(event) => setFields({ ...fields, mode: event.currentTarget.value })}>
          <option value="max">the highest values</option>
          <option value="min">the lowest values</option>
        </select>
      </label>
      <label class="field">
        <span>Number of the best</span>
        <input {...field('count')} />
      </label>
      {fault !== null && <p role="status">{fault}</p>}
      <footer>
        <button type="button" onClick={onClose}>
          Leave
        </button>
        <Action act={save} kind="danger" disabled={fault !== null}>
          Keep only these
        </Action>
      </footer>
    </Dialog>
  );
}
