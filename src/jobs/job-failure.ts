import { StorageError } from '../artifacts/storage-error.ts';
import { TemplateError } from '../model/text/jinja-template.ts';
import { TrainingInputError } from '../training/training-input-error.ts';
import { WorkerError } from '../worker/client/worker-error.ts';
import type { WorkerErrorCode } from '../worker/protocol.ts';

/** Failure of a job that its owner can fix; `message` says what is wrong and what to do. */
export class JobFailure extends Error {
  override name = 'JobFailure';
}

/**
 * Returns the message of `training_failed`. For a server fault it only points to the log. Messages of the compute
 * process may hold paths and driver text, so only its error code counts, except for `training_too_large`, whose message
 * is meant for users.
 */
export function failureSentence(error: unknown, jobId: string): string {
  if (error instanceof JobFailure || error instanceof TrainingInputError) return error.message;
  if (error instanceof TemplateError) return `The model's chat template refuses a conversation: ${error.message}`;
  if (error instanceof StorageError && error.code === 'disk_full') return diskFull;
  if (error instanceof StorageError && error.code === 'damaged') return error.message;
  if (error instanceof WorkerError && error.code === 'training_too_large') return error.message;
  const sentence = error instanceof WorkerError ? workerSentences[error.code] : null;
  return sentence ?? `The server failed on this job; its log says why under job ${jobId}.`;
}

const diskFull =
  'The disk of the server is full; the checkpoint was not saved. Free some space and start the job again.';

/** Message for each code; null if the user can only be referred to the log. */
const workerSentences: Record<WorkerErrorCode, string | null> = {
  out_of_memory: 'The device ran out of memory. Train on fewer or shorter sequences at a time.',
  disk_full: diskFull,
  training_failed:
    'The training failed and nothing was saved. Lower the learning rate, which may have driven the ' +
    "weights out of range, and start the job again; see the server's log for details.",
  adapter_load_failed:
    'The checkpoint that this job starts from could not be read. Delete it, and the next job starts from the one before.',
  device_lost: 'The device was lost while it worked on this job. Start the job again.',
  worker_down: 'The compute process is not running. Start the job again in a minute.',
  aborted: 'The job was interrupted. Start it again.',
  training_no_room: null,
  training_too_large: null,
  not_finite: null,
  queue_full: null,
  invalid_grammar: null,
  model_load_failed: null,
  internal: null,
};
