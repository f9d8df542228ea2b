import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { addApi } from './api.ts';
import { addBackup } from './backup.ts';
import { addBench } from './bench.ts';
import { addChat } from './chat.ts';
import { addCompletion } from './completion.ts';
import { addDashboard } from './dashboard.ts';
import { addData } from './data.ts';
import { addDoctor } from './doctor.ts';
import { addExport } from './export.ts';
import { addGrep } from './grep.ts';
import { addImport } from './import.ts';
import { addJobsWatch } from './jobs-watch.ts';
import { addKeys } from './keys.ts';
import { addLogin } from './login.ts';
import { addProfiles } from './profiles.ts';
import { addPs } from './ps.ts';
import { addPull } from './pull.ts';
import { addRuns } from './runs.ts';
import { addServe } from './serve.ts';
import { addStatus } from './status.ts';
import { addTrain } from './train.ts';
import { addVersion } from './version.ts';

/** Adds hand-written commands; `commandAt` creates each. */
export type AddVerb = (program: Command, context: Context) => void;

export const verbs: readonly AddVerb[] = [
  addApi,
  addBackup,
  addBench,
  addChat,
  addCompletion,
  addDashboard,
  addData,
  addDoctor,
  addExport,
  addGrep,
  addImport,
  addJobsWatch,
  addKeys,
  addLogin,
  addProfiles,
  addPs,
  addPull,
  addRuns,
  addServe,
  addStatus,
  addTrain,
  addVersion,
];
