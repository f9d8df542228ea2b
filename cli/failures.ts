import { getSystemErrorMap } from 'node:util';
import { APIConnectionError, APIError, APIStatusError, TrainingJobError } from '../clients/typescript/src/errors.ts';

/** Exit codes of the command. */
export const exitCodes = {
  ok: 0,
  error: 1,
  usage: 2,
  unreachable: 3,
  auth: 4,
  notFound: 5,
  refused: 6,
  jobFailed: 7,
  busy: 8,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Error of the command itself; `message` is what its user sees. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = exitCodes.error, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** Error in how the command was written. */
export class UsageFailure extends CommandFailure {
  constructor(message: string) {
    super(message, exitCodes.usage);
  }
}

const codesOfStatuses: Record<number, ExitCode> = {
  400: exitCodes.refused,
  401: exitCodes.auth,
  403: exitCodes.auth,
  404: exitCodes.notFound,
  409: exitCodes.refused,
  413: exitCodes.refused,
  415: exitCodes.refused,
  422: exitCodes.refused,
  429: exitCodes.busy,
  503: exitCodes.busy,
};

export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CommandFailure) return error.exitCode;
  if (error instanceof TrainingJobError) return exitCodes.jobFailed;
  if (error instanceof APIConnectionError) return exitCodes.unreachable;
  if (error instanceof APIStatusError) return codesOfStatuses[error.status] ?? exitCodes.error;
  return exitCodes.error;
}

/** Returns the lines for people: what is wrong, with each issue of a refused request. */
export function linesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)];
  const lines = [error.message];
  if (error instanceof APIError) lines.push(...otherFaults(error));
  if (error instanceof APIStatusError && error.status >= 500 && error.requestId !== undefined) {
    lines.push(`  request ${error.requestId} of the server's log`);
  }
  return lines;
}

/** Returns issues of other fields than the one that the message names; an issue may be reported twice. */
function otherFaults({ issues, param }: APIError): string[] {
  const others = issues.filter(({ loc }) => (loc.slice(1).join('.') || String(loc[0])) !== param);
  return [...new Set(others.map(({ loc, msg }) => `  ${loc.join('.')}: ${msg}`))];
}

/** Returns the system's message without error code and system call. */
export function systemWords(error: NodeJS.ErrnoException): string {
  return getSystemErrorMap().get(error.errno ?? 0)?.[1] ?? error.message;
}

/** Returns the error as a JSON document: the server's own error body if there is one. */
export function documentOf(error: unknown): unknown {
  if (error instanceof APIError && typeof error.body === 'object' && error.body !== null) return error.body;
  const [message] = linesOf(error);
  return { error: { message, type: 'command_error', param: null, code: `exit_${exitCodeOf(error)}` }, detail: message };
}
