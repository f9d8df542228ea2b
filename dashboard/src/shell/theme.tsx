import { Store, useStore } from './store.ts';

type Theme = 'system' | 'light' | 'dark';
const place = 'daybreak.theme';

function readTheme(): Theme {
  const kept = localStorage.getItem(place);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

const theme = new Store<Theme>(readTheme());
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

/** Incremented when colours change, for canvases, which CSS does not style. */
export const colours = new Store(0);

function apply(): void {
  document.documentElement.dataset.theme = theme.value;
  colours.set(colours.value + 1);
}

apply();
theme.subscribe(apply);
systemIsDark.addEventListener('change', apply);

export function ThemeChoice() {
  const value = useStore(theme);
  const choose = (next: Theme) => {
    localStorage.setItem(place, next);
    theme.set(next);
  };
  return (
    <label class="side-row">
      <span class="soft">Theme</span>
      <select value={value} onChange={(event) => choose(event.currentTarget.value as Theme)}>
        <option value="system">System</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  );
}
