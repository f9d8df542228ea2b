import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { UsageFailure } from '../failures.ts';
import { commandAt } from '../groups.ts';
import { addExamples } from '../operations/command.ts';
import { runScript } from '../scripts.ts';

/** `daybreak pull <id>`: downloads a model in advance of serving it. */
export function addPull(program: Command, context: Context): void {
  const command = commandAt(program, 'pull')
    .summary('Download a model to this machine')
    .description(
      'Downloads a model from the Hugging Face hub for the server on this machine, and prints its path. ' +
        'An interrupted download is resumed; every file is checked against its hash. HF_ENDPOINT, HF_TOKEN, ' +
        'HF_HOME and HF_HUB_OFFLINE have the same meaning as for huggingface_hub.',
    )
    .argument(
      '<id>',
      'Id of the model, such as HuggingFaceTB/SmolLM2-135M-Instruct; @revision or /FILE.gguf may follow',
    )
    .option('--home <folder>', 'Data folder of the server (DAYBREAK_HOME)')
    .action(async (id: string, { home }: { home?: string }) => {
      if (home === '') throw new UsageFailure('--home is empty');
      const args = context.json ? ['--json', '--', id] : ['--', id];
      process.exitCode = await runScript(context, 'pull.mjs', args, home === undefined ? {} : { DAYBREAK_HOME: home });
    });
  addExamples(command, [
    'pull HuggingFaceTB/SmolLM2-360M-Instruct',
    'pull Qwen/Qwen2.5-0.5B-Instruct-GGUF/qwen2.5-0.5b-instruct-q8_0.gguf',
  ]);
}
