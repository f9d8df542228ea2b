/**
 * A compute process that speaks the protocol but computes nothing, for tests of crashes, restarts and queueing. Tokens
 * count up from the last prompt token, and a training step's loss is the sum of its token ids, so a test can identify
 * each answer. `PEER_SCRIPT` names a JSON file that describes its misbehavior.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EngineStats, iterationBounds } from '../../src/inference/engine/engine-stats.ts';
import type { GenerateRequest } from '../../src/inference/generate-request.ts';
import type { AdapterFiles } from '../../src/model/model-files.ts';
import type { MemoryPlan } from '../../src/training/trainer/memory-plan.ts';
import { ReceivedGrammars } from '../../src/worker/process/received-grammars.ts';
import type {
  CallMessage,
  ChildMessage,
  ParentMessage,
  TrainPlanRequest,
  WorkerErrorCode,
} from '../../src/worker/protocol.ts';

interface Script {
  /** Die at these training steps, counted over all processes in `<script>.steps`. */
  dieAtSteps?: number[];
  /** First and last process, counted from 1, that fails loading. */
  failLoadsFrom?: number;
  failLoadsTo?: number;
  stepMs?: number;
  /** Training steps from this one on, counted over all processes, wait for the file `<script>.go`. */
  holdStepsFrom?: number;
  /** Each step of a session waits until this number of sessions have begun as many steps. */
  stepsMeet?: number;
  /** Training step with a loss that is not finite. */
  endlessLossAt?: number;
  tokenMs?: number;
  /** Milliseconds that chats wait in the queue. */
  queueMs?: number;
  /** Stall after this number of tokens. */
  stallAfter?: number;
  /** Chats and the begin of training wait for the file `<script>.go`. */
  held?: boolean;
  /** Fail training steps and chats with this code and message. */
  fail?: { code: WorkerErrorCode; message: string };
  /** Refuse the memory plan of training with this message. */
  tooLarge?: string;
  /** Longest chat, in tokens. */
  contextLength?: number;
  /** Number of saves that fail as on a full disk. */
  fullSaves?: number;
}

const scriptPath = process.env.PEER_SCRIPT ?? '';
const script: Script = existsSync(scriptPath) ? (JSON.parse(readFileSync(scriptPath, 'utf8')) as Script) : {};
const cancelled = new Set<number>();
const grammars = new ReceivedGrammars();
let running = 0;
let steps = 0;
let fullSaves = 0;
const send = (message: ChildMessage): void => {
  process.send?.(message);
};

function count(what: string): number {
  const file = `${scriptPath}.${what}`;
  if (scriptPath === '') return 0;
  appendFileSync(file, '.');
  return readFileSync(file, 'utf8').length;
}

async function untilLetGo(): Promise<void> {
  while (script.held && !existsSync(`${scriptPath}.go`)) await sleep(10);
}

/** Number of steps begun, by session. */
const begun = new Map<string, number>();

/** Returns a function that tells whether a step must still wait. */
function stepWait(step: number, session: string): () => boolean {
  const own = (begun.get(session) ?? 0) + 1;
  begun.set(session, own);
  const endAt = performance.now() + (script.stepMs ?? 0);
  return () => {
    const held = step >= (script.holdStepsFrom ?? Infinity) && !existsSync(`${scriptPath}.go`);
    const met = [...begun.values()].filter((count) => count >= own).length;
    return held || met < (script.stepsMeet ?? 1) || performance.now() < endAt;
  };
}

type End = 'length' | 'stop_token' | 'aborted' | 'no adapter';

async function generate(id: number, request: GenerateRequest): Promise<End> {
  const { adapter } = request;
  if (scriptPath !== '') appendFileSync(`${scriptPath}.chats`, `${JSON.stringify(adapter)}\n`);
  if (script.queueMs !== undefined) await sleep(script.queueMs);
  await untilLetGo();
  if (isGone(adapter)) return 'no adapter';
  const answers = readAnswers();
  if (answers !== null) return generateAnswer(id, request, answers);
  const last = request.promptIds[request.promptIds.length - 1];
  for (let made = 1; made <= request.maxTokens; made++) {
    await sleep(script.tokenMs ?? 0);
    while (made > (script.stallAfter ?? Infinity) && !cancelled.has(id)) await sleep(10);
    if (cancelled.has(id)) return 'aborted';
    steps++;
    send({
      kind: 'token',
      preemptions: 0,
      id,
      tokens: [{ id: last + made, logprob: -0.5, topIds: [], topLogprobs: [] }],
    });
  }
  return 'length';
}

