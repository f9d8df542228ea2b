/**
 * npm run contract:changes [--counts] [file]: prints what has changed in openapi.yaml since its last release, as
 * Markdown, or only the counts. Exits with 1 on breaking changes that info.version does not announce.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import type { Node } from '../contract.ts';
import { changeReport } from './change-report.ts';
import { releasedContract } from './released-contract.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const options = { counts: { type: 'boolean', default: false } } as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const file = positionals[0] ?? join(root, 'openapi.yaml');
const { markdown, counts, unannounced } = changeReport(
  releasedContract(root),
  parse(readFileSync(file, 'utf8')) as Node,
);
process.stdout.write(values.counts && !unannounced ? counts : markdown);
process.exitCode = unannounced ? 1 : 0;
