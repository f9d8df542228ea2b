import { useQuery } from '@tanstack/preact-query';
import { getKeyOptions } from '../../generated/@tanstack/preact-query.gen.ts';
import { allArtifacts, allJobs, allModels } from '../api/lists.ts';
import type { Listed } from '../api/pages.ts';
import { Ago, Fact, Loaded } from '../shell/parts.tsx';
import { bytes, duration, whole } from '../text/format.ts';

/** The session's key and its limits, and what its owner has. */
export function Yours() {
  const key = useQuery(getKeyOptions());
  return (
    <section>
      <h2>This session's key</h2>
      <Loaded of={key} what="The key">
        {({ id, name, owner, scopes, expires, session, limits }) => (
          <dl class="facts">
            <Fact label="Name">{name || '–'}</Fact>
            <Fact label="Id">
              <span class="mono">{id}</span>
            </Fact>
            <Fact label="Kind">{session ? 'a session of this page' : 'an API key'}</Fact>
            <Fact label="Owner">{owner}</Fact>
            <Fact label="Scopes">{scopes.join(', ')}</Fact>
            <Fact label="Expires">{expires === null ? 'never' : <Until time={expires} />}</Fact>
            <Fact label="Requests at once">{whole(limits.requests_in_flight)}</Fact>
            <Fact label="Requests a second">{whole(limits.requests_per_second)}</Fact>
          </dl>
        )}
      </Loaded>
      <Owned />
      <p class="small soft">
        <code>npm run keys</code> on the server makes, lists and revokes keys.
      </p>
    </section>
  );
}

function Until({ time }: { time: string }) {
  const seconds = (Date.parse(time) - Date.now()) / 1000;
  return seconds > 0 ? <time dateTime={time}>in {duration(seconds)}</time> : <Ago time={time} />;
}

const states = ['running', 'queued', 'succeeded', 'failed', 'cancelled'] as const;

/** Counts of the models, jobs and artifacts of all keys of the owner. */
function Owned() {
  const models = useQuery({ ...allModels(), select: countOf });
  const jobs = useQuery({ ...allJobs(), select: (listed) => listed });
  const artifacts = useQuery({ ...allArtifacts(), select: (listed) => listed });
  const files = artifacts.data?.items.flatMap((artifact) => artifact.files) ?? [];
  return (
    <dl class="facts">
      <Fact label="Models of the owner">{models.data ?? '…'}</Fact>
      <Fact label="Jobs">
        {jobs.data ? countOf(jobs.data) : '…'}
        {states.map((state) => {
          const count = jobs.data?.items.filter(({ status }) => status === state).length ?? 0;
          return count > 0 && <span key={state} class="soft">{`, ${whole(count)} ${state}`}</span>;
        })}
      </Fact>
      <Fact label="Artifacts">
        {artifacts.data ? countOf(artifacts.data) : '…'}
        {artifacts.data && <span class="soft">, {bytes(files.reduce((sum, file) => sum + file.bytes, 0))}</span>}
      </Fact>
    </dl>
  );
}

const countOf = ({ items, hasMore }: Listed<unknown>) => `${hasMore ? 'more than ' : ''}${whole(items.length)}`;
