import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { createSftTrainingJob, deleteArtifact } from '../../generated/sdk.gen.ts';
import type { Artifact } from '../../generated/types.gen.ts';
import { queries } from '../api/connection.ts';
import { allArtifacts, allModels } from '../api/lists.ts';
import { saveFile } from '../api/save-file.ts';
import { uploadArtifact } from '../api/upload.ts';
import { collected } from '../chat/draft.ts';
import { checkRows, type RowsReport } from '../data/training-rows.ts';
import { servedName, shortName } from '../run/served-name.ts';
import { Action } from '../shell/action.tsx';
import { TypeToConfirm } from '../shell/confirm.tsx';
import { Ago, Dialog, Empty, Head, Loaded, usePageTitle } from '../shell/parts.tsx';
import { goTo } from '../shell/route.ts';
import { useStore } from '../shell/store.ts';
import { bytes, counted, whole } from '../text/format.ts';
import { VisibleText } from '../text/visible-text.tsx';

export function DataPage() {
  usePageTitle('Data');
  const artifacts = useQuery(allArtifacts());
  const [trains, train] = useState<string | null>(null);
  return (
    <>
      <Head title="Data" />
      <Upload onTrain={train} />
      <h2>Artifacts</h2>
      <Loaded of={artifacts} what="Artifacts">
        {(all) =>
          all.length === 0 ? (
            <Empty title="Nothing is uploaded yet." />
          ) : (
            <ArtifactTable artifacts={all.slice(0, 300)} onTrain={train} />
          )
        }
      </Loaded>
      {trains !== null && <StartSft url={trains} onClose={() => train(null)} />}
    </>
  );
}

