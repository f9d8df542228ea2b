// Both linters over the contract, the second one too where the first has found something.

import { run } from './run.mjs';

const linters = [
  ['redocly', 'lint', 'openapi.yaml'],
  ['spectral', 'lint', 'openapi.yaml', '--fail-severity=warn'],
];

for (const [program, ...args] of linters) {
  try {
    // npm puts the programs of packages on the path; on Windows they are scripts, which need a shell.
    await run(program, args, { show: true, shell: process.platform === 'win32' });
  } catch {
    process.exitCode = 1;
  }
}
