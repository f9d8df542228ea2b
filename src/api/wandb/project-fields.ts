import { createHash } from 'node:crypto';
import type { CollectionName } from '../../store/artifact-aliases.ts';

type ProjectName = Pick<CollectionName, 'entity' | 'project'>;

export function projectFields({ entity, project }: ProjectName) {
  const id = `${entity}/${project}`;
  const internalId = () => projectNumber({ entity, project });
  return { id, internalId, name: project, entityName: entity, entity: entityFields(entity) };
}

/** Returns a project's number, which W&B's clients parse as an integer: here 48 bits of the SHA-256 of its name. */
export function projectNumber({ entity, project }: ProjectName): string {
  return String(createHash('sha256').update(`${entity}/${project}`).digest().readUIntBE(0, 6));
}

export function entityFields(name: string) {
  return { id: name, name, isTeam: true, organization: null };
}
