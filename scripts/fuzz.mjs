// npm run fuzz: runs Schemathesis against a temporary server with a toy model, with 100 examples per operation.
// npm run fuzz -- --examples 300 --seed 7
import { join } from 'node:path';
import { deviceEnvironment } from './device-environment.mjs';
import { node24, node24Path } from './node24.mjs';
import { pythonEnvironment } from './python-environment.mjs';
import { rootFolder } from './root-folder.mjs';
import { SetupError } from './run.mjs';
import { runAsChild } from './run-as-child.mjs';
import { setUp } from './set-up.mjs';

try {
  await setUp({ device: true });
  const python = await pythonEnvironment('schemathesis', 'scripts/schemathesis/requirements.txt', { bytes: 1e8 });
  const main = join(rootFolder, 'scripts/schemathesis/main.ts');
  const env = { ...process.env, ...(await deviceEnvironment()), PATH: node24Path() };
  process.exitCode = (await runAsChild(node24(), [main, python, ...process.argv.slice(2)], { env })).code;
} catch (error) {
  console.error(error instanceof SetupError ? `daybreak: ${error.message}` : error);
  process.exitCode = 1;
}
