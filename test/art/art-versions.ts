import { fileURLToPath } from 'node:url';
import { systemPython } from '../../scripts/python-environment.mjs';
import { isLong } from '../tier.ts';
import { type Environment, type EnvironmentNeeds, environmentFor } from './python-programs.ts';

/** The released ART clients that are tried, each in an environment of what pip makes of it. */
export const artVersions = {
  /**
   * The last of the first generation: OpenAI's package 1.x, which ends a list at an empty page only, four settings of a
   * job, the server keeps the metrics that say which checkpoint is best, and each model is asked for its checkpoints
   * before it is trained.
   */
  '0.5.3': needs('0.5.3', 11, 4e8),
  /** The one that the README tells users to install. */
  '0.5.17': needs('0.5.17', 11, 1.2e9),
  /** The newest: 25 settings of a job, defaults left out of bodies, token ids asked for, captured exchanges. */
  '0.5.23': { ...needs('0.5.23', 12, 1e9), optional: true },
} as const;

function needs(version: string, leastMinor: number, bytes: number): EnvironmentNeeds {
  return { name: `art-${version}`, requirements: `test/art/requirements-${version}.txt`, leastMinor, bytes };
}

/** The newest that this machine's Python can have, the one of `npm test`: each takes a gigabyte and minutes. */
export const everydayVersion = (await systemPython(12)) === null ? '0.5.17' : '0.5.23';

/** The environment of a version; the long tier has all. */
export async function artEnvironment(version: keyof typeof artVersions): Promise<Environment> {
  if (isLong || version === everydayVersion) return environmentFor(artVersions[version]);
  return { python: '', missing: 'only npm run test:long has it' };
}

/** ART 0.5.23 with PyTorch and transformers, which its `PipelineTrainer` imports; only for the long tier. */
export function torchEnvironment(): Promise<Environment> {
  const requirements = 'test/art/requirements-0.5.23-torch.txt';
  return environmentFor({ name: 'art-0.5.23-torch', requirements, leastMinor: 12, bytes: 8e9, optional: true });
}

/** The path of a program of `test/art/programs`. */
export function program(name: string): string {
  return fileURLToPath(new URL(`programs/${name}`, import.meta.url));
}
