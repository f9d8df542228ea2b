import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GenerateRequest } from '../../src/inference/generate-request.ts';
import { openModelText } from '../../src/model/text/model-text.ts';
import type { Tokenizer } from '../../src/model/text/tokenizer.ts';
import type { GrammarMessage } from '../../src/worker/protocol.ts';
import { peerEntry, startTestServer, type TestServer } from './test-server.ts';

/** A server whose toy model gives the answers that a test sets. */
export interface ScriptedChat {
  server: TestServer;
  tokenizer: Tokenizer;
  /** Sets the answer of every later chat. With several texts, the seed selects the text. */
  say(...texts: string[]): Promise<void>;
  /** Sets the answer as tokens, without an end-of-sequence token. */
  write(ids: readonly number[]): Promise<void>;
  /** Returns the last chat's prompt as text. */
  prompt(): Promise<string>;
  /** Returns the last chat's request to the compute process, as plain JSON. */
  request(): Promise<Record<keyof GenerateRequest, unknown>>;
  /** Returns the grammar messages to the compute process, oldest first. */
  grammars(): Promise<GrammarMessage[]>;
}

/** `template` replaces the toy's chat template, which supports neither tools nor reasoning. */
export async function startScriptedChat(
  template?: string,
  env: Record<string, string> = {},
  prepareModel?: (model: string) => Promise<void>,
): Promise<ScriptedChat> {
  const home = await mkdtemp(join(tmpdir(), 'daybreak-scripted-'));
  const model = join(home, 'toy-model');
  await mkdir(model);
  if (template !== undefined) await writeFile(join(model, 'chat_template.jinja'), template);
  const script = join(home, 'peer.json');
  await writeFile(script, JSON.stringify({ contextLength: 8192 }));
  const server = await startTestServer({
    workerEntry: peerEntry,
    home,
    env: { PEER_SCRIPT: script, ...env },
    prepareModel,
  });
  const { tokenizer, specialIds } = openModelText(model);
  const linesOf = async (what: string) =>
    (await readFile(`${script}.${what}`, 'utf8').catch(() => '')).trim().split('\n');
  const request = async () => JSON.parse((await linesOf('requests')).at(-1) ?? '');
  const grammars = async () => (await linesOf('grammars')).filter(Boolean).map((line) => JSON.parse(line));
  return {
    server,
    tokenizer,
    say: (...texts) =>
      writeFile(
        `${script}.answers`,
        JSON.stringify(texts.map((text) => [...tokenizer.encode(text), specialIds.eos[0]])),
      ),
    write: (ids) => writeFile(`${script}.answers`, JSON.stringify([ids])),
    prompt: async () => tokenizer.decode((await request()).promptIds),
    request,
    grammars,
  };
}
