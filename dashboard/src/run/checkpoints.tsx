import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { deleteCheckpoints } from '../../generated/sdk.gen.ts';
import type { Checkpoint, MergedFormat, Model } from '../../generated/types.gen.ts';
import { queries } from '../api/connection.ts';
import { allCheckpoints } from '../api/lists.ts';
import { saveFile } from '../api/save-file.ts';
import { Action } from '../shell/action.tsx';
import { TypeToConfirm } from '../shell/confirm.tsx';
import { Ago, Loaded } from '../shell/parts.tsx';
import { href } from '../shell/route.ts';
import { Further, useFirstRows } from '../shell/rows.tsx';
import { bytes, counted, number } from '../text/format.ts';
import { Retention } from './retention.tsx';
import { servedName } from './served-name.ts';

/** Formats of merged models, with labels. */
const forms: Record<MergedFormat, string> = {
  safetensors: 'safetensors',
  'gguf-q8_0': 'GGUF, q8_0',
  'gguf-q4_0': 'GGUF, q4_0',
  'gguf-q4_1': 'GGUF, q4_1',
  'gguf-f16': 'GGUF, f16',
  'gguf-bf16': 'GGUF, bf16',
  'gguf-f32': 'GGUF, f32',
};

/** Checkpoints of a model: their metrics, retention and downloads. */
export function Checkpoints({ model }: { model: Model }) {
  const checkpoints = useQuery(allCheckpoints(model.id));
  const [ticked, setTicked] = useState<readonly number[]>([]);
  const [asks, ask] = useState(false);
  const [form, setForm] = useState<MergedFormat>('safetensors');
  const tick = (step: number) =>
    setTicked(ticked.includes(step) ? ticked.filter((one) => one !== step) : [...ticked, step]);
  const remove = async () => {
    await deleteCheckpoints({ path: { model_id: model.id }, body: { steps: [...ticked] }, throwOnError: true });
    setTicked([]);
    ask(false);
    await queries.invalidateQueries();
  };
  return (
    <Loaded of={checkpoints} what="Checkpoints">
      {(all) => (
        <>
          <div class="toolbar">
            <span class="soft">{counted(all.length, 'checkpoint')}</span>
            <Retention model={model} />
            <label>
              <span class="soft">Merged as</span>{' '}
              <select value={form} onChange={(event) => setForm(event.currentTarget.value as MergedFormat)}>
                {Object.entries(forms).map(([name, words]) => (
                  <option key={name} value={name}>
                    {words}
                  </option>
                ))}
              </select>
            </label>
            <button type="button" class="danger" disabled={ticked.length === 0} onClick={() => ask(true)}>
              Delete {ticked.length > 0 ? counted(ticked.length, 'checkpoint') : 'the ticked'}
            </button>
          </div>
          <CheckpointTable {...{ model, form, ticked }} checkpoints={all} onTick={tick} />
          <Further of={allCheckpoints(model.id)} what="checkpoints" />
          {asks && (
            <TypeToConfirm
              title={`Delete ${counted(ticked.length, 'checkpoint')}`}
              what={`Steps ${ticked.toSorted((a, b) => a - b).join(', ')} of this model go for ever.`}
              word={model.name}
              act={remove}
              onClose={() => ask(false)}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

interface TableProps {
  model: Model;
  /** Format that "Merged" saves. */
  form: MergedFormat;
  checkpoints: readonly Checkpoint[];
  ticked: readonly number[];
  onTick: (step: number) => void;
}

function CheckpointTable({ model, form, checkpoints, ticked, onTick }: TableProps) {
  const all = metricNames(checkpoints);
  const names = all.slice(0, mostMetrics);
  const [rows, more] = useFirstRows(checkpoints);
  return (
    <>
      <div class="table-scroll">
        <table class="list">
          {all.length > names.length && (
            <caption class="small soft">
              {counted(all.length - names.length, 'more metric')}, in the charts of the run by step
            </caption>
          )}
          <thead>
            <tr>
              <th scope="col">
                <span class="unseen">Tick</span>
              </th>
              <th scope="col" class="right">
                Step
              </th>
              <th scope="col">Made by</th>
              <th scope="col">Created</th>
              {names.map((name) => (
                <th scope="col" class="right" key={name}>
                  {name}
                </th>
              ))}
              <th scope="col" class="right">
                Size
              </th>
              <th scope="col">Take away</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((checkpoint) => (
              <tr key={checkpoint.id}>
                <td>
                  <input
                    type="checkbox"
                    aria-label={`Tick step ${checkpoint.step}`}
                    checked={ticked.includes(checkpoint.step)}
                    onChange={() => onTick(checkpoint.step)}
                  />
                </td>
                <th scope="row" class="right">
                  <a data-row href={href(['playground'], { models: servedName(model, checkpoint.step) })}>
                    {checkpoint.step}
                  </a>
                </th>
                <td>{madeBy(checkpoint)}</td>
                <td class="soft">{checkpoint.created && <Ago time={checkpoint.created} />}</td>
                {names.map((name) => (
                  <td class="right" key={name}>
                    {number(checkpoint.metrics[name])}
                  </td>
                ))}
                <td class="right soft">{checkpoint.bytes === null ? '' : bytes(checkpoint.bytes)}</td>
                <td>
                  <Downloads {...{ model, form, checkpoint }} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more}
    </>
  );
}

function madeBy({ kind, job_id: job, step }: Checkpoint) {
  if (job) return <a href={href(['jobs', job])}>{kind?.toUpperCase()} job</a>;
  return <span class="soft">{kind === 'import' ? 'import' : step === 0 ? 'untrained' : ''}</span>;
}

/** Maximum number of metric columns. */
const mostMetrics = 4;

/** Returns the names of the checkpoints' metrics: rewards first, then the most frequent. */
function metricNames(checkpoints: readonly Checkpoint[]): string[] {
  const counts = new Map<string, number>();
  for (const { metrics } of checkpoints) for (const name in metrics) counts.set(name, (counts.get(name) ?? 0) + 1);
  const rank = (name: string) => (/(^|\/)(reward|loss)$/.test(name) ? 1e9 : 0) + (counts.get(name) ?? 0);
  return [...counts.keys()].toSorted((a, b) => rank(b) - rank(a) || a.localeCompare(b));
}

interface DownloadsProps {
  model: Model;
  form: MergedFormat;
  checkpoint: Checkpoint;
}

function Downloads({ model, form, checkpoint: { step, kind } }: DownloadsProps) {
  const isBase = step === 0 && kind !== 'import';
  const root = `/v1/preview/models/${model.id}/checkpoints/${step}`;
  const peft = async () => {
    await saveFile(`${root}/files/adapter_config.json`, 'adapter_config.json');
    await saveFile(`${root}/files/adapter_model.safetensors`, 'adapter_model.safetensors');
  };
  const ending = form === 'safetensors' ? '.tar' : `-${form.slice('gguf-'.length).toUpperCase()}.gguf`;
  const merged = () => saveFile(`${root}/merged?format=${form}`, `${model.name}-step${step}${ending}`);
  return (
    <span class="row-actions">
      <Action
        act={peft}
        kind="quiet"
        disabled={isBase}
        label={`PEFT of step ${step}`}
        title={
          isBase ? 'Nothing is trained yet: it is the base model' : 'adapter_config.json and adapter_model.safetensors'
        }
      >
        PEFT
      </Action>
      <Action
        act={merged}
        kind="quiet"
        label={`Merged of step ${step}`}
        title={`Base and adapter in one, as ${forms[form]}`}
      >
        Merged
      </Action>
    </span>
  );
}
