import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');
export const chartFolder = join(root, 'deploy/helm/daybreak');
export const valuesFile = join(import.meta.dirname, 'values.yaml');
/** Output of Helm for the chart with `values.yaml`; `npm run chart` writes it. */
export const goldenFile = join(import.meta.dirname, 'goldens/chart.yaml');

/** Helm built by plain Go assumes an old Kubernetes version. */
export const KUBERNETES = ['--kube-version', '1.34'];
/** Arguments of Helm for the golden file. */
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

/** Returns the first line of the golden file: a digest of its source files. */
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
