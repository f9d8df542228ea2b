/** Name and version of an artifact; `version` null means the newest. */
export interface ArtifactName {
  entity: string;
  project: string;
  name: string;
  version: number | null;
}

/** Two or three slashes: both are in use for the W&B scheme. */
const URL_FORM =
  /^(?:daybreak|wandb)-artifact:\/{2,3}([^/:]+)\/([^/:]+)\/([^/:]+?)(?::(?:latest|v(0|[1-9][0-9]{0,8})))?$/;

/** Parses an artifact URL; returns null for any other text. Case-sensitive, and nothing is percent-decoded. */
export function parseArtifactUrl(url: string): ArtifactName | null {
  const match = URL_FORM.exec(url);
  // No artifact name contains NUL, and PostgreSQL cannot store it in text.
  if (match === null || url.includes('\0')) return null;
  const [, entity, project, name, version] = match;
  return { entity, project, name, version: version === undefined ? null : Number(version) };
}

/** Returns the canonical URL, the only spelling sent to clients. */
export function artifactUrl(artifact: { entity: string; project: string; name: string; version: number }): string {
  const { entity, project, name, version } = artifact;
  return `daybreak-artifact:///${entity}/${project}/${name}:v${version}`;
}

/**
 * Returns whether an artifact belongs to a model and is deleted with it: it has the model's name, or is training data
 * as the ART client names it.
 */
export function belongsToModel(artifactName: string, modelName: string): boolean {
  if (artifactName === modelName) return true;
  return artifactName.startsWith(`${modelName}-sft-data-`) && /-sft-data-[0-9a-f]{12}$/.test(artifactName);
}
