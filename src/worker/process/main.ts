import { AbortedError, DeviceLostError, DeviceOutOfMemoryError } from '../../compute/errors.ts';
import { QueueFullError } from '../../inference/engine/engine.ts';
import { NotFiniteError } from '../../inference/engine/step-results.ts';
import { GrammarError } from '../../inference/grammar/grammar-error.ts';
import { CheckpointError } from '../../model/checkpoint/checkpoint.ts';
import { TrainingNoRoomError, TrainingTooLargeError } from '../../training/trainer/memory-plan.ts';
import type { CallMessage, ChildMessage, ParentMessage, WorkerErrorCode, WorkerMethod } from '../protocol.ts';
import { ComputeHost } from './compute-host.ts';
import { ReceivedGrammars } from './received-grammars.ts';

/** Time that the device may take to shut down after the parent has gone. */
const LAST_WORK_MS = 5_000;

/**
 * Entry of the compute process. It answers the calls of `protocol.ts` until it is told to shut down, the channel to its
 * parent closes, or the device is lost; then the parent starts a new process.
 */
const host = new ComputeHost();
const open = new Map<number, AbortController>();
const grammars = new ReceivedGrammars();

function send(message: ChildMessage): void {
  if (process.connected) process.send?.(message);
}

async function perform(call: CallMessage, signal: AbortSignal): Promise<unknown> {
  switch (call.method) {
    case 'load':
      return host.load(call.args, (text) => send({ kind: 'progress', text }));
    case 'generate':
      return host.generate(
        grammars.requestOf(call),
        {
          onPrompt: (prompt) => send({ kind: 'prompt', id: call.id, prompt }),
          onToken: (token, preemptions) => send({ kind: 'token', id: call.id, tokens: [token], preemptions }),
        },
        signal,
      );
    case 'search':
      return host.search(call.args, signal);
    case 'trainPlan':
      return host.trainPlan(call.args);
    case 'trainBegin':
      return host.trainBegin(call.args);
    case 'trainStep':
      return host.trainStep(call.args, signal);
    case 'trainBeginStep':
      return host.training.beginStep(call.args, signal);
    case 'trainAddShard':
      return host.training.addShard(call.args, signal);
    case 'trainShardGradient':
      return host.training.shardGradient(call.args, signal);
    case 'trainFinishStep':
      return host.training.finishStep(call.args.session);
    case 'trainLogprobs':
      return host.trainLogprobs(call.args, signal);
    case 'trainOpen':
      return host.trainOpen(call.args);
    case 'trainAccumulate':
      return host.training.accumulate(call.args);
    case 'trainApply':
      return host.training.apply(call.args);
    case 'trainSave':
      return host.training.save(call.args);
    case 'trainSaveSum':
      return host.training.saveSum(call.args);
    case 'trainEnd':
      return host.training.end(call.args.session);
    case 'stats':
      return host.stats();
    case 'ping':
      return host.ping();
    case 'shutdown':
      for (const [id, controller] of open) if (id !== call.id) controller.abort();
      return host.close();
  }
}

async function answer(call: CallMessage): Promise<void> {
  const controller = new AbortController();
  open.set(call.id, controller);
  try {
    const value = await perform(call, controller.signal);
    send({ kind: 'result', id: call.id, value: value ?? null } as ChildMessage);
  } catch (error) {
    const { message } = error as Error;
    send({ kind: 'error', id: call.id, code: errorCode(call.method, error), message });
    // Nothing on a lost device can be saved: exit and let the parent start anew.
    if (error instanceof DeviceLostError) await leave(1);
  } finally {
    open.delete(call.id);
  }
  if (call.method === 'shutdown') await leave(0);
}

/** Ends the process once the answers are sent. */
function leave(code: number): Promise<never> {
  return new Promise(() => {
    if (process.connected) process.disconnect();
    setImmediate(() => process.exit(code));
  });
}

process.on('message', (message: ParentMessage) => {
  if (message.kind === 'cancel') open.get(message.id)?.abort();
  else if (message.kind === 'grammar') grammars.accept(message);
  else void answer(message);
});
process.on('disconnect', () => {
  // A device that does not shut down must not keep an orphaned process alive.
  setTimeout(() => process.exit(1), LAST_WORK_MS);
  void host.close().finally(() => process.exit(0));
});
// The parent decides when to end and handles Ctrl-C of the terminal.
process.on('SIGINT', () => {});
send({ kind: 'ready', pid: process.pid });

/** Returns the error code for a failure of `method`. */
function errorCode(method: WorkerMethod, error: unknown): WorkerErrorCode {
  if (error instanceof AbortedError) return 'aborted';
  if (error instanceof GrammarError) return 'invalid_grammar';
  if (error instanceof NotFiniteError) return 'not_finite';
  if (error instanceof QueueFullError) return 'queue_full';
  if (error instanceof DeviceOutOfMemoryError) return 'out_of_memory';
  if (error instanceof TrainingNoRoomError) return 'training_no_room';
  if (error instanceof TrainingTooLargeError) return 'training_too_large';
  if (error instanceof DeviceLostError) return 'device_lost';
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return 'disk_full';
  if (method === 'load') return 'model_load_failed';
  if (error instanceof CheckpointError) return 'adapter_load_failed';
  return method.startsWith('train') ? 'training_failed' : 'internal';
}
