import { artifactLists } from './artifact-lists.ts';
import { artifactVersions } from './artifact-versions.ts';
import { busWorkers } from './bus-workers.ts';
import { checkpointRanks } from './checkpoint-ranks.ts';
import { clientRuns } from './client-runs.ts';
import { countedRecords } from './counted-records.ts';
import { countedSteps } from './counted-steps.ts';
import { firstTables } from './first-tables.ts';
import { historyByStep } from './history-by-step.ts';
import { historyOfJobs } from './history-of-jobs.ts';
import { indexes } from './indexes.ts';
import { jobProgress } from './job-progress.ts';
import { jobScores } from './job-scores.ts';
import { keySuccessors } from './key-successors.ts';
import { leases } from './leases.ts';
import { addLoggedBytes } from './logged-bytes.ts';
import { manifests } from './manifests.ts';
import { modelRetention } from './model-retention.ts';
import type { NamedMigration } from './named-migration.ts';
import { namesPerOwner } from './names-per-owner.ts';
import { provenance } from './provenance.ts';
import { removals } from './removals.ts';
import { series } from './series.ts';
import { sessions } from './sessions.ts';
import { tidiedRows } from './tidied-rows.ts';
import { tinkerCheckpoints } from './tinker-checkpoints.ts';
import { tinkerSessions } from './tinker-sessions.ts';
import { trajectories } from './trajectories.ts';
import { updates } from './updates.ts';
import { uploadTimes } from './upload-times.ts';
import { wandbArtifacts } from './wandb-artifacts.ts';

/** Migrations, in order. A released migration is never edited; a change is a new one at the end. */
export const MIGRATIONS: NamedMigration[] = [
  firstTables,
  namesPerOwner,
  jobProgress,
  jobScores,
  historyOfJobs,
  countedSteps,
  keySuccessors,
  indexes,
  removals,
  trajectories,
  series,
  sessions,
  updates,
  artifactLists,
  artifactVersions,
  leases,
  manifests,
  checkpointRanks,
  countedRecords,
  modelRetention,
  tinkerCheckpoints,
  clientRuns,
  wandbArtifacts,
  tinkerSessions,
  uploadTimes,
  provenance,
  historyByStep,
  tidiedRows,
  addLoggedBytes,
  busWorkers,
];