/** Reads `<script>.answers`, a list of answers as token ids. The seed of a chat selects one. */
function readAnswers(): number[][] | null {
  const file = `${scriptPath}.answers`;
  if (scriptPath === '' || !existsSync(file)) return null;
  return JSON.parse(readFileSync(file, 'utf8')) as number[][];
}

function generateAnswer(id: number, request: GenerateRequest, answers: readonly number[][]): End {
  appendFileSync(`${scriptPath}.requests`, `${JSON.stringify(request, plain)}\n`);
  const answer = answers[Number(request.sampling.seed) % answers.length].slice(0, request.maxTokens);
  for (const token of answer)
    send({ kind: 'token', id, tokens: [{ id: token, logprob: -0.5, topIds: [], topLogprobs: [] }], preemptions: 0 });
  return request.stopTokenIds.includes(answer[answer.length - 1]) ? 'stop_token' : 'length';
}

function plain(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return ArrayBuffer.isView(value) ? [...(value as Uint32Array)] : value;
}

function refuseAdapter(id: number): void {
  send({ kind: 'error', id, code: 'adapter_load_failed', message: '/nowhere/adapter_config.json: no such file' });
}

function isGone(adapter: AdapterFiles | null): boolean {
  return adapter !== null && !existsSync(adapter.folder);
}

/** Returns engine statistics, in which each token is a step. */
function peerStats(): EngineStats {
  const none = {
    waiting: 0,
    deferred: 0,
    preemptions: 0,
    adapterUsers: 0,
    pagesHeld: 0,
    prefixQueries: 0,
    prefixHits: 0,
  };
  const adapters = { adapterSlots: 1, runningAdapters: [], waitingAdapters: [] };
  const iterations = { atMost: iterationBounds.map(() => steps), count: steps, sum: steps };
  const made = {
    steps,
    stepTokens: steps,
    iterations,
    stepsAhead: 0,
    specDecode: { drafts: 0, draftTokens: 0, acceptedTokens: 0 },
  };
  return { ...none, ...adapters, ...made, running, pages: 1, pageTokens: 16, cacheType: 'float32', contextLength: 16 };
}

/** Returns a memory plan in which each token of the longest sequence takes one byte. */
function planOf({ longest, begunCapacity }: TrainPlanRequest): MemoryPlan {
  const bytes = { adapterBytes: 0, passBytes: longest, logitBytes: 0, allowedBytes: longest };
  return { capacity: begunCapacity ?? 512, keep: [], ...bytes };
}

