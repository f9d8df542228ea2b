/**
 * `npm run full-disk -- --rounds 20 --seed 7 --disks data,log,both`: prints a line for each round, then the report as
 * JSON. Exit code 1 if data was lost, 3 if the system does not let this user mount disks.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DISKS, ownMounts, runOnFullDisks } from './full-disk.ts';

const options = { rounds: { type: 'string' }, seed: { type: 'string' }, disks: { type: 'string' } } as const;
const { values } = parseArgs({ options: { ...options, mounted: { type: 'boolean' } } });

if (values.mounted) {
  const rounds = Number(values.rounds ?? 20);
  const seed = Number(values.seed ?? Date.now() % 2 ** 31);
  const wanted = (values.disks ?? DISKS.join()).split(',');
  const disks = DISKS.filter((disk) => wanted.includes(disk));
  console.log(`seed ${seed}: training undisturbed, then ${rounds} rounds on full disks (${disks.join(', ')})`);
  const report = await runOnFullDisks({ rounds, seed, disks, say: (text) => console.log(text) });
  console.log(JSON.stringify(report, null, 2));
  process.exitCode = report.faults.length > 0 ? 1 : 0;
} else {
  const mounts = ownMounts();
  if (mounts === null) {
    console.error('full-disk: this system does not let this user mount disks');
    process.exit(3);
  }
  const [command, ...way] = mounts;
  const own = [process.execPath, fileURLToPath(import.meta.url), '--mounted', ...process.argv.slice(2)];
  process.exitCode = spawnSync(command, [...way, ...own], { stdio: 'inherit' }).status ?? 1;
}
