import type { ComputeClient } from './compute-client.ts';

/** Runs the sequences of requests: the compute process of this server, or the workers of its cluster. */
export type ChatCompute = Pick<ComputeClient, 'checkRoom' | 'generate' | 'search'>;
