import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import {
  getModelOptions,
  getTrajectoryOptions,
  getTrajectoryTokensOptions,
  listTrajectoriesOptions,
} from '../../generated/@tanstack/preact-query.gen.ts';
import type { KeptTrajectory, TrajectorySummary } from '../../generated/types.gen.ts';
import { keepDraft } from '../chat/draft.ts';
import { ConfigTable } from '../run/config.tsx';
import { servedName } from '../run/served-name.ts';
import { Empty, Fault, Head, Loaded, LoadedSubject, Status, Tabs, usePageTitle } from '../shell/parts.tsx';
import { goTo, href, useQueryField } from '../shell/route.ts';
import { Diff } from '../text/diff.tsx';
import { counted, number } from '../text/format.ts';
import { VisibleText } from '../text/visible-text.tsx';
import { Conversation } from '../trajectory/conversation.tsx';
import { answersOf, conversationsOf } from '../trajectory/messages.ts';
import { standingOf } from '../trajectory/token-colours.ts';
import { withTexts } from '../trajectory/token-sequence.ts';
import { Tokens } from '../trajectory/tokens.tsx';

const mostMembers = 100;

/** Returns query options for the members of a group. */
function membersOptions(model: string, { group, job_id, log_id }: TrajectorySummary) {
  const of = { ...(job_id ? { job_id } : {}), ...(log_id ? { log_id } : {}) };
  return listTrajectoriesOptions({ path: { model_id: model }, query: { ...of, group, limit: mostMembers } });
}

const oneOptions = (model: string, id: string) => ({
  ...getTrajectoryOptions({ path: { model_id: model, trajectory_id: id } }),
  // A stored trajectory never changes.
  staleTime: Number.POSITIVE_INFINITY,
});

export function TrajectoryPage({ model, id }: { model: string; id: string }) {
  const trajectory = useQuery(oneOptions(model, id));
  return (
    <LoadedSubject of={trajectory} what="The trajectory" among={['runs', 'Runs']}>
      {(detail) => <Parts model={model} detail={detail} />}
    </LoadedSubject>
  );
}

const tabs = [
  { id: 'text', label: 'Conversation' },
  { id: 'tokens', label: 'Tokens' },
  { id: 'diff', label: 'Beside another' },
  { id: 'facts', label: 'Facts' },
];

function Parts({ model, detail: { summary, trajectory } }: { model: string; detail: KeptTrajectory }) {
  const [tab] = useQueryField('tab', 'text');
  const owner = useQuery(getModelOptions({ path: { model_id: model } }));
  const conversations = conversationsOf(trajectory);
  const place = `${summary.split} ${summary.step}, group ${summary.group}, member ${summary.place}`;
  usePageTitle(place);
  const runId = owner.data?.run_id;
  const play = () => {
    const messages = (conversations[0] ?? []).map(({ role, text }) => ({ role, content: text }));
    while (messages.at(-1)?.role === 'assistant') messages.pop();
    keepDraft(messages);
    goTo(['playground'], { models: owner.data && servedName(owner.data, summary.step || undefined) });
  };
  return (
    <>
      <Head
        title={place}
        trail={
          <>
            <a href="#/runs">Runs</a>
            {runId && (
              <>
                {' '}
                / <a href={href(['runs', runId], { tab: 'trajectories' })}>{owner.data?.name}</a>
              </>
            )}
          </>
        }
      >
        <button type="button" onClick={play}>
          Open in the playground
        </button>
        {summary.job_id && (
          <a class="button" href={href(['jobs', summary.job_id])}>
            Job
          </a>
        )}
      </Head>
      <p class="facts-line">
        <Status value={summary.outcome} />
        <span>
          <span class="soft">reward</span> <b>{number(summary.reward)}</b>
        </span>
        <span>
          <abbr
            class="soft"
            title="How much better its reward is than the others' of its group, before the job's normalisation"
          >
            advantage in its group
          </abbr>{' '}
          {number(summary.advantage)}
        </span>
        <span>
          <span class="soft">answers</span> {counted(summary.answers, 'turn')},{' '}
          {counted(summary.characters, 'character')}
        </span>
        {summary.truncated && <span class="tone-warn">! truncated</span>}
      </p>
      <Members model={model} summary={summary} />
      <Tabs
        tabs={tabs}
        current={tab}
        hrefOf={(id) => href(['trajectories', model, summary.id], { tab: id === 'text' ? undefined : id })}
      />
      {tab === 'text' &&
        (conversations.length === 0 ? (
          <Empty title="It holds no message." />
        ) : (
          conversations.map((messages, index) => <Conversation key={index} messages={messages} />)
        ))}
      {tab === 'tokens' && <TokenTab model={model} summary={summary} />}
      {tab === 'diff' && <DiffTab model={model} summary={summary} answer={answersOf(conversations)} />}
      {tab === 'facts' && <ConfigTable rows={factsOf(summary, trajectory)} />}
    </>
  );
}

