import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { document } from './document.ts';
import { type Part, type PartResult, runPart } from './parts.ts';
import { TOY } from './profiled-models.ts';

/**
 * npm run gpu-day [-- --output gpu-day.md] [--model NAME ...] [--samples 3] [--python PATH] [--install-peers]: checks
 * every kernel on this machine's adapter, tunes (bench/tune), measures the share of its roofline that each kernel of a
 * model's steps reaches, and measures chat and training, compared with PyTorch + PEFT and llama.cpp if these are
 * installed. Writes one report. If a part fails, the others still run, and the exit code is 1.
 *
 * NAME is a model's folder or GGUF file, smollm2-135m, or a shape of bench/shaped-model.ts. PATH is an interpreter with
 * PyTorch, transformers and PEFT. --small runs everything on a toy model in seconds, without chat and training.
 */
const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    output: text,
    model: { ...text, multiple: true },
    samples: text,
    python: text,
    'install-peers': { type: 'boolean' },
    small: { type: 'boolean' },
  },
});
// npm runs this in the repository root, wherever the user called it.
const output = resolve(process.env.INIT_CWD ?? '.', values.output ?? 'gpu-day.md');
const parts = values.small ? smallParts() : allParts();
const results: PartResult[] = [];
write();
for (const part of parts) {
  console.error(`\ngpu-day: ${part.title}`);
  results.push(await runPart(part));
  write();
}
console.log(`gpu-day: the report is ${output}`);
if (results.some(({ error }) => error !== null)) process.exitCode = 1;

/** Rewritten after each part, so that a crash of the machine keeps earlier results. */
function write(): void {
  const waiting = parts.slice(results.length).map(({ title }) => title);
  writeFileSync(output, document(new Date().toISOString(), results, waiting));
}

function allParts(): Part[] {
  const python = values.python === undefined ? [] : ['--python', values.python];
  const peers = values['install-peers'] ? [] : ['--peers', 'present'];
  const common = ['--samples', values.samples ?? '3', ...peers, ...python];
  return [
    part('The adapter', 'gpu-day/adapter.ts'),
    part('Kernels, checked', 'gpu-day/kernel-checks.ts'),
    part('Tuning', 'tune/main.ts', models([])),
    part('Kernels and the roofline', 'gpu-day/kernel-losses.ts', models([])),
    part('Chat', 'main.ts', ['chat', ...common]),
    part('Training', 'main.ts', ['train', ...common]),
  ];
}

function smallParts(): Part[] {
  return [
    part('The adapter', 'gpu-day/adapter.ts'),
    part('Kernels, checked', 'gpu-day/kernel-checks.ts', ['swiglu']),
    part('Tuning', 'tune/main.ts', models([TOY])),
    part('Kernels and the roofline', 'gpu-day/kernel-losses.ts', [...models([TOY]), '--runs', '3']),
    part('Packing', 'main.ts', ['packing']),
  ];
}

function models(usual: readonly string[]): string[] {
  return (values.model ?? usual).flatMap((name) => ['--model', name]);
}

function part(title: string, file: string, args: readonly string[] = []): Part {
  return { title, args: [join(import.meta.dirname, '..', file), ...args] };
}
