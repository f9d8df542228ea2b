import { join } from 'node:path';
import { CheckpointError } from '../../model/checkpoint/checkpoint.ts';
import { openCheckpoint } from '../../model/checkpoint/checkpoint-open.ts';
import { localModel } from '../../model/hub/model-source.ts';
import { openModelText } from '../../model/text/model-text.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { unknownVariables } from '../unknown-variables.ts';
import { checkBus } from './bus.ts';
import { type ClockReading, checkClock, databaseClock } from './clock.ts';
import { checkModes } from './file-modes.ts';
import { CHECKS, type Finding, fault, ok, warning } from './finding.ts';
import { checkGpu, findAdapter, gpusBelow } from './gpu.ts';
import { checkHub } from './hub.ts';
import { checkApiKey } from './key.ts';
import { checkPort } from './port.ts';
import { checkDisk, checkMemory } from './room.ts';
import { checkFiles } from './stored-files.ts';
import { checkDatabase } from './tables.ts';

/** The configured models, as far as they are on this machine. */
interface Models {
  paths: string[];
  /** Models that would be downloaded. */
  missing: string[];
  findings: Finding[];
}

/**
 * Checks everything that a server with these variables needs, whether or not it runs. Returns findings in the order of
 * `CHECKS` and changes nothing.
 */
export async function examine(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const { config, findings } = settingsOf(env);
  findings.push(ok('node', `Node ${process.versions.node}`));
  const models = findModels(config, env);
  findings.push(...models.findings);
  if (!findings.some(({ check }) => check === 'settings')) findings.push(ok('settings', 'all are valid'));
  findings.push(...(await ofDevice(config, models, env)));
  findings.push(await checkDisk(config.home, config.diskReserve).catch((error) => failed('disk', error)));
  findings.push(await checkPort(config), ...(await checkModes(config, env)));
  const readings: ClockReading[] = [];
  findings.push(...(await ofDatabase(config, readings)));
  const hub = await checkHub(env, config.role === 'api' ? [] : models.missing);
  if (hub.time !== null) readings.push({ of: 'the hub', ...hub.time });
  findings.push(hub.finding, ...checkClock(readings));
  return findings.sort((a, b) => CHECKS.indexOf(a.check) - CHECKS.indexOf(b.check));
}

/** Reads the settings. Drops each unusable one and reports it as a finding. */
function settingsOf(env: NodeJS.ProcessEnv): { config: Config; findings: Finding[] } {
  const findings = unknownVariables(env).map((line) => warning('settings', line, 'correct its name, or remove it'));
  for (const left = { ...env }; ; ) {
    try {
      return { config: readConfig(left), findings };
    } catch (error) {
      const [variable] = (error as Error).message.split(':', 1);
      if (!(error instanceof ConfigError) || left[variable] === undefined) throw error;
      findings.push(fault('settings', error.message, `set ${variable} to an allowed value, or leave it out`));
      delete left[variable];
    }
  }
}

function findModels({ models, home, role }: Config, env: NodeJS.ProcessEnv): Models {
  const found: Models = { paths: [], missing: [], findings: [] };
  for (const spec of models) {
    try {
      const path = localModel(spec, { env, modelsFolder: join(home, 'models') });
      if (path === null) found.missing.push(spec);
      else found.paths.push(path);
      const why = path === null || role === 'api' ? null : refusalOf(path);
      const cure = 'serve a model of a family and a format listed in docs/models.md, with all of its files';
      if (why !== null) found.findings.push(fault('settings', `DAYBREAK_MODEL: ${why}`, cure));
    } catch (error) {
      const cure = 'name a folder, a GGUF file or a Hugging Face id';
      found.findings.push(fault('settings', `DAYBREAK_MODEL: ${(error as Error).message}`, cure));
    }
  }
  return found;
}

/** Returns why the model cannot be served, or null if its headers and tokenizer are fine. */
function refusalOf(path: string): string | null {
  try {
    openCheckpoint(path).close();
    openModelText(path);
    return null;
  } catch (error) {
    if (error instanceof CheckpointError) return error.message;
    throw error;
  }
}

async function ofDevice({ role, precision }: Config, { paths }: Models, env: NodeJS.ProcessEnv): Promise<Finding[]> {
  if (role === 'api') return [ok('gpu', 'not needed: this server computes nothing (DAYBREAK_ROLE=api)')];
  const adapter = await findAdapter(env);
  const findings = [checkGpu(adapter, await gpusBelow('/'), env)];
  if (adapter !== null) {
    findings.push(await checkMemory(adapter, paths, precision).catch((error) => failed('memory', error)));
  }
  return findings;
}

async function ofDatabase(config: Config, readings: ClockReading[]): Promise<Finding[]> {
  const { findings, database } = await checkDatabase(config);
  const bus = await checkBus(config, database).catch((error) => [failed('bus', error)]);
  if (database === null) return [...findings, ...bus];
  try {
    const clock = await databaseClock(database);
    if (clock !== null) readings.push(clock);
    const files = await checkFiles(config.home, database, config.bucket !== null).catch((error) => [
      failed('files', error),
    ]);
    return [...findings, ...bus, ...files, await checkApiKey(config, database).catch((error) => failed('key', error))];
  } finally {
    await database.close();
  }
}

function failed(check: Finding['check'], error: unknown): Finding {
  return fault(check, `could not be checked: ${(error as Error).message}`, 'fix that and run the doctor again');
}
