import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../run.mjs';
import { writeToyModel } from '../toy-model.ts';

export interface FuzzServer {
  /** Base URL without `/v1`. */
  origin: string;
  key: string;
  /** Key of another owner. */
  otherKey: string;
  /** Name of the served model, which the contract's examples use. */
  baseModel: string;
  /** Stops the server; resolves with its exit code, which is 1 if a response broke the contract. */
  end(): Promise<number | null>;
}

const baseModel = 'HuggingFaceTB/SmolLM2-135M-Instruct';
/** Path as in the hub's cache, so that the model gets the hub's name. */
const snapshot = `models--${baseModel.replace('/', '--')}/snapshots/${'0'.repeat(40)}`;
const compiled = join(import.meta.dirname, '../../dist/app');

/**
 * Starts the compiled server as `npm start` does, with a toy model and its own data folder. It checks its responses
 * against the contract. Its log goes to `logFile`.
 */
export async function startFuzzServer(logFile: string): Promise<FuzzServer> {
  if (!existsSync(compiled)) throw new Error('there is no dist: run npm run build');
  const home = await mkdtemp(join(tmpdir(), 'daybreak-fuzz-'));
  const model = join(home, snapshot);
  writeToyModel(model);
  const key = randomBytes(30).toString('base64url');
  const log = await open(logFile, 'w');
  const env = {
    ...process.env,
    DAYBREAK_HOME: join(home, 'data'),
    DAYBREAK_PORT: '0',
    DAYBREAK_MODEL: model,
    DAYBREAK_API_KEY: key,
    DAYBREAK_CHECK_RESPONSES: '1',
  };
  const child = spawn(process.execPath, [join(compiled, 'main.js')], { env, stdio: ['ignore', 'pipe', log.fd] });
  await log.close();
  const exit = once(child, 'exit');
  const end = async (): Promise<number | null> => {
    child.kill('SIGTERM');
    const [code] = await exit;
    await rm(home, { recursive: true, force: true });
    return code;
  };
  try {
    const origin = await printedOrigin(child, logFile);
    const made = await run(process.execPath, [join(compiled, 'keys.js'), 'create', '--owner', 'other'], { env });
    return { origin, key, otherKey: made.trim(), baseModel, end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function printedOrigin(child: ChildProcess, logFile: string): Promise<string> {
  let printed = '';
  const output = child.stdout!.setEncoding('utf8');
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    printed += chunk;
    const origin = /^ {2}address {2,}(http:\S+)\/v1$/m.exec(printed)?.[1];
    if (origin === undefined) continue;
    output.resume();
    return origin;
  }
  throw new Error(`the server did not start; it said:\n${printed}\nand its log is ${logFile}`);
}
