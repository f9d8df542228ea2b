/** A version of an artifact by name; `version` null means the newest. */
export interface ArtifactName {
  entity: string;
  project: string;
  name: string;
  version: number | null;
}

/** Two or three slashes: both are in use for the W&B scheme. */
const URL_FORM =
  /^(?:daybreak|wandb)-artifact:\/{2,3}([^/:]+)\/([^/:]+)\/([^/:]+?)(?::(?:latest|v(0|[1-9][0-9]{0,8})))?$/;

/** The parts of an artifact's URL, null for any other text. Nothing is percent-decoded; letter case counts. */
export function parseArtifactUrl(url: string): ArtifactName | null {
  const match = URL_FORM.exec(url);
  // No artifact has a NUL in its name, and PostgreSQL has no text for it.
  if (match === null || url.includes('\0')) return null;
  const [, entity, project, name, version] = match;
  return { entity, project, name, version: version === undefined ? null : Number(version) };
}

/** The one spelling that we hand out. */
export function artifactUrl(artifact: { entity: string; project: string; name: string; version: number }): string {
  const { entity, project, name, version } = artifact;
  return `daybreak-artifact:///${entity}/${project}/${name}:v${version}`;
}

/** Whether an artifact is a model's own and goes with it: its namesake, or training data as the ART client names it. */
export function belongsToModel(artifactName: string, modelName: string): boolean {
  if (artifactName === modelName) return true;
  return artifactName.startsWith(`${modelName}-sft-data-`) && /-sft-data-[0-9a-f]{12}$/.test(artifactName);
}
