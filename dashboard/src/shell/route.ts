import { useMemo } from 'preact/hooks';
import { Store, useStore } from './store.ts';

/** Current route: `#/runs/{id}?tab=charts` has the path `['runs', '{id}']`. */
export interface Route {
  path: readonly string[];
  query: URLSearchParams;
}

export type Query = Record<string, string | number | undefined>;

const hash = new Store(location.hash);
addEventListener('hashchange', () => hash.set(location.hash));

export function parseHash(text: string): Route {
  const [path = '', query = ''] = text.replace(/^#\/?/, '').split(/\?(.*)/s);
  return { path: path.split('/').filter(Boolean).map(decoded), query: new URLSearchParams(query) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function href(path: readonly string[], query: Query = {}): string {
  const fields = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
  return `#/${path.map(encodeURIComponent).join('/')}${search.size === 0 ? '' : `?${search}`}`;
}

export function useRoute(): Route {
  const text = useStore(hash);
  return useMemo(() => parseHash(text), [text]);
}

export function goTo(path: readonly string[], query?: Query): void {
  location.hash = href(path, query);
}

/** Changes fields of the address's query without a new entry in the history; `undefined` removes one. */
export function setQuery(changes: Query): void {
  const { path, query } = parseHash(location.hash);
  history.replaceState(null, '', href(path, { ...Object.fromEntries(query), ...changes }));
  hash.set(location.hash);
}

/** Removes the address's fragment. */
export function clearHash(): void {
  history.replaceState(null, '', location.pathname);
  hash.set('');
}

/** Returns a field of the address's query, and a function to change it. */
export function useQueryField(name: string, initial = ''): [string, (value: string | undefined) => void] {
  const value = useRoute().query.get(name) ?? initial;
  return [value, (next) => setQuery({ [name]: next === initial ? undefined : next })];
}
