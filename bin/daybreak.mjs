#!/usr/bin/env node
// Runs on Node 20 too: `daybreak serve` does what `npm start` does in a clone, and finds the newer Node by itself.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';

const command = new URL('../dist/cli/daybreak.mjs', import.meta.url);
const usage = 'usage: daybreak serve [--model MODEL] [--port PORT] [--home FOLDER]';

if (process.argv[2] === 'serve') {
  readSettings(process.argv.splice(2).slice(1));
  await import('../scripts/start.mjs');
} else if (existsSync(command)) {
  await import(command.href);
} else {
  console.error(usage);
  process.exitCode = 2;
}

function readSettings(args) {
  const text = { type: 'string' };
  try {
    const { values } = parseArgs({ args, options: { model: text, port: text, home: text } });
    for (const [name, value] of Object.entries(values)) process.env[`DAYBREAK_${name.toUpperCase()}`] = value;
  } catch (error) {
    console.error(`daybreak serve: ${error.message}\n${usage}`);
    process.exit(2);
  }
}
