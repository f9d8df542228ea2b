import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { Run } from '../../generated/types.gen.ts';
import { allRuns } from '../api/lists.ts';
import { headline, RunTrend } from '../run/trend.tsx';
import { Ago, Empty, Head, Loaded, Status, usePageTitle } from '../shell/parts.tsx';
import { goTo, href, useQueryField } from '../shell/route.ts';
import { Further, useFirstRows } from '../shell/rows.tsx';
import { SortHead, useSort } from '../shell/sorting.tsx';
import { counted, number } from '../text/format.ts';
import { VisibleText } from '../text/visible-text.tsx';

const columns: Record<string, (run: Run) => string | number> = {
  name: (run) => run.name.toLowerCase(),
  state: (run) => run.status ?? '',
  base: (run) => run.base_model ?? '',
  step: (run) => run.step ?? 0,
  value: (run) => headline(run)?.[1] ?? Number.NEGATIVE_INFINITY,
  began: (run) => run.created,
};

export function RunsPage() {
  usePageTitle('Runs');
  const runs = useQuery(allRuns());
  const [ticked, setTicked] = useState<readonly string[]>([]);
  return (
    <>
      <Head title="Runs">
        <button
          type="button"
          disabled={ticked.length < 2}
          onClick={() => goTo(['compare'], { runs: ticked.join(',') })}
        >
          Compare {ticked.length > 0 ? ticked.length : ''}
        </button>
      </Head>
      <Loaded of={runs} what="Runs">
        {(all) =>
          all.length === 0 ? (
            <Empty title="No run yet.">
              <p>
                Each model has one. <a href="#/models">Create a model</a>
              </p>
            </Empty>
          ) : (
            <RunTable runs={all} ticked={ticked} onTick={setTicked} />
          )
        }
      </Loaded>
    </>
  );
}

interface TableProps {
  runs: readonly Run[];
  ticked: readonly string[];
  onTick: (ticked: readonly string[]) => void;
}

function RunTable({ runs, ticked, onTick }: TableProps) {
  const [text, setText] = useQueryField('q');
  const [state, setState] = useQueryField('state');
  const [project, setProject] = useQueryField('project');
  const { sorted, sort } = useSort(columns, 'began', 'descending');
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = runs.filter((run) => {
    const about = `${run.entity}/${run.project}/${run.name} ${run.base_model} ${run.id}`.toLowerCase();
    const fits = words.every((word) => about.includes(word));
    return fits && (state === '' || run.status === state) && (project === '' || run.project === project);
  });
  const [shown, more] = useFirstRows(sorted(found), 100);
  const projects = [...new Set(runs.flatMap((run) => run.project ?? []))].sort();
  const tick = (id: string) => onTick(ticked.includes(id) ? ticked.filter((one) => one !== id) : [...ticked, id]);
  return (
    <>
      <div class="toolbar">
        <input
          type="search"
          data-filter
          placeholder="Filter by name, project, base model"
          aria-label="Filter runs"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <select aria-label="Project" value={project} onChange={(event) => setProject(event.currentTarget.value)}>
          <option value="">All projects</option>
          {projects.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <select aria-label="State" value={state} onChange={(event) => setState(event.currentTarget.value)}>
          <option value="">Any state</option>
          {['running', 'queued', 'idle'].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <span class="soft" role="status">
          {counted(found.length, 'run')}
        </span>
      </div>
      <div class="table-scroll">
        <table class="list">
          <thead>
            <tr>
              <th scope="col">
                <span class="unseen">Compare</span>
              </th>
              <SortHead {...sort('name')}>Run</SortHead>
              <SortHead {...sort('state')}>State</SortHead>
              <SortHead {...sort('base')}>Base model</SortHead>
              <SortHead {...sort('step')} right>
                Step
              </SortHead>
              <SortHead {...sort('value')}>Reward or loss</SortHead>
              <SortHead {...sort('began')}>Began</SortHead>
            </tr>
          </thead>
          <tbody>
            {shown.map((run) => (
              <tr key={run.id} class={ticked.includes(run.id) ? 'ticked' : ''}>
                <td>
                  <input
                    type="checkbox"
                    checked={ticked.includes(run.id)}
                    aria-label={`Compare ${run.name}`}
                    onChange={() => tick(run.id)}
                  />
                </td>
                <th scope="row">
                  <a data-row href={href(['runs', run.id])}>
                    <VisibleText text={run.name} />
                  </a>{' '}
                  <span class="soft">{run.project}</span>
                </th>
                <td>
                  <Status value={run.status ?? 'idle'} />
                </td>
                <td class="soft">{run.base_model}</td>
                <td class="right">{number(run.step)}</td>
                <td>
                  <RunTrend run={run} />
                </td>
                <td class="soft">
                  <Ago time={run.created} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more}
      <Further of={allRuns()} what="runs" />
      {found.length === 0 && <p class="quiet-line">Nothing fits the filter.</p>}
    </>
  );
}
