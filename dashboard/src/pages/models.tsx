import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { getModelOptions, listBaseModelsOptions } from '../../generated/@tanstack/preact-query.gen.ts';
import { createModel, deleteModel, importAdapter } from '../../generated/sdk.gen.ts';
import type { Model } from '../../generated/types.gen.ts';
import { queries } from '../api/connection.ts';
import { allJobs, allModels } from '../api/lists.ts';
import { saveFile } from '../api/save-file.ts';
import { uploadArtifact } from '../api/upload.ts';
import { Checkpoints } from '../run/checkpoints.tsx';
import { JobTable } from '../run/job-table.tsx';
import { servedName } from '../run/served-name.ts';
import { Action } from '../shell/action.tsx';
import { TypeToConfirm } from '../shell/confirm.tsx';
import { Ago, Dialog, Empty, Head, Loaded, LoadedSubject, usePageTitle } from '../shell/parts.tsx';
import { goTo, href, useQueryField } from '../shell/route.ts';
import { Further, useFirstRows } from '../shell/rows.tsx';
import { counted } from '../text/format.ts';
import { VisibleText } from '../text/visible-text.tsx';

export function ModelsPage() {
  usePageTitle('Models');
  const models = useQuery(allModels());
  const [text, setText] = useQueryField('q');
  const [creates, create] = useState(false);
  return (
    <>
      <Head title="Models">
        <button type="button" class="primary" onClick={() => create(true)}>
          New model
        </button>
      </Head>
      <Loaded of={models} what="Models">
        {(all) => {
          if (all.length === 0) return <Empty title="No model yet.">A model is an adapter on a base model.</Empty>;
          const found = all.filter((model) => servedName(model).toLowerCase().includes(text.toLowerCase()));
          return (
            <>
              <div class="toolbar">
                <input
                  type="search"
                  data-filter
                  placeholder="Filter by name or project"
                  aria-label="Filter models"
                  value={text}
                  onInput={(event) => setText(event.currentTarget.value)}
                />
                <span class="soft" role="status">
                  {counted(found.length, 'model')}
                </span>
              </div>
              <ModelTable models={found} />
              <Further of={allModels()} what="models" />
            </>
          );
        }}
      </Loaded>
      {creates && <NewModel onClose={() => create(false)} />}
    </>
  );
}

