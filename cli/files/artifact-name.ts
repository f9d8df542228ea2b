import type { Artifact } from '../../clients/typescript/src/generated/types.gen.ts';
import type { Context } from '../context.ts';
import { CommandFailure, exitCodes } from '../failures.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Finds an artifact by id, URL, or `name`, `project/name`, `entity/project/name`; the newest version unless `:vK`
 * follows. Throws `CommandFailure` if there is none, or names of several projects match.
 */
export async function findArtifact(context: Context, given: string): Promise<Artifact> {
  const { artifacts } = context.client();
  if (uuid.test(given)) return artifacts.get(given);
  const [, path, version] = /^(?:(?:daybreak|wandb)-artifact:\/\/\/)?(.*?)(?::v(\d+))?$/.exec(given)!;
  const wanted = path!.split('/').reverse();
  const found: Artifact[] = [];
  for await (const artifact of artifacts.list({ limit: 100, order: 'desc' })) {
    const names = [artifact.name, artifact.project, artifact.entity];
    const isIt = wanted.length <= 3 && wanted.every((part, index) => part === names[index]);
    if (isIt && (version === undefined || artifact.version === Number(version))) found.push(artifact);
  }
  const names = new Set(found.map(({ entity, project, name }) => `${entity}/${project}/${name}`));
  if (names.size > 1)
    throw new CommandFailure(`${given} matches several artifacts: ${[...names].join(', ')}`, exitCodes.usage);
  const newest = found.toSorted((a, b) => b.version - a.version)[0];
  if (newest === undefined)
    throw new CommandFailure(`there is no artifact ${JSON.stringify(given)}`, exitCodes.notFound);
  return artifacts.get(newest.id);
}
