/**
 * npm run contract:changes [file]: what has changed in openapi.yaml since its last release, as Markdown. Exits with 1 on
 * breaking changes that info.version does not announce.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { Node } from '../contract.ts';
import { changeReport } from './change-report.ts';
import { releasedContract } from './released-contract.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const file = process.argv[2] ?? join(root, 'openapi.yaml');
const { markdown, unannounced } = changeReport(releasedContract(root), parse(readFileSync(file, 'utf8')) as Node);
process.stdout.write(markdown);
process.exitCode = unannounced ? 1 : 0;
