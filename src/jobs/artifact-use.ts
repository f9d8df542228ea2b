import type { ArtifactRecord } from '../store/artifacts.ts';
import type { Records } from '../store/store.ts';

/**
 * Whether a job of the same owner was created from the artifact; what it holds must not change any more, as the job may
 * run again.
 */
export async function isArtifactUsed({ jobs }: Pick<Records, 'jobs'>, artifact: ArtifactRecord): Promise<boolean> {
  for (let after: string | null = null; ; ) {
    // Newest first: a job older than the artifact cannot be of it, and an upload mostly follows its artifact at once.
    const page = await jobs.list({}, { after, limit: 100, order: 'desc' });
    for (const job of page.data) {
      if (job.created < artifact.created) return false;
      if (job.config.training_data_url === artifact.url) return true;
    }
    if (!page.hasMore) return false;
    after = page.data[page.data.length - 1].id;
  }
}
