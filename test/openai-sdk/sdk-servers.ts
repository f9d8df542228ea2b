import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { peerEntry, startTestServer, type TestServer } from '../api/test-server.ts';

/** Servers for tests of OpenAI clients. */
export interface SdkServers {
  /** Server with the real compute process and the toy model. */
  real: TestServer;
  /** Server that takes 50 ms a token, and allows one concurrent request per key. */
  slow: TestServer;
  /** Server that fails every chat as out of memory. */
  failing: TestServer;
  /** Key of the real server with the scope train only. */
  trainingKey: string;
  end(): Promise<void>;
}

export async function startSdkServers(): Promise<SdkServers> {
  const scripts = await mkdtemp(join(tmpdir(), 'daybreak-sdk-'));
  const peer = async (name: string, script: object, env: Record<string, string> = {}): Promise<TestServer> => {
    const file = join(scripts, name);
    await writeFile(file, JSON.stringify(script));
    return startTestServer({ workerEntry: peerEntry, env: { PEER_SCRIPT: file, ...env } });
  };
  const real = await startTestServer();
  const slow = await peer('slow.json', { tokenMs: 50 }, { DAYBREAK_KEY_CONCURRENCY: '1' });
  const failing = await peer('failing.json', { fail: { code: 'out_of_memory', message: 'no room' } });
  const trainingKey = await newKey(real, 'train');
  const end = async (): Promise<void> => {
    await Promise.all([real.end(), slow.end(), failing.end()]);
    await rm(scripts, { recursive: true, force: true });
  };
  return { real, slow, failing, trainingKey, end };
}

async function newKey(server: TestServer, scope: string): Promise<string> {
  const program = fileURLToPath(new URL('../../src/app/keys.ts', import.meta.url));
  const env = { ...process.env, DAYBREAK_HOME: server.home };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, 'create', '--owner', 'local', '--scopes', scope],
    { env },
  );
  return stdout.trim();
}
