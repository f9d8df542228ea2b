#!/usr/bin/env node
// The command line. In a clone that was never set up, it is built first; set-up prints to standard error.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const command = new URL('../dist/cli/daybreak.mjs', import.meta.url);
if (!existsSync(command)) setUp();
await import(command);

function setUp() {
  const script = fileURLToPath(new URL('../scripts/setup.mjs', import.meta.url));
  const { status } = spawnSync(process.execPath, [script], { stdio: ['ignore', 2, 2] });
  if (status !== 0 || !existsSync(command)) process.exit(status || 1);
}
