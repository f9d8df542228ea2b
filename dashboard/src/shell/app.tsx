import { useEffect, useRef, useState } from 'preact/hooks';
import { followUpdates, liveness } from '../api/live.ts';
import { silentSince } from '../api/reach.ts';
import { session } from '../api/session.ts';
import { signOut } from '../api/sign-in.ts';
import { DataPage } from '../pages/data.tsx';
import { JobPage, JobsPage } from '../pages/jobs.tsx';
import { ModelPage, ModelsPage } from '../pages/models.tsx';
import { Overview } from '../pages/overview.tsx';
import { RunsPage } from '../pages/runs.tsx';
import { SystemPage } from '../pages/system.tsx';
import { hourAndMinute } from '../text/format.ts';
import { keys, listenToKeys } from './keyboard.ts';
import { lazy } from './lazy.tsx';
import { Dialog, Empty, Head } from './parts.tsx';
import { type Route, useRoute } from './route.ts';
import { SignIn } from './sign-in.tsx';
import { useStore } from './store.ts';
import { ThemeChoice } from './theme.tsx';

const RunPage = lazy(() => import('../pages/run.tsx').then(({ RunPage }) => RunPage));
const ComparePage = lazy(() => import('../pages/compare.tsx').then(({ ComparePage }) => ComparePage));
const TrajectoryPage = lazy(() => import('../pages/trajectory.tsx').then(({ TrajectoryPage }) => TrajectoryPage));
const Playground = lazy(() => import('../pages/playground.tsx').then(({ Playground }) => Playground));

const places: readonly [path: string, label: string][] = [
  ['', 'Overview'],
  ['runs', 'Runs'],
  ['playground', 'Playground'],
  ['models', 'Models'],
  ['data', 'Data'],
  ['jobs', 'Jobs'],
  ['system', 'System'],
];

export function App({ code }: { code: string | null }) {
  const signedIn = useStore(session);
  if (signedIn === null) return <SignIn code={code} />;
  return <Frame key={signedIn.id} owner={signedIn.owner} scopes={signedIn.scopes.join()} />;
}

function Frame({ owner, scopes }: { owner: string; scopes: string }) {
  const [helps, help] = useState(false);
  const route = useRoute();
  useEffect(() => listenToKeys(() => help(true)), []);
  useEffect(() => {
    const over = new AbortController();
    followUpdates(`${owner}:${scopes}`, over.signal);
    return () => over.abort();
  }, [owner, scopes]);
  useFocusOnPage(route.path.join('/'));
  const here = route.path[0] === 'compare' || route.path[0] === 'trajectories' ? 'runs' : (route.path[0] ?? '');
  return (
    <div class="frame">
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the page
      </button>
      <aside class="side">
        <a class="brand" href="#/">
          <img src="/app/icon.svg" alt="" width="22" height="22" /> <span class="brand-name">Daybreak</span>
        </a>
        <nav aria-label="Pages">
          {places.map(([path, label]) => (
            <a key={path} href={`#/${path}`} aria-current={path === here ? 'page' : undefined}>
              {label}
            </a>
          ))}
          <a href="/docs">API</a>
        </nav>
        <div class="side-foot">
          <Liveness />
          <ThemeChoice />
          <span class="side-row">
            <span class="soft" title="Whose things this page shows">
              {owner}
            </span>
            <button type="button" class="quiet" onClick={() => void signOut()}>
              Sign out
            </button>
          </span>
          <button type="button" class="quiet keys-button" onClick={() => help(true)}>
            Keys <kbd>?</kbd>
          </button>
        </div>
      </aside>
      <main id="main" tabIndex={-1}>
        <Silence />
        <Page route={route} />
      </main>
      {helps && <KeysHelp onClose={() => help(false)} />}
    </div>
  );
}

/**
 * Moves the focus to a new page, so that Tab starts at its head and not in the navigation. A page that takes the focus
 * itself keeps it.
 */
function useFocusOnPage(path: string): void {
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    const main = document.getElementById('main')!;
    if (!main.contains(document.activeElement)) main.focus();
  }, [path]);
}

function Page({ route: { path } }: { route: Route }) {
  const [place = '', id, part] = path;
  if (place === '') return <Overview />;
  if (place === 'runs') return id === undefined ? <RunsPage /> : <RunPage key={id} id={id} />;
  if (place === 'compare') return <ComparePage />;
  if (place === 'trajectories' && part !== undefined) return <TrajectoryPage key={part} model={id!} id={part} />;
  if (place === 'playground') return <Playground />;
  if (place === 'models') return id === undefined ? <ModelsPage /> : <ModelPage key={id} id={id} />;
  if (place === 'data') return <DataPage />;
  if (place === 'jobs') return id === undefined ? <JobsPage /> : <JobPage key={id} id={id} />;
  if (place === 'system') return <SystemPage />;
  return (
    <>
      <Head title="Nothing here" />
      <Empty title="This address leads to no page.">
        <a href="#/">Go to the overview</a>
      </Empty>
    </>
  );
}

function Silence() {
  const since = useStore(silentSince);
  if (since === null) return null;
  return (
    <p class="note bad" role="alert">
      The server has not answered since {hourAndMinute(since)}; what you see is from then. Trying again.
    </p>
  );
}

const told = {
  connecting: ['Connecting', 'soft'],
  live: ['Live', 'good'],
  polling: ['Asking every 5 s', 'warn'],
} as const;

function Liveness() {
  const [words, tone] = told[useStore(liveness)];
  return (
    <span class={`liveness tone-${tone}`} role="status" title="Whether changes come by themselves">
      <span class="dot" aria-hidden="true" /> {words}
    </span>
  );
}

function KeysHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl class="keys">
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
