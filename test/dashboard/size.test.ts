import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../../dashboard/dist', import.meta.url));
const sizeOf = (name: string) => statSync(join(folder, `${name}.br`)).size;
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');

/** Returns the scripts that the page loads at first: those that it names, and their static imports. */
function firstLoad(): string[] {
  const found = [...textOf('index.html').matchAll(/\/app\/([^"]+\.js)"/g)].map(([, name]) => name!);
  for (const name of found) {
    for (const [, other] of textOf(name).matchAll(/(?:from|import)"\.\/([^"]+)"/g)) {
      if (!found.includes(other!)) found.push(other!);
    }
  }
  return found;
}

test('the first load has at most 90 KB of script and 10 KB of style, compressed', () => {
  const scripts = firstLoad().reduce((sum, name) => sum + sizeOf(name), 0);
  const styles = readdirSync(folder).filter((name) => name.endsWith('.css'));
  const style = styles.reduce((sum, name) => sum + sizeOf(name), 0);
  console.log(`first load: ${scripts} B of script, ${style} B of style`);
  expect(scripts).toBeLessThanOrEqual(90_000);
  expect(style).toBeLessThanOrEqual(10_000);
});

test('all files together have at most 200 KB, compressed', () => {
  const names = readdirSync(folder).filter((name) => /\.(js|css|svg|html)$/.test(name));
  const total = names.reduce((sum, name) => sum + sizeOf(name), 0);
  console.log(`all: ${total} B`);
  expect(total).toBeLessThanOrEqual(200_000);
});
