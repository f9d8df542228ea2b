import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { helmProgram } from '../../scripts/helm.mjs';
import { goldenFile, headLine, TEMPLATE } from './chart.ts';

// `npm run chart` writes the golden file. After a change of deploy/helm or values.yaml, review the diff and commit it.
writeFileSync(goldenFile, headLine() + execFileSync(await helmProgram(), TEMPLATE, { encoding: 'utf8' }));