function factsOf(summary: TrajectorySummary, trajectory: KeptTrajectory['trajectory']): [string, string][] {
  const { metrics, metadata, logs } = trajectory;
  const flat = (prefix: string, object: object | null | undefined): [string, string][] =>
    Object.entries(object ?? {}).map(([name, value]) => [
      `${prefix}${name}`,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
  return [
    ['id', summary.id],
    ...flat('metrics.', metrics),
    ...flat('metadata.', metadata),
    ...(logs ?? []).map((line, place): [string, string] => [`log ${place + 1}`, line]),
  ];
}

/** A bar for each member of the group, to compare their rewards. */
function Members({ model, summary }: { model: string; summary: TrajectorySummary }) {
  const members = useQuery(membersOptions(model, summary));
  if (members.data === undefined || members.data.data.length < 2) return null;
  const all = members.data.data.toSorted((a, b) => a.place - b.place);
  const rewards = all.map(({ reward }) => reward);
  const [low, high] = [Math.min(0, ...rewards), Math.max(...rewards)];
  return (
    <nav class="members" aria-label="Members of the group">
      {all.map((member) => (
        <a
          key={member.id}
          href={href(['trajectories', model, member.id])}
          aria-current={member.id === summary.id ? 'page' : undefined}
          title={`member ${member.place}: reward ${number(member.reward)}`}
        >
          <span class="member-bar" style={{ height: `${4 + ((member.reward - low) / (high - low || 1)) * 28}px` }} />
          <span>{number(member.reward)}</span>
        </a>
      ))}
      {members.data.has_more && <span class="small soft">and more than these {mostMembers}</span>}
    </nav>
  );
}

function TokenTab({ model, summary }: { model: string; summary: TrajectorySummary }) {
  const [sequence, setSequence] = useState(0);
  const path = { model_id: model, trajectory_id: summary.id };
  const tokens = useQuery({
    ...getTrajectoryTokensOptions({ path, query: { sequence } }),
    enabled: summary.has_tokens,
    staleTime: Number.POSITIVE_INFINITY,
    select: withTexts,
  });
  const members = useQuery(membersOptions(model, summary));
  const rewards = members.data?.data.map(({ reward }) => reward) ?? [];
  if (!summary.has_tokens && summary.outcome !== 'trained') {
    return <Empty title={`It was not trained on (${summary.outcome.replaceAll('_', ' ')}), so it has no tokens.`} />;
  }
  if (!summary.has_tokens) {
    return (
      <Empty title="Its tokens are not kept.">
        <p class="soft">Those of the first groups of each job are; DAYBREAK_KEEP_TOKENS says of how many.</p>
      </Empty>
    );
  }
  return (
    <Loaded of={tokens} what="Tokens">
      {(found) => <Tokens sequence={found} standing={standingOf(summary.reward, rewards)} onSequence={setSequence} />}
    </Loaded>
  );
}

function DiffTab({ model, summary, answer }: { model: string; summary: TrajectorySummary; answer: string }) {
  const members = useQuery(membersOptions(model, summary));
  const [other, setOther] = useState('');
  const others = members.data?.data.filter(({ id }) => id !== summary.id) ?? [];
  const best = others.toSorted((a, b) => b.reward - a.reward)[0];
  const chosen = other || (best?.id ?? '');
  const beside = useQuery({ ...oneOptions(model, chosen), enabled: chosen !== '' });
  if (members.error) return <Fault error={members.error} what="The group cannot be shown" />;
  if (chosen === '') return <p class="quiet-line">The group has no other member.</p>;
  return (
    <>
      <div class="toolbar">
        <label>
          <span class="soft">How this answer differs from member</span>{' '}
          <select value={chosen} onChange={(event) => setOther(event.currentTarget.value)}>
            {others.map((one) => (
              <option key={one.id} value={one.id}>
                {one.place}, reward {number(one.reward)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Loaded of={beside} what="The other trajectory">
        {(detail) => <Diff before={answersOf(conversationsOf(detail.trajectory))} after={answer} />}
      </Loaded>
      <p class="small soft">
        <VisibleText text="Struck through: only in the other. Underlined: only in this one." />
      </p>
    </>
  );
}
