import { relative, sep } from 'node:path';
import { rootFolder } from './root-folder.mjs';

/**
 * Returns a Markdown table of how long each part of `npm test` took: the steps, then the folders under `test/`, slowest
 * first. Several files run at a time, so the folders' seconds add up to more than the total time.
 *
 * @param {{ name: string, seconds: number }[]} steps
 * @param {{ file: string, seconds: number, tests: number }[]} files as `times-reporter.mjs` writes them
 */
export function timesTable(steps, files) {
  const folders = new Map();
  for (const { file, seconds, tests } of files) {
    const parts = relative(rootFolder, file).split(sep);
    const folder = parts.slice(0, 2).join('/');
    const sum = folders.get(folder) ?? { seconds: 0, tests: 0, slowest: { seconds: 0, file: '' } };
    if (seconds >= sum.slowest.seconds) sum.slowest = { seconds, file: parts.slice(2).join('/') };
    folders.set(folder, { ...sum, seconds: sum.seconds + seconds, tests: sum.tests + tests });
  }
  const rows = [
    ...steps.map(({ name, seconds }) => [name, seconds, '', '']),
    ...[...folders]
      .sort(([, a], [, b]) => b.seconds - a.seconds)
      .map(([folder, { seconds, tests, slowest }]) => {
        return [`\`${folder}\``, seconds, tests, `\`${slowest.file}\` ${slowest.seconds.toFixed(0)}`];
      }),
  ];
  const lines = rows.map(([part, seconds, ...rest]) => `| ${part} | ${seconds.toFixed(0)} | ${rest.join(' | ')} |`);
  return ['| part | seconds | tests | slowest file, seconds |', '| --- | --- | --- | --- |', ...lines].join('\n');
}
