// node scripts/with-device.mjs <command> [arguments...]
// Runs a command with Node 24 first in PATH and, if no GPU is accepted, with the software Vulkan driver.
import { deviceEnvironment } from './device-environment.mjs';
import { node24Path } from './node24.mjs';
import { SetupError } from './run.mjs';
import { runAsChild } from './run-as-child.mjs';

const [command, ...args] = process.argv.slice(2);
if (!command) {
  console.error('usage: node scripts/with-device.mjs <command> [arguments...]');
  process.exit(2);
}
try {
  const env = { ...process.env, ...(await deviceEnvironment()), PATH: node24Path() };
  process.exitCode = (await runAsChild(command, args, { env })).code;
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(`with-device: ${error.message}`);
  process.exitCode = 1;
}
