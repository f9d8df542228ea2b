// llama.cpp through node-llama-cpp, in its own process: node bench/llama-cpp-peer.mjs FOLDER MODEL cpu|vulkan
// Answers messages: {measure, streams} with {rate} in tokens/s; {tokenize} with {ids}; {greedy, tokens} with the greedy
// {ids} after the given ids; {scored, exact} with the {logits} after each given id. FOLDER contains node_modules.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, modelPath, backend] = process.argv.slice(2);
const entry = join(folder, 'node_modules/node-llama-cpp/dist/index.js');
const { getLlama, LlamaLogLevel } = await import(pathToFileURL(entry).href);

const PROMPT_TOKENS = 37;
const options = { threads: 2, ignoreMemorySafetyChecks: true };
const llama = await getLlama({
  gpu: backend === 'vulkan' ? 'vulkan' : false,
  build: 'never',
  skipDownload: true,
  maxThreads: 2,
  logLevel: LlamaLogLevel.error,
  vramPadding: 0,
});
const gpuLayers = backend === 'vulkan' ? 'max' : 0;
const model = await llama.loadModel({ modelPath, gpuLayers, ignoreMemorySafetyChecks: true });
const devices = backend === 'vulkan' ? await llama.getGpuDeviceNames() : [];
process.send({ ready: true, devices, layers: model.gpuLayers });

process.on('message', async ({ measure, streams, tokens, seed, tokenize, greedy: prompt, scored, exact }) => {
  try {
    if (tokenize !== undefined) process.send({ ids: model.tokenize(tokenize, true) });
    else if (prompt !== undefined) process.send({ ids: await greedy(prompt, tokens) });
    else if (scored !== undefined) process.send({ logits: await logitsOf(scored, exact) });
    else
      process.send({ rate: measure === 'prefill' ? await prefill(tokens, seed) : await decode(streams, tokens, seed) });
  } catch (error) {
    process.send({ error: String(error) });
  }
});

/** Returns ids that are in no prefix cache, spread over the vocabulary. */
function ids(count, seed) {
  return Array.from({ length: count }, (_, i) => ((((i + 1) * 2654435761 + (seed + 99) * 40503) >>> 0) % 49000) + 50);
}

/** Returns at most `tokens` greedy ids; stops after an end-of-generation token. */
async function greedy(prompt, tokens) {
  const context = await model.createContext({ contextSize: prompt.length + tokens + 64, sequences: 1, ...options });
  const found = [];
  const generated = context.getSequence().evaluate(prompt, { temperature: 0, yieldEogToken: true });
  for await (const id of generated) {
    found.push(id);
    if (found.length === tokens || model.isEogToken(id)) break;
  }
  await context.dispose();
  return found;
}

/**
 * Returns logits [T, V]. Unless `exact`, llama.cpp caches keys and values in f16, and its flash attention rounds to
 * f16.
 */
async function logitsOf(ids, exact) {
  const f32 = { experimentalKvCacheKeyType: 'F32', experimentalKvCacheValueType: 'F32', flashAttention: false };
  const cache = exact ? f32 : {};
  const context = await model.createContext({ contextSize: ids.length + 64, sequences: 1, ...cache, ...options });
  const asked = { generateNext: { token: true, logits: true, options: { temperature: 0 } } };
  const found = await context.getSequence().controlledEvaluate(ids.map((id) => [id, asked]));
  await context.dispose();
  return found.map(({ next }) => {
    const logits = [];
    for (const [id, logit] of next.logits) logits[id] = logit;
    return logits;
  });
}

async function prefill(tokens, seed) {
  const context = await model.createContext({ contextSize: tokens + 64, batchSize: tokens, sequences: 1, ...options });
  const started = performance.now();
  await context.getSequence().evaluateWithoutGeneratingNewTokens(ids(tokens, seed));
  const seconds = (performance.now() - started) / 1000;
  await context.dispose();
  return tokens / seconds;
}

/** Returns tokens/s of all streams together, from the last stream's first token on. */
async function decode(streams, tokens, seed) {
  const size = { contextSize: PROMPT_TOKENS + tokens + 64, batchSize: 512, sequences: streams };
  const context = await model.createContext({ ...size, ...options });
  const sequences = Array.from({ length: streams }, () => context.getSequence());
  const times = await Promise.all(
    sequences.map(async (sequence, i) => {
      const own = [];
      const generated = sequence.evaluate(ids(PROMPT_TOKENS, seed + i), { temperature: 0, yieldEogToken: true });
      for await (const _ of generated) {
        own.push(performance.now());
        if (own.length === tokens) break;
      }
      return own;
    }),
  );
  await context.dispose();
  const first = Math.max(...times.map(([at]) => at));
  const last = Math.max(...times.map((own) => own.at(-1)));
  return times.flat().filter((at) => at > first).length / ((last - first) / 1000);
}
