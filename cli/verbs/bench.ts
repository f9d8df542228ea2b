import { type Command, Option } from 'commander';
import { type Figures, figuresOf } from '../bench/figures.ts';
import { inParallel, type Measured, measure } from '../bench/requests.ts';
import { integerFrom } from '../bounded-number.ts';
import type { Context } from '../context.ts';
import { commandAt } from '../groups.ts';
import { servedName } from '../model-name.ts';
import { addExamples } from '../operations/command.ts';
import { printRows } from '../operations/print.ts';
import { jsonText } from '../output/printable.ts';
import { fieldLines } from '../output/table.ts';

interface Load {
  requests: number;
  concurrency: number;
  promptTokens: number;
  answerTokens: number;
}

interface Options extends Partial<Load> {
  model?: string;
}

const usual: Load = { requests: 32, concurrency: 4, promptTokens: 128, answerTokens: 64 };

/** `daybreak bench`: measures how fast the server answers. */
export function addBench(program: Command, context: Context): void {
  const command = commandAt(program, 'bench')
    .summary('Measure latency and throughput of the server')
    .description(
      'Sends completion requests with different random words, and prints the time to first token, the time ' +
        'between tokens and the tokens per second of a request, as 50th, 95th and 99th percentiles. ' +
        'Completions have exactly the requested length. One uncounted warm-up request comes first.',
    )
    .option('--model <model>', 'Base model, or trained model with or without :stepN (default: the first served)');
  const numbers = [
    ['-n, --requests <n>', 'Number of requests', usual.requests, 100_000],
    ['-c, --concurrency <n>', 'Concurrent requests', usual.concurrency, 1024],
    ['--prompt-tokens <n>', 'Tokens per prompt', usual.promptTokens, 100_000],
    ['--answer-tokens <n>', 'Tokens per completion', usual.answerTokens, 100_000],
  ] as const;
  for (const [flags, about, count, most] of numbers) {
    const option = new Option(flags, `${about} (1 to ${most}; default: ${count})`);
    command.addOption(option.argParser(integerFrom(1, most)));
  }
  command.action(({ model, ...given }: Options) => bench(context, model, { ...usual, ...given }));
  addExamples(command, ['bench', 'bench --model agent -n 100 -c 8 --prompt-tokens 512 --answer-tokens 128 --json']);
}

async function bench(context: Context, given: string | undefined, load: Load): Promise<void> {
  const { requests, concurrency, answerTokens } = load;
  const model = given === undefined ? undefined : await servedName(context, given);
  const prompts = await promptsOf(context, model, load);
  const connection = context.connection({ maxRetries: 0 });
  const measured: Measured[] = [];
  await measure(connection, model, prompts.pop()!, answerTokens);
  const begin = performance.now();
  await inParallel(requests, concurrency, async (index) => {
    measured.push(await measure(connection, model, prompts[index]!, answerTokens));
    showProgress(context, `${measured.length} of ${requests} requests`);
  });
  const figures = figuresOf(measured, concurrency, performance.now() - begin);
  showProgress(context, '');
  await print(context, figures);
}

/** Returns one prompt more than there are requests. */
async function promptsOf(
  context: Context,
  model: string | undefined,
  { requests, promptTokens, concurrency }: Load,
): Promise<number[][]> {
  const client = context.client();
  const prompts: number[][] = [];
  await inParallel(requests + 1, concurrency, async (index) => {
    const { tokens } = await client.tokenize({ model, prompt: textOf(index, promptTokens) });
    prompts[index] = tokens.slice(0, promptTokens);
  });
  return prompts;
}

/**
 * Returns a text of numbers. Texts differ from the first number on, so that prompts share no prefix. Each number is at
 * least one token.
 */
function textOf(seed: number, words: number): string {
  let state = seed + 1;
  const next = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % 10_000;
  };
  return Array.from({ length: words }, next).join(' ');
}

/** Shows progress on a terminal. */
function showProgress({ json }: Context, text: string): void {
  if (process.stderr.isTTY === true && !json) process.stderr.write(`\r\u001b[K${text}`);
}

const spreads = ['time_to_first_token_ms', 'inter_token_latency_ms', 'request_tokens_per_second'] as const;

async function print(context: Context, figures: Figures): Promise<void> {
  if (context.json) return context.out(jsonText(figures, 2));
  const single = Object.keys(figures).filter((name) => !spreads.some((one) => one === name));
  for (const line of fieldLines(figures, single, context)) await context.out(line);
  await context.out('');
  const rows = spreads.map((figure) => ({ figure, ...figures[figure] }));
  await printRows(context, ['figure', 'p50', 'p95', 'p99'], rows);
}
