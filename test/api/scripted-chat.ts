import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GenerateRequest } from '../../src/inference/generate-request.ts';
import { openModelText } from '../../src/model/text/model-text.ts';
import type { Tokenizer } from '../../src/model/text/tokenizer.ts';
import { peerEntry, startTestServer, type TestServer } from './test-server.ts';

/** A server whose toy says what a test puts in its mouth. */
export interface ScriptedChat {
  server: TestServer;
  tokenizer: Tokenizer;
  /** What every chat from now on is answered; with several texts, what the one with that seed is. */
  say(...texts: string[]): Promise<void>;
  /** The last chat's prompt, as text. */
  prompt(): Promise<string>;
  /** The last chat as the compute process got it, plain JSON. */
  request(): Promise<Record<keyof GenerateRequest, unknown>>;
}

/** `template` takes the place of the toy's chat template, which knows neither tools nor thoughts. */
export async function startScriptedChat(template?: string, env: Record<string, string> = {}): Promise<ScriptedChat> {
  const home = await mkdtemp(join(tmpdir(), 'daybreak-scripted-'));
  const model = join(home, 'toy-model');
  await mkdir(model);
  if (template !== undefined) await writeFile(join(model, 'chat_template.jinja'), template);
  const script = join(home, 'peer.json');
  await writeFile(script, JSON.stringify({ contextLength: 8192 }));
  const server = await startTestServer({ workerEntry: peerEntry, home, env: { PEER_SCRIPT: script, ...env } });
  const { tokenizer, specialIds } = openModelText(model);
  const request = async () => {
    const lines = (await readFile(`${script}.requests`, 'utf8')).trim().split('\n');
    return JSON.parse(lines[lines.length - 1]);
  };
  return {
    server,
    tokenizer,
    say: (...texts) =>
      writeFile(
        `${script}.answers`,
        JSON.stringify(texts.map((text) => [...tokenizer.encode(text), specialIds.eos[0]])),
      ),
    prompt: async () => tokenizer.decode((await request()).promptIds),
    request,
  };
}
