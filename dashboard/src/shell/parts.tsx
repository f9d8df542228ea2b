import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isMissing, reasonOf } from '../api/connection.ts';
import { ago, clock } from '../text/format.ts';
import { href } from './route.ts';
import { Store, useStore } from './store.ts';

const now = new Store(Date.now());
setInterval(() => now.set(Date.now()), 10_000);

/** Shows how long ago a time was; the time itself on hover. */
export function Ago({ time }: { time: string }) {
  const at = useStore(now);
  return (
    <time dateTime={time} title={clock(time)}>
      {ago(time, Math.max(at, Date.parse(time)))}
    </time>
  );
}

/** Returns the current time, updated every 10 s. */
export function useNow(): number {
  return useStore(now);
}

const marks: Record<string, [mark: string, tone: string]> = {
  running: ['▶', 'run'],
  queued: ['◷', 'wait'],
  succeeded: ['✓', 'good'],
  failed: ['✕', 'bad'],
  cancelled: ['⊘', 'soft'],
  idle: ['○', 'soft'],
  trained: ['✓', 'good'],
  logged: ['○', 'soft'],
  no_advantage: ['=', 'warn'],
  too_long: ['↦', 'warn'],
  without_tokens: ['∅', 'warn'],
  equal_rewards: ['=', 'warn'],
  single: ['1', 'warn'],
  empty: ['∅', 'warn'],
};

/** Shows a state as a symbol and a word, so that colour is not the only cue. */
export function Status({ value }: { value: string }) {
  const [mark, tone] = marks[value] ?? ['·', 'soft'];
  return (
    <span class={`status tone-${tone}`}>
      <span aria-hidden="true">{mark}</span> {value.replaceAll('_', ' ')}
    </span>
  );
}

/** Shows why something is missing. */
export function Fault({ error, what }: { error: unknown; what: string }) {
  return (
    <p class="note bad" role="alert">
      {what}: {reasonOf(error)}
    </p>
  );
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p>
        <b>{title}</b>
      </p>
      {children}
    </div>
  );
}

interface Asked<T> {
  data: T | undefined;
  error: unknown;
}

/** Shows a query's data, or that it is loading, or its error. */
export function Loaded<T>(props: { of: Asked<T>; what: string; children: (data: T) => ComponentChildren }) {
  const { data, error } = props.of;
  if (data !== undefined) return <>{props.children(data)}</>;
  if (error) return <Fault error={error} what={`${props.what} cannot be shown`} />;
  return <p class="wait">Loading {props.what.toLowerCase()} …</p>;
}

interface Subject {
  what: string;
  /** Page that lists such objects. */
  among: readonly [path: string, label: string];
}

/** Shows the subject of a page; if it does not exist, says so and links to the list. */
export function LoadedSubject<T>(props: Subject & { of: Asked<T>; children: (data: T) => ComponentChildren }) {
  const { data, error } = props.of;
  if (data === undefined && error) return <NotShown {...props} error={error} />;
  return <Loaded {...props} />;
}

export function NotShown({ error, what, among: [path, label] }: Subject & { error: unknown }) {
  const title = `${what} ${isMissing(error) ? 'is not there' : 'cannot be shown'}`;
  usePageTitle(title);
  return (
    <>
      <Head title={title} trail={<a href={href([path])}>{label}</a>} />
      <p class="note bad" role="alert">
        {reasonOf(error)}
      </p>
    </>
  );
}

/** Head of a page: title, trail and actions. */
export function Head({
  title,
  trail,
  children,
}: {
  title: ComponentChildren;
  trail?: ComponentChildren;
  children?: ComponentChildren;
}) {
  return (
    <header class="head">
      <div class="head-title">
        {trail && <p class="trail">{trail}</p>}
        <h1>{title}</h1>
      </div>
      {children && <div class="head-actions">{children}</div>}
    </header>
  );
}

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Daybreak`;
  }, [title]);
}

/** Native dialog that is open while it is rendered. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current!;
    if (!element.open) element.showModal();
    return () => element.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, as the browser has it
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div class="dialog-body">
        <header>
          <h2>{title}</h2>
          <button type="button" class="quiet" aria-label="Close" onClick={onClose}>
            ✕
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

export interface Tab {
  id: string;
  label: string;
  count?: number;
}

/** Links styled as tabs; each has an address. */
export function Tabs({
  tabs,
  current,
  hrefOf,
}: {
  tabs: readonly Tab[];
  current: string;
  hrefOf: (id: string) => string;
}) {
  return (
    <nav class="tabs" aria-label="Parts of this page">
      {tabs.map(({ id, label, count }) => (
        <a key={id} href={hrefOf(id)} aria-current={id === current ? 'page' : undefined}>
          {label}
          {count !== undefined && <span class="count">{count}</span>}
        </a>
      ))}
    </nav>
  );
}

/** A value with its label. */
export function Fact({ label, children, title }: { label: string; children: ComponentChildren; title?: string }) {
  return (
    <div class="fact" title={title}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
