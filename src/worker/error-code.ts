import { AbortedError, DeviceLostError, DeviceOutOfMemoryError } from '../compute/errors.ts';
import { QueueFullError } from '../inference/engine/engine.ts';
import { GrammarError } from '../inference/grammar/grammar-error.ts';
import { CheckpointError } from '../model/checkpoint/checkpoint.ts';
import { TrainingTooLargeError } from '../training/trainer/memory-plan.ts';
import type { WorkerMethod } from './messages.ts';
import type { WorkerErrorCode } from './protocol.ts';

/** The code under which a failure of `method` crosses the process border. */
export function errorCode(method: WorkerMethod, error: unknown): WorkerErrorCode {
  if (error instanceof AbortedError) return 'aborted';
  if (error instanceof GrammarError) return 'invalid_grammar';
  if (error instanceof QueueFullError) return 'queue_full';
  if (error instanceof DeviceOutOfMemoryError) return 'out_of_memory';
  if (error instanceof TrainingTooLargeError) return 'training_too_large';
  if (error instanceof DeviceLostError) return 'device_lost';
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return 'disk_full';
  if (method === 'load') return 'model_load_failed';
  if (error instanceof CheckpointError) return 'adapter_load_failed';
  return method.startsWith('train') ? 'training_failed' : 'internal';
}
