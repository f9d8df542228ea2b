import { useState } from 'preact/hooks';
import type { LoggedTrajectories, TrainingJob } from '../../generated/types.gen.ts';
import { queries } from '../api/connection.ts';
import { mostBytes, sendGroups } from '../api/send-groups.ts';
import { Action } from '../shell/action.tsx';
import { Dialog } from '../shell/parts.tsx';
import { goTo, href } from '../shell/route.ts';
import { bytes, counted, number } from '../text/format.ts';
import { FileField, Report, useCheckedFile } from './checked-file.tsx';
import { readGroup } from './group-fault.ts';
import { jsonFault } from './json-fault.ts';
import { ModelField, useChosenModel } from './model-field.tsx';
import { RateField, rateFault } from './rate-field.tsx';
import type { RowsReport } from './training-rows.ts';

type Purpose = 'train' | 'log';

/** Checks a file of trajectory groups before sending it, to train on them or only to log them. */
export function SendGroups() {
  const checked = useCheckedFile(readGroup);
  const [purpose, open] = useState<Purpose | null>(null);
  const { file, report, isChecked, choose } = checked;
  const hasFault = (report?.faults.length ?? 0) > 0;
  const isTooBig = file !== null && file.size > mostBytes;
  const canSend = isChecked && report!.rows > 0 && !isTooBig;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void choose(event.dataTransfer?.files[0] ?? null);
  };
  return (
    <section class="upload" aria-label="Trajectories" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <div class="toolbar">
        <FileField label="JSONL file with trajectory groups" choose={choose} />
        <span class="small soft">
          or drop one here; each line is <code>{'{"trajectories": [{"messages_and_choices": […], "reward": …}]}'}</code>
        </span>
      </div>
      <Report checked={checked} content={contentOf} />
      {isTooBig && <p class="note bad">The server takes at most {bytes(mostBytes)} at once; split the file.</p>}
      {file && report && (
        <div class="toolbar">
          <button type="button" class="primary" disabled={!canSend || hasFault} onClick={() => open('train')}>
            Train on them
          </button>
          <button type="button" disabled={!canSend} onClick={() => open('log')}>
            {hasFault ? 'Only log them all the same' : 'Only log them'}
          </button>
          {hasFault && <span class="small soft">A job is refused as long as one line has a fault.</span>}
        </div>
      )}
      {purpose === 'train' && <StartRl file={file!} onClose={() => open(null)} />}
      {purpose === 'log' && <LogGroups file={file!} onClose={() => open(null)} />}
    </section>
  );
}

const contentOf = ({ rows, conversations, answers }: RowsReport) =>
  `${counted(rows, 'group')}, ${counted(conversations, 'trajectory', 'trajectories')}, ` +
  `${counted(answers, 'answer')} with log-probabilities`;

interface FormProps {
  file: File;
  onClose: () => void;
}

function StartRl({ file, onClose }: FormProps) {
  const [chosen, choose] = useState('');
  const [rate, setRate] = useState('5e-6');
  const [settings, setSettings] = useState('');
  const model = useChosenModel(chosen);
  const lacks = model === null ? 'There is no model to train.' : (rateFault(rate) ?? settingsFault(settings));
  const start = async () => {
    const config = { learning_rate: Number(rate), ...(settings.trim() === '' ? {} : JSON.parse(settings)) };
    const fields = { model_id: model!.id, experimental_config: config };
    const { id } = await sendGroups<TrainingJob>('/v1/preview/training-jobs', fields, file);
    await queries.invalidateQueries();
    goTo(['jobs', id]);
  };
  return (
    <Dialog title="Train on these trajectories" onClose={onClose}>
      <p class="mono small">{file.name}</p>
      <ModelField model={model} onChange={choose} />
      <RateField rate={rate} onInput={setRate} />
      <label class="field">
        <span>Other settings, as a JSON object</span>
        <textarea
          rows={3}
          spellcheck={false}
          placeholder={'{"loss_fn": "ppo", "epsilon": 0.2}'}
          value={settings}
          onInput={(event) => setSettings(event.currentTarget.value)}
        />
      </label>
      <p class="small soft">
        <a href="/docs#/training-jobs/createTrainingJob">All settings</a> are those of <code>experimental_config</code>.
      </p>
      {lacks && (
        <p class="small tone-warn" role="status">
          {lacks}
        </p>
      )}
      <footer>
        <button type="button" onClick={onClose}>
          Later
        </button>
        <Action act={start} kind="primary" disabled={lacks !== null}>
          Start
        </Action>
      </footer>
    </Dialog>
  );
}

/** Returns why the text is not valid settings; null if it is valid or empty. */
function settingsFault(text: string): string | null {
  if (text.trim() === '') return null;
  const fault = jsonFault(text);
  if (fault === null) return text.trim().startsWith('{') ? null : 'The settings must be a JSON object.';
  const before = text.slice(0, fault.at).split('\n');
  return `Settings, line ${before.length}, column ${before.at(-1)!.length + 1}: ${fault.reason}.`;
}

function LogGroups({ file, onClose }: FormProps) {
  const [chosen, choose] = useState('');
  const [split, setSplit] = useState('val');
  const [logged, setLogged] = useState<LoggedTrajectories | null>(null);
  const model = useChosenModel(chosen);
  const send = async () => {
    const path = `/v1/preview/models/${model!.id}/log`;
    setLogged(await sendGroups<LoggedTrajectories>(path, { split: split.trim() }, file));
    await queries.invalidateQueries();
  };
  return (
    <Dialog title="Log these trajectories" onClose={onClose}>
      <p class="mono small">{file.name}</p>
      <ModelField model={model} onChange={choose} />
      <label class="field">
        <span>Split, under which their metrics are filed</span>
        <input value={split} maxLength={64} onInput={(event) => setSplit(event.currentTarget.value)} />
      </label>
      {logged && (
        <p class="note" role="status">
          Logged at step {logged.step}: {metricsOf(logged)}.{' '}
          {model?.run_id && (
            <a href={href(['runs', model.run_id], { tab: 'trajectories', split: split.trim() })}>Their trajectories</a>
          )}
        </p>
      )}
      <footer>
        <button type="button" onClick={onClose}>
          {logged ? 'Done' : 'Later'}
        </button>
        <Action act={send} kind="primary" disabled={model === null || split.trim() === '' || logged !== null}>
          Log
        </Action>
      </footer>
    </Dialog>
  );
}

const metricsOf = ({ metrics }: LoggedTrajectories) =>
  Object.entries(metrics)
    .map(([name, value]) => `${name} ${number(value)}`)
    .join(', ');
