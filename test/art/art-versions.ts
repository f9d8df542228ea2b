import { fileURLToPath } from 'node:url';
import { systemPython } from '../../scripts/python-environment.mjs';
import { isLong } from '../tier.ts';
import { type Environment, type EnvironmentNeeds, environmentFor } from './python-programs.ts';

/** The tested releases of the ART client, each in the environment that pip resolves for it. */
export const artVersions = {
  /**
   * The last release of the first generation. It uses OpenAI's package 1.x, which ends a list only at an empty page,
   * and sends four settings of a job. The server keeps the metrics that determine the best checkpoint, and the client
   * lists a model's checkpoints before training.
   */
  '0.5.3': needs('0.5.3', 11, 4e8),
  /** The release that the README tells users to install. */
  '0.5.17': needs('0.5.17', 11, 1.2e9),
  /** The newest release: 25 settings of a job, bodies without defaults, requests for token ids, captured exchanges. */
  '0.5.23': { ...needs('0.5.23', 12, 1e9), optional: true },
} as const;

function needs(version: string, leastMinor: number, bytes: number): EnvironmentNeeds {
  return { name: `art-${version}`, requirements: `test/art/requirements-${version}.txt`, leastMinor, bytes };
}

/** The newest release that this machine's Python supports. `npm test` runs it alone: each takes 1 GB and minutes. */
export const everydayVersion = (await systemPython(12)) === null ? '0.5.17' : '0.5.23';

/** Returns the environment of a version; only the long tier has all versions. */
export async function artEnvironment(version: keyof typeof artVersions): Promise<Environment> {
  if (isLong || version === everydayVersion) return environmentFor(artVersions[version]);
  return { python: '', missing: 'only npm run test:long has it' };
}

/** Returns ART 0.5.23 with PyTorch and transformers, which its `PipelineTrainer` imports; only for the long tier. */
export function torchEnvironment(): Promise<Environment> {
  const requirements = 'test/art/requirements-0.5.23-torch.txt';
  return environmentFor({ name: 'art-0.5.23-torch', requirements, leastMinor: 12, bytes: 8e9, optional: true });
}

/** Returns the path of a program in `test/art/programs`. */
export function program(name: string): string {
  return fileURLToPath(new URL(`programs/${name}`, import.meta.url));
}
