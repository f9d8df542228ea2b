// Runs both linters on the contract, the second one even if the first reports errors.

import { run } from './run.mjs';

const linters = [
  ['redocly', 'lint', 'openapi.yaml'],
  ['spectral', 'lint', 'openapi.yaml', '--fail-severity=warn'],
];

for (const [program, ...args] of linters) {
  try {
    // npm puts the programs of packages on the PATH. On Windows they are scripts, which need a shell.
    await run(program, args, { show: true, shell: process.platform === 'win32' });
  } catch {
    process.exitCode = 1;
  }
}
