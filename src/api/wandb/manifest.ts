import { createHash } from 'node:crypto';

/** The file of an artifact that lists the others. */
export const MANIFEST_FILE = 'wandb_manifest.json';

/** A manifest has a line for each file. */
export const MOST_MANIFEST_BYTES = 16 * 2 ** 20;

/** A file as a manifest has it. */
interface ManifestFile {
  name: string;
  bytes: number;
  /** MD5 in base64. */
  digest: string;
}

/** The manifest of version 1 of W&B, for files that lie here. */
export function manifestJson(files: readonly ManifestFile[]): string {
  const contents = Object.fromEntries(files.map(({ name, bytes, digest }) => [name, { digest, size: bytes }]));
  const policy = { storagePolicy: 'wandb-storage-policy-v1', storagePolicyConfig: { storageLayout: 'V2' } };
  return JSON.stringify({ version: 1, ...policy, contents });
}

/** The digest of an artifact: the MD5, in hex, of what W&B's client writes of its manifest. */
export function manifestDigest(files: readonly Pick<ManifestFile, 'name' | 'digest'>[]): string {
  const hash = createHash('md5').update('wandb-artifact-manifest-v1\n');
  const sorted = [...files].sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const { name, digest } of sorted) hash.update(`${name}:${digest}\n`);
  return hash.digest('hex');
}

/**
 * The files that a manifest says lie here; those that it only refers to, such as objects in a bucket of the client's
 * own, are none. Null where it cannot be read.
 */
export async function manifestFiles(source: AsyncIterable<Uint8Array>): Promise<Map<string, string> | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > MOST_MANIFEST_BYTES) return null;
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
