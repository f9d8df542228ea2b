import type { GeneratedToken, PromptReport } from '../../inference/generate-request.ts';
import type {
  CallMessage,
  ChildMessage,
  ErrorMessage,
  ResultMessage,
  WorkerMethod,
  WorkerMethods,
} from '../protocol.ts';
import { WorkerError } from './worker-error.ts';

/** Receives what a `generate` call streams. */
export interface CallListener {
  onPrompt(prompt: PromptReport): void;
  onTokens(tokens: GeneratedToken[], preemptions: number): void;
}

interface PendingCall {
  resolve(value: unknown): void;
  reject(error: Error): void;
  listener: CallListener | undefined;
}

/** Calls that one compute process has not yet answered. */
export class PendingCalls {
  readonly #calls = new Map<number, PendingCall>();
  #lastId = 0;

  get size(): number {
    return this.#calls.size;
  }

  /** Registers a call and returns its message; `answer` settles when the child answers or dies. */
  open<M extends WorkerMethod>(
    method: M,
    args: WorkerMethods[M]['args'],
    listener?: CallListener,
  ): { message: CallMessage; answer: Promise<WorkerMethods[M]['result']> } {
    const id = ++this.#lastId;
    const answer = new Promise<WorkerMethods[M]['result']>((resolve, reject) => {
      this.#calls.set(id, { resolve: resolve as (value: unknown) => void, reject, listener });
    });
    // The union of calls is keyed by `method`, which the compiler does not follow through a type parameter.
    return { message: { kind: 'call', id, method, args } as unknown as CallMessage, answer };
  }

  /** Passes an answer to its call; an answer to an unknown call is dropped. */
  accept(message: Extract<ChildMessage, { id: number }>): void {
    const call = this.#calls.get(message.id);
    if (!call) return;
    if (message.kind === 'token') call.listener?.onTokens(message.tokens, message.preemptions);
    else if (message.kind === 'prompt') call.listener?.onPrompt(message.prompt);
    else this.#settle(call, message);
  }

  #settle(call: PendingCall, message: ResultMessage | ErrorMessage): void {
    this.#calls.delete(message.id);
    if (message.kind === 'result') call.resolve(message.value);
    else call.reject(new WorkerError(message.code, message.message));
  }

  fail(id: number, error: Error): void {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    call?.reject(error);
  }

  failAll(error: Error): void {
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const call of calls) call.reject(error);
  }
}
