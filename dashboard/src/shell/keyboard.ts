/** Keys that work on every page; `?` lists them. */
export const keys: readonly [key: string, does: string][] = [
  ['/', 'Go to the filter of the page; Enter goes on to its rows'],
  ['1 … 6', 'Go to a part of the page, as its tabs stand'],
  ['j, k', 'Next and previous row'],
  ['Enter', 'Open the row'],
  ['x', 'Tick the row'],
  ['g then o, r, p, m, d, j, s', 'Go to overview, runs, playground, models, data, jobs, system'],
  ['← →', 'Move along a chart or along tokens, once they have the focus'],
  ['Esc', 'Clear a filter, leave a field, close a dialog, reset a zoom'],
  ['?', 'Show these keys'],
];

const places: Record<string, string> = {
  o: '#/',
  r: '#/runs',
  p: '#/playground',
  m: '#/models',
  d: '#/data',
  j: '#/jobs',
  s: '#/system',
};

/** Selector of elements that accept letters. */
const fields = 'input:not([type=checkbox], [type=range], [type=file]), textarea, select, [contenteditable]';

/** Listens for keys until the returned function is called. */
export function listenToKeys(showHelp: () => void): () => void {
  let before = '';
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target as HTMLElement;
    if (target.closest(fields)) {
      if (event.key === 'Escape') leave(target, event);
      else if (event.key === 'Enter' && target.matches('[data-filter]')) moveToRow(1);
      return;
    }
    if (document.querySelector('dialog[open]') !== null) return;
    const last = before;
    before = event.key;
    if (last === 'g' && places[event.key] !== undefined) location.hash = places[event.key]!;
    else if (event.key === '/') document.querySelector<HTMLElement>('[data-filter]')?.focus();
    else if (event.key === '?') showHelp();
    else if (event.key === 'j') moveToRow(1);
    else if (event.key === 'k') moveToRow(-1);
    else if (/^[1-9]$/.test(event.key)) openTab(Number(event.key));
    else if (event.key === 'x') target.closest('tr, li')?.querySelector<HTMLElement>('input[type=checkbox]')?.click();
    else return;
    event.preventDefault();
  };
  addEventListener('keydown', onKey);
  return () => removeEventListener('keydown', onKey);
}

/** Leaves a field; clears a filter too, since browsers would empty it without an event. */
function leave(field: HTMLElement, event: KeyboardEvent): void {
  if (field instanceof HTMLInputElement && field.type === 'search' && field.value !== '') {
    event.preventDefault();
    field.value = '';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  field.blur();
}

function openTab(place: number): void {
  const tab = document.querySelectorAll<HTMLElement>('.tabs a')[place - 1];
  tab?.focus();
  tab?.click();
}

function moveToRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex(
    (row) => row === document.activeElement || row.closest('tr')?.contains(document.activeElement),
  );
  const next = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by))];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
