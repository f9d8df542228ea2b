import { createHash } from 'node:crypto';

/** Name of the file that lists an artifact's other files. */
export const MANIFEST_FILE = 'wandb_manifest.json';

/** Maximum size of a manifest, in bytes; it has one entry per file. */
export const MAX_MANIFEST_BYTES = 16 * 2 ** 20;

/** A file in a manifest. */
interface ManifestFile {
  name: string;
  bytes: number;
  /** MD5 in base64. */
  digest: string;
}

/** Returns a W&B manifest of version 1 for files stored on this server. */
export function manifestJson(files: readonly ManifestFile[]): string {
  const contents = Object.fromEntries(files.map(({ name, bytes, digest }) => [name, { digest, size: bytes }]));
  const policy = { storagePolicy: 'wandb-storage-policy-v1', storagePolicyConfig: { storageLayout: 'V2' } };
  return JSON.stringify({ version: 1, ...policy, contents });
}

/** Returns an artifact's digest: the MD5, in hex, of the manifest in the form that W&B's client hashes. */
export function manifestDigest(files: readonly Pick<ManifestFile, 'name' | 'digest'>[]): string {
  const hash = createHash('md5').update('wandb-artifact-manifest-v1\n');
  const sorted = [...files].sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const { name, digest } of sorted) hash.update(`${name}:${digest}\n`);
  return hash.digest('hex');
}

/**
 * Returns the names and digests of a manifest's uploaded files. References, such as to objects in the client's own
 * bucket, are excluded. Null if the manifest is unreadable.
 */
export async function manifestFiles(source: AsyncIterable<Uint8Array>): Promise<Map<string, string> | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > MAX_MANIFEST_BYTES) return null;
    chunks.push(chunk);
  }
  try {
    const { contents } = JSON.parse(Buffer.concat(chunks).toString()) as Manifest;
    const own = Object.entries(contents).filter(([, { ref }]) => ref == null);
    return new Map(own.map(([name, { digest }]) => [name, String(digest)]));
  } catch {
    return null;
  }
}

interface Manifest {
  contents: Record<string, { digest: unknown; ref?: unknown }>;
}
