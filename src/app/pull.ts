import { parseArgs } from 'node:util';
import { openDataFolder } from '../artifacts/data-folder.ts';
import { StorageError } from '../artifacts/storage-error.ts';
import { CheckpointError } from '../model/checkpoint/checkpoint.ts';
import { DownloadProgress } from '../model/hub/download-progress.ts';
import { resolveModel } from '../model/hub/model-source.ts';
import { ModelSourceError } from '../model/hub/model-source-error.ts';
import { ConfigError, readConfig } from './config.ts';

// `daybreak pull`: downloads a model to where a server with the same environment finds it, even while one runs.
// Standard output gets only the model's path; all other text goes to standard error.

process.umask(0o077);

/** Exit codes of the command line, as in cli/failures.ts. */
const exitCodes: Record<ModelSourceError['code'], number> = {
  corrupt: 1,
  no_space: 1,
  unreachable: 3,
  offline: 3,
  refused: 4,
  not_found: 5,
  unusable: 6,
};

const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true });

async function main(): Promise<void> {
  const { models: modelsFolder } = await openDataFolder(readConfig(process.env).home);
  const progress = new DownloadProgress(process.stderr);
  const { id, path } = await resolveModel(positionals[0] ?? '', { env: process.env, modelsFolder, progress });
  process.stdout.write(`${values.json ? JSON.stringify({ id, path }, null, 2) : path}\n`);
}

function exitCodeOf(error: unknown): number | null {
  if (error instanceof ModelSourceError) return exitCodes[error.code];
  if (error instanceof CheckpointError) return exitCodes.unusable;
  return error instanceof ConfigError || error instanceof StorageError ? 1 : null;
}

try {
  await main();
} catch (error) {
  const code = exitCodeOf(error);
  if (code === null) throw error;
  const { message } = error as Error;
  const document = { error: { message, type: 'command_error', param: null, code: `exit_${code}` }, detail: message };
  process.stderr.write(`${values.json ? JSON.stringify(document) : `daybreak: ${message}`}\n`);
  process.exitCode = code;
}
