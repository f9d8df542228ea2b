import type { JobRecord } from '../store/job-record.ts';
import type { JsonColumn } from '../store/stored-value.ts';

/**
 * Returns a job's configuration as other keys of its owner may see it: URLs may contain a password or a signature, so
 * these are removed.
 */
export function jobConfig({ config }: Pick<JobRecord, 'config'>): JsonColumn {
  const { training_data_url: url } = config;
  return typeof url === 'string' ? { ...config, training_data_url: withoutSecrets(url) } : config;
}

function withoutSecrets(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return text;
  return `${url.origin}${url.pathname}`;
}
