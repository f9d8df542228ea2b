import type { Logger } from 'pino';
import type { DataFolder } from '../artifacts/data-folder.ts';
import type { ServedModel } from '../inference/served-models.ts';
import type { BegunJob } from '../store/job-progress.ts';
import type { StartCheckpoint } from '../store/job-record.ts';
import type { Lease } from '../store/lease.ts';
import type { ModelRecord } from '../store/models.ts';
import type { Store } from '../store/store.ts';
import type { ComputeClient } from '../worker/client/compute-client.ts';
import type { StepHelpers } from '../worker/client/step-helpers.ts';
import type { KeptTrajectories } from './kept-trajectories.ts';
import type { OutageTimes } from './outlast.ts';

/** What the carrying out of training jobs needs of the server. */
export interface TrainingParts {
  store: Store;
  folder: DataFolder;
  compute: ComputeClient;
  outage: OutageTimes;
  kept: KeptTrajectories;
  /** Other workers of a cluster, where there may be some. */
  helpers: StepHelpers | null;
  log: Logger;
}

/** A job that this process runs, as it begins or goes on. */
export interface ClaimedJob {
  /** As it has begun, with what is committed of it. */
  job: BegunJob['job'];
  lease: Lease;
  model: ModelRecord;
  /** The base model of `model`. */
  base: ServedModel;
  /** The checkpoint that the job starts from; its files stay while the job runs. */
  from: StartCheckpoint | null;
  /** Longest sequence to train, in tokens, as it was when the job began. */
  trainingLength: number;
  signal: AbortSignal;
}
