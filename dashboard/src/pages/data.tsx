import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { deleteArtifact } from '../../generated/sdk.gen.ts';
import type { Artifact } from '../../generated/types.gen.ts';
import { queries } from '../api/connection.ts';
import { allArtifacts } from '../api/lists.ts';
import { saveFile } from '../api/save-file.ts';
import { uploadArtifact } from '../api/upload.ts';
import { collected } from '../chat/draft.ts';
import { FileField, Report, useCheckedFile } from '../data/checked-file.tsx';
import { SendGroups } from '../data/send-groups.tsx';
import { StartSft } from '../data/start-sft.tsx';
import type { RowsReport } from '../data/training-rows.ts';
import { Action } from '../shell/action.tsx';
import { TypeToConfirm } from '../shell/confirm.tsx';
import { Ago, Empty, Head, Loaded, usePageTitle } from '../shell/parts.tsx';
import { Further, useFirstRows } from '../shell/rows.tsx';
import { useStore } from '../shell/store.ts';
import { bytes, counted } from '../text/format.ts';
import { VisibleText } from '../text/visible-text.tsx';

export function DataPage() {
  usePageTitle('Data');
  const artifacts = useQuery(allArtifacts());
  const [trains, train] = useState<string | null>(null);
  return (
    <>
      <Head title="Data">
        <button type="button" onClick={() => train('')}>
          Train on data at an address
        </button>
      </Head>
      <h2>Conversations, for SFT</h2>
      <Upload onTrain={train} />
      <h2>Trajectories, for RL and logs</h2>
      <SendGroups />
      <h2>Artifacts</h2>
      <Loaded of={artifacts} what="Artifacts">
        {(all) =>
          all.length === 0 ? (
            <Empty title="Nothing is uploaded yet." />
          ) : (
            <ArtifactTable artifacts={all} onTrain={train} />
          )
        }
      </Loaded>
      <Further of={allArtifacts()} what="artifacts" />
      {trains !== null && <StartSft url={trains} onClose={() => train(null)} />}
    </>
  );
}

/** Checks a file before sending it, and uploads it as an artifact. */
function Upload({ onTrain }: { onTrain: (url: string) => void }) {
  const rows = useStore(collected);
  const checked = useCheckedFile();
  const { file, report, isChecked, choose } = checked;
  const send = async () => {
    const name = file!.name.replace(/\.[a-z]+$/i, '').replace(/[/\\:#?%]/g, '-') || 'data';
    // Jobs look for this file name.
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
        <FileField label="JSONL file with conversations" choose={choose} />
        {rows.length > 0 && (
          <button type="button" onClick={() => void choose(new File([rows.join('\n')], collectedName))}>
            Use the {counted(rows.length, 'row')} of the playground
          </button>
        )}
        <span class="small soft">
          or drop one here; each line is <code>{'{"messages": [{"role": …, "content": …}]}'}</code>
        </span>
      </div>
      <Report checked={checked} content={contentOf} />
      {file && report && (
        <Action act={send} kind="primary" disabled={!isChecked || report.rows === 0}>
          {report.faults.length > 0 ? 'Upload all the same' : 'Upload'}
        </Action>
      )}
    </section>
  );
}

const collectedName = 'playground.jsonl';

const contentOf = ({ rows, answers, characters }: RowsReport) =>
  `${counted(rows, 'row')}, ${counted(answers, 'answer')} of ` +
  `${counted(Math.round(characters / Math.max(1, answers)), 'character')} on average`;

const nameOf = ({ name, version }: Artifact) => `${name} v${version}`;

/** Returns whether an artifact has a file in which jobs look for conversations; an adapter, for example, has none. */
const hasRows = ({ files }: Artifact) => files.some(({ name }) => /^(train|trajectories)\.jsonl$/.test(name));

interface TableProps {
  artifacts: readonly Artifact[];
  onTrain: (url: string) => void;
}

function ArtifactTable({ artifacts, onTrain }: TableProps) {
  const [asks, ask] = useState<Artifact | null>(null);
  const [rows, more] = useFirstRows(artifacts);
  const remove = async () => {
    await deleteArtifact({ path: { artifact_id: asks!.id }, throwOnError: true });
    ask(null);
    await queries.invalidateQueries();
  };
  return (
    <>
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
            {rows.map((artifact) => (
              <tr key={artifact.id}>
                <th scope="row">
                  <VisibleText text={`${artifact.project}/${artifact.name}`} />{' '}
                  <span class="soft">v{artifact.version}</span>
                </th>
                <td>
                  <Files artifact={artifact} />
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
      </div>
      {more}
      {asks && (
        <TypeToConfirm
          title="Delete the artifact"
          what="Its files go for ever. Jobs that have begun have copies of their own."
          word={asks.name}
          act={remove}
          onClose={() => ask(null)}
        />
      )}
    </>
  );
}

const mostFiles = 3;

/** A button for each file that saves it; files after the first few are folded. */
function Files({ artifact }: { artifact: Artifact }) {
  const buttons = artifact.files.map(({ name }) => (
    <Action
      key={name}
      kind="quiet"
      label={`${name} of ${nameOf(artifact)}`}
      act={() => saveFile(`/v1/preview/artifacts/${artifact.id}/files/${encodeURIComponent(name)}`, name)}
    >
      {name}
    </Action>
  ));
  return (
    <>
      <span class="row-actions">{buttons.slice(0, mostFiles)}</span>
      {buttons.length > mostFiles && (
        <details class="inline">
          <summary>and {buttons.length - mostFiles} more</summary>
          <span class="row-actions">{buttons.slice(mostFiles)}</span>
        </details>
      )}
    </>
  );
}
