import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');
export const chartFolder = join(root, 'deploy/helm/daybreak');
export const valuesFile = join(import.meta.dirname, 'values.yaml');
/** What Helm makes of the chart with the values of `values.yaml`; `npm run chart` writes it. */
export const goldenFile = join(import.meta.dirname, 'goldens/chart.yaml');

/** Built by Go alone, Helm takes itself for one of an old Kubernetes. */
export const KUBERNETES = ['--kube-version', '1.34'];
/** The arguments of Helm that make it. */
export const TEMPLATE = [
  'template',
  'test',
  chartFolder,
  '--namespace',
  'models',
  '--values',
  valuesFile,
  ...KUBERNETES,
];

/** The first line of the golden: it tells of which files it was made. */
export function headLine(): string {
  const hash = createHash('sha256').update(readFileSync(valuesFile));
  for (const file of globSync('**/*', { cwd: chartFolder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()) {
    hash.update(`${file.slice(chartFolder.length)}\0`).update(readFileSync(file));
  }
  return `# Of chart and values with the SHA-256 ${hash.digest('hex')}\n`;
}
