import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/preact-query';
import { useMemo } from 'preact/hooks';
import { listTrajectories } from '../../generated/sdk.gen.ts';
import type { ListTrajectoriesData, TrainingJob, TrajectorySummary } from '../../generated/types.gen.ts';
import { Empty, Fault, Status } from '../shell/parts.tsx';
import { href, setQuery, useRoute } from '../shell/route.ts';
import { VirtualList } from '../shell/virtual-list.tsx';
import { counted, number, whole } from '../text/format.ts';
import { VisibleText } from '../text/visible-text.tsx';
import { Groups } from './groups.tsx';

/** Query fields of the address that filter the list. */
const filters = [
  ...['split', 'step', 'job_id', 'group', 'outcome', 'reward_min', 'reward_max', 'truncated', 'text', 'sort'],
];
/** Filters of a request, taken from the address unchanged; the server refuses invalid ones. */
type Filters = NonNullable<ListTrajectoriesData['query']>;

/** Returns query options that load pages as the user scrolls. */
function trajectoriesOptions(model: string, given: Filters) {
  return infiniteQueryOptions({
    queryKey: [{ _id: 'listTrajectories', model, given }],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...given, limit: 100, ...(pageParam === '' ? {} : { after: pageParam }) };
      return (await listTrajectories({ path: { model_id: model }, query, signal, throwOnError: true })).data;
    },
    initialPageParam: '',
    getNextPageParam: (page) => (page.has_more ? page.last_id : undefined),
  });
}

export function Trajectories({ model, jobs }: { model: string; jobs: readonly TrainingJob[] }) {
  const { query } = useRoute();
  const job = query.get('job') ?? '';
  const byGroup = query.get('view') === 'groups';
  const given: Filters = useMemo(() => {
    const fields = filters.flatMap((name) => (query.get(name) ? [[name, query.get(name)!]] : []));
    return { ...Object.fromEntries(fields), ...(job === '' ? {} : { job_id: job }) };
  }, [query]);
  return (
    <>
      <FilterBar jobs={jobs} />
      {byGroup ? <Groups model={model} job={job} jobs={jobs} /> : <TrajectoryList model={model} given={given} />}
    </>
  );
}

const sorts = [
  ['newest', 'Newest'],
  ['oldest', 'Oldest'],
  ['highest_reward', 'Highest reward'],
  ['lowest_reward', 'Lowest reward'],
  ['longest', 'Longest'],
  ['shortest', 'Shortest'],
] as const;

const outcomes = ['trained', 'no_advantage', 'too_long', 'without_tokens', 'logged'];

