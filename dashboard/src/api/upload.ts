import { createArtifact } from '../../generated/sdk.gen.ts';
import type { CreatedArtifact } from '../../generated/types.gen.ts';
import { request } from './request.ts';

/** Creates an artifact of these files. The browser streams their bytes without holding them in memory. */
export async function uploadArtifact(
  name: string,
  files: readonly { name: string; body: Blob }[] | readonly File[],
): Promise<CreatedArtifact> {
  const { data: artifact } = await createArtifact({ body: { name }, throwOnError: true });
  for (const file of files) {
    const response = await request(`/v1/preview/artifacts/${artifact.id}/files/${encodeURIComponent(file.name)}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: file instanceof File ? file : file.body,
    });
    if (!response.ok) throw await response.json();
  }
  return artifact;
}
