import { queryOptions, useQuery } from '@tanstack/preact-query';
import { listJobGroups, listTrajectories } from '../../generated/sdk.gen.ts';
import type { JobGroup, TrainingJob, TrajectorySummary } from '../../generated/types.gen.ts';
import { wholeList } from '../api/lists.ts';
import { everyPage } from '../api/pages.ts';
import { Empty, Fault, Status } from '../shell/parts.tsx';
import { href, useRoute } from '../shell/route.ts';
import { Further, useFirstRows } from '../shell/rows.tsx';
import { SortHead, useSort } from '../shell/sorting.tsx';
import { counted, number, whole } from '../text/format.ts';
import { VisibleText } from '../text/visible-text.tsx';

const groupsOptions = (job: string) =>
  wholeList<JobGroup>('listJobGroups', { job }, (query, signal) =>
    listJobGroups({ path: { training_job_id: job }, query, signal, throwOnError: true }),
  );

/** Maximum number of members to load; other groups show their least, mean and highest reward. */
const mostMembers = 500;

/** Returns query options for the members of a job's groups, by group. */
function membersOptions(model: string, job: string) {
  return queryOptions({
    queryKey: [{ _id: 'listTrajectories', model, job, byGroup: true }],
    queryFn: async ({ signal }) => {
      const { items, hasMore } = await everyPage((after) => {
        const query = { job_id: job, sort: 'oldest' as const, limit: 100, ...(after ? { after } : {}) };
        return listTrajectories({ path: { model_id: model }, query, signal, throwOnError: true });
      }, mostMembers);
      return { of: Map.groupBy(items, ({ group }) => group), hasMore };
    },
  });
}

const columns = {
  group: ({ group }: JobGroup) => group,
  mean: ({ mean }: JobGroup) => mean,
  spread: ({ std_dev }: JobGroup) => std_dev,
  least: ({ min }: JobGroup) => min,
};

export function Groups({ model, job, jobs }: { model: string; job: string; jobs: readonly TrainingJob[] }) {
  const { path } = useRoute();
  const chosen = job || (jobs.find(({ kind }) => kind === 'rl')?.id ?? '');
  const groups = useQuery({ ...groupsOptions(chosen), enabled: chosen !== '' });
  const members = useQuery({ ...membersOptions(model, chosen), enabled: chosen !== '' });
  const { sorted, sort } = useSort(columns, 'group', 'ascending', 'by');
  const [rows, more] = useFirstRows(sorted(groups.data ?? []));
  if (chosen === '') return <Empty title="No RL job yet." />;
  if (groups.error) return <Fault error={groups.error} what="Groups cannot be shown" />;
  if (groups.data === undefined) return <p class="wait">Loading groups …</p>;
  const low = Math.min(...groups.data.map(({ min }) => min));
  const high = Math.max(...groups.data.map(({ max }) => max));
  const dropped = groups.data.filter(({ outcome }) => outcome !== 'trained').length;
  return (
    <>
      <p class="small soft" role="status">
        {counted(groups.data.length, 'group')} of job {chosen.slice(0, 8)}; {whole(dropped)} taught nothing.{' '}
        <a href={href(path, { tab: 'trajectories', job: chosen, sort: 'lowest_reward' })}>
          Their trajectories, worst first
        </a>
        {members.data?.hasMore && (
          <> Single members are shown of the first {whole(mostMembers)}; a bar spans least to highest of the others.</>
        )}
      </p>
      <div class="table-scroll">
        <table class="list">
          <thead>
            <tr>
              <SortHead {...sort('group')}>Group</SortHead>
              <th scope="col">Prompt</th>
              <SortHead {...sort('mean')} right>
                Mean
              </SortHead>
              <SortHead {...sort('spread')} right>
                Spread
              </SortHead>
              <SortHead {...sort('least')} right>
                Least
              </SortHead>
              <th scope="col">Reward of each member</th>
              <th scope="col">Outcome</th>
              <th scope="col" class="right">
                Exceptions
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((group) => {
              const own = members.data?.of.get(group.group) ?? [];
              return (
                <tr key={group.group}>
                  <th scope="row">
                    <a data-row href={href(path, { tab: 'trajectories', job: chosen, group: group.group })}>
                      {group.group}
                    </a>
                  </th>
                  <td class="cut soft">{own[0] && <VisibleText text={own[0].prompt} />}</td>
                  <td class="right">{number(group.mean)}</td>
                  <td class="right">{number(group.std_dev)}</td>
                  <td class="right">{number(group.min)}</td>
                  <td>
                    <Rewards {...{ group, model, low, high }} members={own} />
                  </td>
                  <td>
                    <Status value={group.outcome} />
                  </td>
                  <td class="right">{group.exceptions || ''}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {more}
      <Further of={groupsOptions(chosen)} what="groups" />
    </>
  );
}

interface RewardsProps {
  group: JobGroup;
  members: readonly TrajectorySummary[];
  model: string;
  low: number;
  high: number;
}

/** A bar for each member; if they are not loaded, the least, mean and highest reward. */
function Rewards({ group, members, model, low, high }: RewardsProps) {
  const share = (value: number) => (value - low) / (high - low || 1);
  if (members.length === group.size) {
    return (
      <span class="member-bars">
        {members
          .toSorted((a, b) => a.place - b.place)
          .map(({ id, place, reward }) => (
            <a
              key={id}
              href={href(['trajectories', model, id])}
              title={`reward ${number(reward)}`}
              aria-label={`Member ${place} of group ${group.group}, reward ${number(reward)}`}
            >
              <span style={{ height: `${2 + share(reward) * 20}px` }} />
            </a>
          ))}
      </span>
    );
  }
  const at = (value: number) => share(value) * 100;
  return (
    <span
      class="span-bar"
      title={`${counted(group.size, 'member')}: ${number(group.min)} … ${number(group.mean)} … ${number(group.max)}`}
    >
      <span style={{ left: `${at(group.min)}%`, width: `${at(group.max) - at(group.min)}%` }} />
      <i style={{ left: `${at(group.mean)}%` }} />
    </span>
  );
}
