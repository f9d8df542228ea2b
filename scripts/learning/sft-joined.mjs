// node scripts/learning/sft-joined.mjs PEFT.json|PEFT.log DAYBREAK.json: prints the steps that both runs have as one
// file.
import { readFileSync } from 'node:fs';

/** Returns the losses of both, step by step, as the text of docs/learning/sft-smollm2.json. */
export function joined(peft, daybreak) {
  const steps = Math.min(peft.length, daybreak.length);
  const losses = (all) => all.slice(0, steps).map(({ loss }) => Number(loss.toFixed(5)));
  return `${JSON.stringify({ steps, peft: losses(peft), daybreak: losses(daybreak) }, null, 2)}\n`;
}

if (import.meta.main) {
  const [theirs, ours] = process.argv.slice(2).map((file) => readFileSync(file, 'utf8'));
  const steps = theirs.startsWith('{')
    ? JSON.parse(theirs).steps
    : [...theirs.matchAll(/^step \d+: loss ([\d.]+)/gm)].map(([, loss]) => ({ loss: Number(loss) }));
  process.stdout.write(joined(steps, JSON.parse(ours).steps));
}
