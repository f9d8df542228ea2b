// node scripts/learning/plots.mjs: draws docs/learning/*.json and prints the tables of docs/learning.md.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootFolder } from '../root-folder.mjs';
import { plot } from './plot.mjs';

const folder = join(rootFolder, 'docs/learning');
const read = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

const runs = readdirSync(folder)
  .filter((name) => /^smollm2-seed\d+\.json$/.test(name))
  .sort()
  .map(read);
writeFileSync(
  join(folder, 'smollm2-reward.svg'),
  plot({
    title: 'RL on SmolLM2-135M: mean reward on words that are not trained on',
    x: 'checkpoint (gradient steps so far)',
    y: 'mean reward, held-back words',
    first: 0,
    lines: runs.map(({ seed, loss, scores }) => ({ name: `${loss.toUpperCase()}, seed ${seed}`, values: scores })),
  }),
);
for (const { seed, loss, scores } of runs) {
  const [first, last] = [mean(scores.slice(0, 3)), mean(scores.slice(-3))];
  console.log(`| ${loss}, seed ${seed} | ${first.toFixed(3)} | ${last.toFixed(3)} | +${(last - first).toFixed(3)} |`);
}

const sft = read('sft-smollm2.json');
writeFileSync(
  join(folder, 'smollm2-sft.svg'),
  plot({
    title: 'SFT on SmolLM2-135M: the loss of every step by two programs',
    x: 'step',
    y: 'loss, nats',
    first: 1,
    lines: [
      { name: 'PEFT', values: sft.peft },
      { name: 'Daybreak', values: sft.daybreak, dashed: true },
    ],
  }),
);
const errors = sft.peft.map((loss, step) => Math.abs(sft.daybreak[step] - loss) / loss);
console.log(`${sft.steps} SFT steps: largest relative difference of a loss ${Math.max(...errors).toExponential(1)}`);
