import { StorageError } from '../artifacts/storage-error.ts';
import { TemplateError } from '../model/text/template-error.ts';
import { TrainingInputError } from '../training/training-input-error.ts';
import { WorkerError } from '../worker/worker-error.ts';

/** A job cannot go on for a reason that its owner can do something about; `message` tells which and what. */
export class JobFailure extends Error {
  override name = 'JobFailure';
}

/** The sentence for `training_failed`. A fault of ours shows nothing but where to look. */
export function failureSentence(error: unknown, jobId: string): string {
  if (error instanceof JobFailure || error instanceof TrainingInputError) return error.message;
  if (error instanceof TemplateError) return `The model's chat template refuses a conversation: ${error.message}`;
  if (error instanceof StorageError && error.code === 'disk_full') {
    return 'The disk of the server is full; the checkpoint was not saved. Free some space and start the job again.';
  }
  if (error instanceof WorkerError) return workerSentence(error);
  return `The server failed on this job; its log says why under job ${jobId}.`;
}

function workerSentence(error: WorkerError): string {
  switch (error.code) {
    case 'out_of_memory':
      return `The device ran out of memory: ${error.message} Train on fewer or shorter sequences at a time.`;
    case 'disk_full':
      return 'The disk of the server is full; the checkpoint was not saved. Free some space and start the job again.';
    default:
      return error.message;
  }
}
