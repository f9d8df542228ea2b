import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchedPackagedModel } from '../src/model/hub/pip-model.ts';
import type { Row } from './report.ts';
import { startServerProcess } from './server-process.ts';

interface Start {
  /** Seconds until the server listens, that is, until the training kernels are compiled. */
  ready: number;
  /** Seconds until a chat is answered. */
  answered: number;
}

/**
 * Measures the start of a server with an empty shader cache, then of one with the cache of the first, with
 * SmolLM2-135M-Instruct on Mesa's drivers.
 */
export async function benchFirstStart(): Promise<Row[]> {
  const home = await mkdtemp(join(tmpdir(), 'daybreak-bench-'));
  try {
    const first = await timedStart(home);
    const second = await timedStart(home);
    const row = (what: string, of: (start: Start) => number): Row => ({
      what: `first start, ${what}`,
      figure: of(first).toFixed(1),
      unit: 's',
      roofline: `${of(second).toFixed(1)} at the second start`,
    });
    return [
      row('until the training kernels are compiled', ({ ready }) => ready),
      row('until a chat is answered', ({ answered }) => answered),
    ];
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function timedStart(home: string): Promise<Start> {
  const model = fetchedPackagedModel(join(import.meta.dirname, '../.cache/models'));
  if (model === null) throw new Error('the model is not in .cache/models');
  const cache = join(home, 'shader-cache');
  await mkdir(cache, { recursive: true });
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  const server = await startServerProcess(home, { DAYBREAK_MODEL: model, MESA_SHADER_CACHE_DIR: cache });
  try {
    const ready = seconds();
    const { choices } = await server.call<{ choices: { message: { content: string } }[] }>(
      'POST',
      '/chat/completions',
      {
        messages: [{ role: 'user', content: 'What is the capital of France?' }],
        temperature: 0,
        max_completion_tokens: 16,
      },
    );
    const answered = seconds();
    const { content } = choices[0].message;
    if (!content.includes('Paris')) throw new Error(`the chat was answered ${JSON.stringify(content)}`);
    return { ready, answered };
  } finally {
    await server.end();
  }
}
