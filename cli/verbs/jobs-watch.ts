import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { commandAt } from '../groups.ts';
import { addExamples } from '../operations/command.ts';
import { watchJob } from '../train/job-watch.ts';

/** `daybreak jobs watch <job>`: follows a job to its end. */
export function addJobsWatch(program: Command, context: Context): void {
  const command = commandAt(program, 'jobs watch')
    .summary('Follow a training job to its end')
    .description(
      'Shows the progress of a job until it ends; Ctrl-C stops watching, but not the job. With --json each event is ' +
        'a JSON document on one line. The exit code is 7 if the job failed or was cancelled.',
    )
    .argument('<training_job_id>', 'Id of the job')
    .action((id: string) => watchJob(context, id));
  addExamples(command, ['jobs watch 0d9f6f0e-2f4b-4c55-9d7e-5f1f0c4e7a10']);
}