/** Takes a file, checks it before a byte is sent, and makes an artifact of it. */
function Upload({ onTrain }: { onTrain: (url: string) => void }) {
  const rows = useStore(collected);
  const [file, setFile] = useState<File | null>(null);
  const [report, setReport] = useState<RowsReport | null>(null);
  const [isChecked, setChecked] = useState(false);
  const [stop, setStop] = useState<AbortController | null>(null);
  const choose = async (chosen: File | null) => {
    stop?.abort();
    const next = new AbortController();
    setStop(next);
    setFile(chosen);
    setReport(null);
    setChecked(false);
    if (chosen === null) return;
    const done = await checkRows(chosen, next.signal, (so) => !next.signal.aborted && setReport(so));
    if (next.signal.aborted) return;
    setReport(done);
    setChecked(true);
  };
  const send = async () => {
    const name = file!.name.replace(/\.[a-z]+$/i, '').replace(/[/\\:#?%]/g, '-') || 'data';
    // The name by which a job looks for it.
    const { url } = await uploadArtifact(name, [{ name: 'train.jsonl', body: file! }]);
    if (file!.name === collectedName) collected.set([]);
    await choose(null);
    await queries.invalidateQueries();
    onTrain(url);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void choose(event.dataTransfer?.files[0] ?? null);
  };
  return (
    <section class="upload" aria-label="Upload" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <div class="toolbar">
        <label class="file">
          <span>JSONL file with conversations</span>{' '}
          <input
            type="file"
            accept=".jsonl,.json,.ndjson"
            onChange={(event) => void choose(event.currentTarget.files?.[0] ?? null)}
          />
        </label>
        {rows.length > 0 && (
          <button type="button" onClick={() => void choose(new File([rows.join('\n')], collectedName))}>
            Use the {counted(rows.length, 'row')} of the playground
          </button>
        )}
        <span class="small soft">
          or drop one here; each line is <code>{'{"messages": [{"role": …, "content": …}]}'}</code>
        </span>
      </div>
      {file && report && (
        <>
          <Report file={file} report={report} isChecked={isChecked} />
          <Action act={send} kind="primary" disabled={!isChecked || report.rows === 0}>
            {report.faults.length > 0 ? 'Upload all the same' : 'Upload'}
          </Action>
        </>
      )}
    </section>
  );
}

const collectedName = 'playground.jsonl';

function Report({ file, report, isChecked }: { file: File; report: RowsReport; isChecked: boolean }) {
  const faults = report.faults.length + report.untold;
  return (
    <>
      <p role="status" class={faults > 0 ? 'note bad' : 'note'}>
        <b>{file.name}</b> {bytes(file.size)}: {counted(report.rows, 'row')}, {counted(report.answers, 'answer')} of{' '}
        {counted(Math.round(report.characters / Math.max(1, report.answers)), 'character')} on average,{' '}
        {faults === 0 ? 'no fault' : counted(faults, 'fault')}
        {!isChecked && ' so far …'}
      </p>
      {report.faults.length > 0 && (
        <div class="table-scroll short">
          <table class="list">
            <thead>
              <tr>
                <th scope="col" class="right">
                  Line
                </th>
                <th scope="col" class="right">
                  Column
                </th>
                <th scope="col">What is wrong</th>
              </tr>
            </thead>
            <tbody>
              {report.faults.map(({ line, column, reason }) => (
                <tr key={line}>
                  <td class="right">{whole(line)}</td>
                  <td class="right">{whole(column)}</td>
                  <td>
                    <VisibleText text={reason} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {report.first.length > 0 && (
        <details class="inline">
          <summary>the first {counted(report.first.length, 'row')}</summary>
          {report.first.map((row, place) => (
            <pre key={place}>
              <VisibleText text={JSON.stringify(row, null, 1).slice(0, 4_000)} />
            </pre>
          ))}
        </details>
      )}
    </>
  );
}

const nameOf = ({ name, version }: Artifact) => `${name} v${version}`;

/** The files in which a job looks for conversations; others, such as adapters, hold none. */
const hasRows = ({ files }: Artifact) => files.some(({ name }) => /^(train|trajectories)\.jsonl$/.test(name));

interface TableProps {
  artifacts: readonly Artifact[];
  onTrain: (url: string) => void;
}

function ArtifactTable({ artifacts, onTrain }: TableProps) {
  const [asks, ask] = useState<Artifact | null>(null);
  const remove = async () => {
    await deleteArtifact({ path: { artifact_id: asks!.id }, throwOnError: true });
    ask(null);
    await queries.invalidateQueries();
  };
  return (
    <div class="table-scroll">
      <table class="list">
        <thead>
          <tr>
            <th scope="col">Artifact</th>
            <th scope="col">Files</th>
            <th scope="col" class="right">
              Size
            </th>
            <th scope="col">Created</th>
            <th scope="col">
              <span class="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {artifacts.map((artifact) => (
            <tr key={artifact.id}>
              <th scope="row">
                <VisibleText text={`${artifact.project}/${artifact.name}`} />{' '}
                <span class="soft">v{artifact.version}</span>
              </th>
              <td>
                <span class="row-actions">
                  {artifact.files.slice(0, 3).map(({ name }) => (
                    <Action
                      key={name}
                      kind="quiet"
                      label={`${name} of ${nameOf(artifact)}`}
                      act={() => saveFile(`/v1/preview/artifacts/${artifact.id}/files/${name}`, name)}
                    >
                      {name}
                    </Action>
                  ))}
                  {artifact.files.length > 3 && <span class="soft">and {artifact.files.length - 3} more</span>}
                </span>
              </td>
              <td class="right soft">{bytes(artifact.files.reduce((sum, file) => sum + file.bytes, 0))}</td>
              <td class="soft">
                <Ago time={artifact.created} />
              </td>
              <td>
                <span class="row-actions">
                  <button
                    type="button"
                    data-row
                    class="quiet"
                    disabled={!hasRows(artifact)}
                    title={hasRows(artifact) ? undefined : 'It holds no conversations to train on'}
                    aria-label={`Train on it: ${nameOf(artifact)}`}
                    onClick={() => onTrain(artifact.url)}
                  >
                    Train on it
                  </button>
                  <button
                    type="button"
                    class="quiet"
                    aria-label={`Delete ${nameOf(artifact)}`}
                    onClick={() => ask(artifact)}
                  >
                    Delete
                  </button>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {asks && (
        <TypeToConfirm
          title="Delete the artifact"
          what="Its files go for ever. Jobs that have begun have copies of their own."
          word={asks.name}
          act={remove}
          onClose={() => ask(null)}
        />
      )}
    </div>
  );
}

function StartSft({ url, onClose }: { url: string; onClose: () => void }) {
  const models = useQuery(allModels());
  const [model, setModel] = useState('');
  const [batch, setBatch] = useState(2);
  const [rate, setRate] = useState('5e-5');
  const [turns, setTurns] = useState<'all' | 'last'>('all');
  const chosen = model || (models.data?.[0]?.id ?? '');
  const isRate = Number(rate) > 0 && Number(rate) <= 1;
  const lacks = chosen === '' ? 'There is no model to train.' : isRate ? null : 'The rate must be above 0, at most 1.';
  const start = async () => {
    const config = { batch_size: batch, learning_rate: Number(rate), assistant_turns: turns };
    const { data } = await createSftTrainingJob({
      body: { model_id: chosen, training_data_url: url, config },
      throwOnError: true,
    });
    await queries.invalidateQueries();
    goTo(['jobs', data.id]);
  };
  return (
    <Dialog title="Train on these conversations" onClose={onClose}>
      <p class="mono small">{url}</p>
      <label class="field">
        <span>Model</span>
        <select value={chosen} onChange={(event) => setModel(event.currentTarget.value)}>
          {models.data?.map((one) => (
            <option key={one.id} value={one.id}>
              {shortName(servedName(one))}
            </option>
          ))}
        </select>
      </label>
      {models.data?.length === 0 && (
        <p class="note">
          There is no model yet. <a href="#/models">Create one</a>
        </p>
      )}
      <label class="field">
        <span>Conversations per gradient step</span>
        <input
          type="number"
          min="1"
          max="65536"
          value={batch}
          onInput={(event) => setBatch(event.currentTarget.valueAsNumber || 1)}
        />
      </label>
      <label class="field">
        <span>Learning rate</span>
        <input
          value={rate}
          inputMode="decimal"
          aria-invalid={!isRate}
          onInput={(event) => setRate(event.currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>Learn from</span>
        <select value={turns} onChange={(event) => setTurns(event.currentTarget.value as 'all' | 'last')}>
          <option value="all">every answer</option>
          <option value="last">the last answer</option>
        </select>
      </label>
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