function FilterBar({ jobs }: { jobs: readonly TrainingJob[] }) {
  const { query } = useRoute();
  const field = (name: string) => query.get(name) ?? '';
  const set = (name: string) => (event: { currentTarget: { value: string } }) =>
    setQuery({ [name]: event.currentTarget.value || undefined });
  const byGroup = field('view') === 'groups';
  const rl = jobs.filter(({ kind }) => kind === 'rl');
  return (
    <div class="toolbar">
      <select aria-label="Job" value={field('job')} onChange={set('job')}>
        <option value="">All jobs and logs</option>
        {rl.map(({ id, step }) => (
          <option key={id} value={id}>
            {step === null ? `job ${id.slice(0, 8)}` : `step ${step}, job ${id.slice(0, 8)}`}
          </option>
        ))}
      </select>
      <label>
        <input
          type="checkbox"
          checked={byGroup}
          onChange={(event) => setQuery({ view: event.currentTarget.checked ? 'groups' : undefined })}
        />{' '}
        by group
      </label>
      <fieldset class="bare" disabled={byGroup} title={byGroup ? 'By group, all groups of a job are shown' : undefined}>
        <input
          type="search"
          data-filter
          placeholder="Text of prompt or answer"
          aria-label="Filter by text"
          value={field('text')}
          onInput={set('text')}
        />
        <input
          class="narrow"
          type="text"
          placeholder="split"
          aria-label="Split"
          value={field('split')}
          onChange={set('split')}
        />
        <input
          class="narrow"
          type="number"
          min="0"
          placeholder="group"
          aria-label="Group"
          value={field('group')}
          onInput={set('group')}
        />
        <span class="range">
          <span class="soft">reward</span>
          <input
            class="narrow"
            type="number"
            step="any"
            placeholder="min"
            aria-label="Least reward"
            value={field('reward_min')}
            onInput={set('reward_min')}
          />
          <input
            class="narrow"
            type="number"
            step="any"
            placeholder="max"
            aria-label="Highest reward"
            value={field('reward_max')}
            onInput={set('reward_max')}
          />
        </span>
        <select aria-label="Outcome" value={field('outcome')} onChange={set('outcome')}>
          <option value="">Any outcome</option>
          {outcomes.map((name) => (
            <option key={name} value={name}>
              {name.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
        <select aria-label="Ends" value={field('truncated')} onChange={set('truncated')}>
          <option value="">Any end</option>
          <option value="true">Truncated</option>
          <option value="false">Not truncated</option>
        </select>
        <select aria-label="Order" value={field('sort') || 'newest'} onChange={set('sort')}>
          {sorts.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </fieldset>
      {byGroup && <span class="small soft">By group only the job is chosen; the other filters are for the list.</span>}
    </div>
  );
}

function TrajectoryList({ model, given }: { model: string; given: Filters }) {
  const found = useInfiniteQuery({ ...trajectoriesOptions(model, given), placeholderData: keepPreviousData });
  if (found.error && found.data === undefined) return <Fault error={found.error} what="Trajectories cannot be shown" />;
  if (found.data === undefined) return <p class="wait">Loading trajectories …</p>;
  const rows = found.data.pages.flatMap((page) => page.data);
  if (rows.length === 0) {
    return (
      <Empty title="No trajectory here.">
        <p class="soft">
          Those of jobs and logs are kept, the newest ones, as long as DAYBREAK_KEEP_TRAJECTORIES has room for them.
        </p>
      </Empty>
    );
  }
  const low = Math.min(0, ...rows.map(({ reward }) => reward));
  const high = Math.max(1e-9, ...rows.map(({ reward }) => reward));
  return (
    <>
      <p class="small soft" role="status">
        {found.hasNextPage
          ? `the first ${whole(rows.length)}; more come as you scroll`
          : counted(rows.length, 'trajectory', 'trajectories')}
      </p>
      <VirtualList
        items={rows}
        rowHeight={58}
        label="Trajectories"
        keyOf={({ id }) => id}
        onEnd={() => found.hasNextPage && !found.isFetching && void found.fetchNextPage()}
        row={(row) => <TrajectoryRow row={row} model={model} low={low} high={high} />}
      />
    </>
  );
}

interface RowProps {
  row: TrajectorySummary;
  model: string;
  low: number;
  high: number;
}

function TrajectoryRow({ row, model, low, high }: RowProps) {
  const share = (row.reward - low) / (high - low || 1);
  return (
    <a class="trajectory-row" data-row href={href(['trajectories', model, row.id])}>
      <span class="reward" title={`reward ${row.reward}`}>
        <b>{number(row.reward)}</b>
        <span class="bar">
          <span style={{ width: `${Math.round(share * 100)}%` }} />
        </span>
      </span>
      <span class="texts">
        <span class="cut soft">
          <VisibleText text={row.prompt} />
        </span>
        <span class="cut">
          <VisibleText text={row.answer} />
        </span>
      </span>
      <span class="marks">
        <span>
          {row.split} {row.step} · g{row.group}.{row.place}
        </span>
        <span class="small">
          <Status value={row.outcome} />
          {row.truncated && <span class="tone-warn"> ! truncated</span>}
          {' · '}
          <span class="soft">{whole(row.characters)} chars</span>
        </span>
      </span>
    </a>
  );
}
