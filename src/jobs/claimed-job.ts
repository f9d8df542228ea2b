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
import type { OutageTimes } from './outage.ts';

/** Dependencies of running training jobs. */
export interface TrainingParts {
  store: Store;
  folder: DataFolder;
  compute: ComputeClient;
  outage: OutageTimes;
  kept: KeptTrajectories;
  /** Access to other workers of the cluster; null if there can be none. */
  helpers: StepHelpers | null;
  log: Logger;
}

/** A job that this process has claimed and runs. */
export interface ClaimedJob {
  /** The job as it was begun, with its committed progress. */
  job: BegunJob['job'];
  lease: Lease;
  model: ModelRecord;
  /** Base model of `model`. */
  base: ServedModel;
  /** Checkpoint that the job starts from; its files are kept while the job runs. */
  from: StartCheckpoint | null;
  /** Longest training sequence in tokens, fixed when the job first began. */
  trainingLength: number;
  signal: AbortSignal;
}