function ModelTable({ models }: { models: readonly Model[] }) {
  const [rows, more] = useFirstRows(models);
  return (
    <>
      <div class="table-scroll">
        <table class="list">
          <thead>
            <tr>
              {['Model', 'Project', 'Base model', 'Created', ''].map((name) => (
                <th scope="col" key={name}>
                  {name || <span class="unseen">Links</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((model) => (
              <tr key={model.id}>
                <th scope="row">
                  <a data-row href={href(['models', model.id])}>
                    <VisibleText text={model.name} />
                  </a>
                </th>
                <td>{model.project}</td>
                <td class="soft">{model.base_model}</td>
                <td class="soft">
                  <Ago time={model.created} />
                </td>
                <td>
                  <span class="row-actions">
                    {model.run_id && <a href={href(['runs', model.run_id])}>run</a>}
                    <a href={href(['playground'], { models: servedName(model) })}>chat</a>
                  </span>
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

function NewModel({ onClose }: { onClose: () => void }) {
  const bases = useQuery(listBaseModelsOptions());
  const [fields, setFields] = useState({ project: 'default', name: '', base_model: '' });
  const set = (name: keyof typeof fields) => (event: { currentTarget: { value: string } }) =>
    setFields({ ...fields, [name]: event.currentTarget.value });
  const base = fields.base_model || bases.data?.[0] || '';
  const make = async () => {
    const { data } = await createModel({ body: { ...fields, base_model: base }, throwOnError: true });
    await queries.invalidateQueries();
    goTo(['models', data.id]);
  };
  return (
    <Dialog title="New model" onClose={onClose}>
      <label class="field">
        <span>Project</span>
        <input value={fields.project} onInput={set('project')} />
      </label>
      <label class="field">
        <span>Name</span>
        <input value={fields.name} onInput={set('name')} />
      </label>
      <label class="field">
        <span>Base model</span>
        <select value={base} onChange={set('base_model')}>
          {bases.data?.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <footer>
        <button type="button" onClick={onClose}>
          Leave
        </button>
        <Action act={make} kind="primary" disabled={fields.name === '' || fields.project === ''}>
          Create
        </Action>
      </footer>
    </Dialog>
  );
}

export function ModelPage({ id }: { id: string }) {
  const model = useQuery(getModelOptions({ path: { model_id: id } }));
  return (
    <LoadedSubject of={model} what="The model" among={['models', 'Models']}>
      {(found) => <ModelParts model={found} />}
    </LoadedSubject>
  );
}

function ModelParts({ model }: { model: Model }) {
  usePageTitle(model.name);
  const jobs = useQuery(allJobs(model.id));
  const [asks, ask] = useState(false);
  const remove = async () => {
    await deleteModel({ path: { model_id: model.id }, throwOnError: true });
    goTo(['models']);
    await queries.invalidateQueries();
  };
  return (
    <>
      <Head title={<VisibleText text={model.name} />} trail={<a href="#/models">Models</a>}>
        <a class="button" href={href(['playground'], { models: servedName(model) })}>
          Chat
        </a>
        {model.run_id && (
          <>
            <a class="button" href={href(['runs', model.run_id])}>
              Run
            </a>
            <Action act={() => saveFile(`/v1/preview/runs/${model.run_id}/tensorboard`, 'events.out.tfevents')}>
              TensorBoard
            </Action>
          </>
        )}
        <button type="button" class="danger" onClick={() => ask(true)}>
          Delete the model
        </button>
      </Head>
      <p class="facts-line">
        <span>
          <span class="soft">project</span> {model.project}
        </span>
        <span>
          <span class="soft">base</span> {model.base_model}
        </span>
        <span>
          <span class="soft">chats name it</span> <code>{servedName(model)}</code>
        </span>
        <span class="soft">
          created <Ago time={model.created} />
        </span>
      </p>
      <h2>Checkpoints</h2>
      <Checkpoints model={model} />
      <ImportAdapter model={model} />
      <h2>Jobs</h2>
      <JobTable jobs={jobs.data ?? []} />
      {asks && (
        <TypeToConfirm
          title="Delete the model"
          what="Its checkpoints, its run and its trajectories go for ever."
          word={model.name}
          act={remove}
          onClose={() => ask(false)}
        />
      )}
    </>
  );
}

const wanted = ['adapter_config.json', 'adapter_model.safetensors'];

/** Imports a PEFT adapter from the user's disk as a checkpoint of an untrained model. */
function ImportAdapter({ model }: { model: Model }) {
  const [files, setFiles] = useState<File[]>([]);
  const [takesAny, takeAny] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const lacking = wanted.filter((name) => !files.some((file) => file.name === name));
  const send = async () => {
    const { url } = await uploadArtifact(
      `adapter-of-${model.name}`,
      files.filter((file) => wanted.includes(file.name)),
    );
    const { data } = await importAdapter({
      path: { model_id: model.id },
      body: { artifact_url: url, any_base_model: takesAny },
      throwOnError: true,
    });
    setDone(`It is step ${data.step} now.`);
    await queries.invalidateQueries();
  };
  return (
    <details class="section">
      <summary>
        <h2>Import an adapter</h2>
      </summary>
      <p class="soft">A PEFT adapter for the same base model: both of its files.</p>
      <label>
        <input type="checkbox" checked={takesAny} onChange={(event) => takeAny(event.currentTarget.checked)} /> its base
        model may have another name, as long as the shapes fit (<code>any_base_model</code>)
      </label>
      <div class="toolbar">
        <input
          type="file"
          multiple
          aria-label="Files of the adapter"
          accept=".json,.safetensors"
          onChange={(event) => setFiles([...(event.currentTarget.files ?? [])])}
        />
        <Action act={send} kind="primary" disabled={lacking.length > 0}>
          Import
        </Action>
        {files.length > 0 && lacking.length > 0 && <span class="soft">{lacking.join(' and ')} is missing.</span>}
        {done && <span role="status">{done}</span>}
      </div>
    </details>
  );
}