async function answer(message: CallMessage): Promise<void> {
  const { id } = message;
  switch (message.method) {
    case 'load': {
      const life = count('loads');
      if (life >= (script.failLoadsFrom ?? Infinity) && life <= (script.failLoadsTo ?? 0)) {
        send({ kind: 'error', id, code: 'model_load_failed', message: 'told to fail' });
        return;
      }
      const device = {
        adapter: 'protocol peer',
        vendor: '',
        backend: 'none',
        fallback: true,
        features: [],
        maxBindingBytes: 1,
        memoryBytes: 2 ** 31,
        memorySource: 'machine' as const,
      };
      const training = { jobs: 4, jobBytes: 2 ** 28, roomBytes: 2 ** 30, source: 'machine' as const };
      const models = message.args.models.map(({ id: model }) => ({
        id: model,
        parameters: 1,
        precision: 'f32' as const,
        weightBytes: 4,
        weights: [{ stored: 'q4_k', kept: 'q4' as const, parameters: 1 }],
        contextLength: script.contextLength ?? 64,
        cacheTokens: 1024,
        cacheBytes: 2 ** 20,
        cacheType: 'f32' as const,
        longerContexts: [],
        trainingLength: 64,
        trainingTokens: 64,
        adapterBytes: 2 ** 19,
        maxPositionEmbeddings: 64,
      }));
      send({ kind: 'result', id, value: { device, models, training, processors: ['no_repeat_ngram', 'end_sooner'] } });
      return;
    }
    case 'generate': {
      if (script.fail !== undefined) {
        send({ kind: 'error', id, ...script.fail });
        return;
      }
      running++;
      const end = await generate(id, grammars.requestOf(message)).finally(() => running--);
      if (end === 'aborted') send({ kind: 'error', id, code: 'aborted', message: 'cancelled' });
      else if (end === 'no adapter') refuseAdapter(id);
      else send({ kind: 'result', id, value: { cause: end } });
      return;
    }
    case 'stats':
      send({ kind: 'result', id, value: [{ model: 'toy', stats: peerStats() }] });
      return;
    case 'search': {
      const { promptIds, maxTokens, width } = message.args;
      const first = promptIds[promptIds.length - 1] + 1;
      const tokens = Array.from({ length: maxTokens }, (_, i) => {
        return { id: first + i, logprob: -0.5, topIds: [], topLogprobs: [] };
      });
      const beams = Array.from({ length: width }, () => ({ tokens, logprob: -0.5 * maxTokens, ended: null }));
      send({
        kind: 'result',
        id,
        value: { beams, prompt: { cachedTokens: 0, logprobs: null, times: { queued: 0, prefill: 0 } } },
      });
      return;
    }
    case 'trainStep': {
      const step = count('steps');
      if (scriptPath !== '') appendFileSync(`${scriptPath}.sessions`, `${message.args.session}\n`);
      if (script.dieAtSteps?.includes(step)) process.kill(process.pid, 'SIGKILL');
      const wait = stepWait(step, message.args.session);
      while (wait()) {
        if (cancelled.has(id)) {
          send({ kind: 'error', id, code: 'aborted', message: 'cancelled' });
          return;
        }
        await sleep(10);
      }
      if (script.fail !== undefined) {
        send({ kind: 'error', id, ...script.fail });
        return;
      }
      const { sequences } = message.args.request;
      const sum = sequences.reduce((sum, { ids }) => sum + ids.reduce((total, token) => total + token, 0), 0);
      const loss = step === script.endlessLossAt ? Number.NaN : sum;
      const logprobs = sequences.map(({ ids }) => new Float32Array(ids.length).fill(-0.5));
      send({
        kind: 'result',
        id,
        value: { loss, entropy: 1, gradNorm: 1, maskedTokens: 1, logprobs, entropies: logprobs, policy: null },
      });
      return;
    }
    case 'trainLogprobs': {
      const { sequences } = message.args;
      if (scriptPath !== '') appendFileSync(`${scriptPath}.scores`, `${JSON.stringify(message.args.adapter)}\n`);
      send({ kind: 'result', id, value: sequences.map(({ mask }) => Float32Array.from(mask, (bit) => -0.5 * bit)) });
      return;
    }
    case 'trainPlan':
      if (script.tooLarge === undefined)
        send({ kind: 'result', id, value: { plan: planOf(message.args), description: 'a little memory' } });
      else send({ kind: 'error', id, code: 'training_too_large', message: script.tooLarge });
      return;
    case 'trainOpen': {
      const { start } = message.args;
      const lora = 'lora' in start ? start.lora : { rank: 8, alpha: 32, targets: [] };
      send({ kind: 'result', id, value: { lora, adapterBytes: 0 } });
      return;
    }
    case 'trainBegin':
      if (scriptPath !== '') appendFileSync(`${scriptPath}.begins`, `${JSON.stringify(message.args)}\n`);
      await untilLetGo();
      if (isGone(message.args.adapter)) refuseAdapter(id);
      else send({ kind: 'result', id, value: null });
      return;
    case 'trainSave': {
      if (fullSaves < (script.fullSaves ?? 0)) {
        fullSaves += 1;
        send({ kind: 'error', id, code: 'disk_full', message: 'no space' });
        return;
      }
      writeFileSync(join(message.args.folder, 'adapter_model.safetensors'), 'weights');
      writeFileSync(join(message.args.folder, 'adapter_config.json'), '{}');
      writeFileSync(join(message.args.folder, 'optimizer.safetensors'), 'moments');
      send({ kind: 'result', id, value: null });
      return;
    }
    case 'shutdown':
      send({ kind: 'result', id, value: null });
      process.exit(0);
      return;
    default:
      send({ kind: 'result', id, value: null });
  }
}

process.on('disconnect', () => process.exit(0));
process.on('message', (message: ParentMessage) => {
  if (message.kind === 'call') void answer(message);
  else if (message.kind === 'grammar') {
    grammars.accept(message);
    if (scriptPath !== '') appendFileSync(`${scriptPath}.grammars`, `${JSON.stringify(message)}\n`);
  } else {
    cancelled.add(message.id);
    count('cancels');
  }
});
send({ kind: 'ready', pid: process.pid });
