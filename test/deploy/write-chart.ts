import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { helmProgram } from '../../scripts/helm.mjs';
import { goldenFile, headLine, TEMPLATE } from './chart.ts';

// npm run chart: after a change of deploy/helm or of values.yaml, look at the difference and commit it.
writeFileSync(goldenFile, headLine() + execFileSync(await helmProgram(), TEMPLATE, { encoding: 'utf8' }));
