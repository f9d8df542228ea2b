import { parentPort } from 'node:worker_threads';
import { document } from '../../../generated/document.ts';
import { operations } from '../../../generated/operations.ts';
import { type FieldTree, requestFields } from '../../../generated/request-fields.ts';
import type { TrajectoryGroup } from '../../../generated/types.ts';
import { namesModel } from '../../../jobs/plan/trained-model-name.ts';
import { runAtOnce } from '../../../training/cooperative.ts';
import { readTrajectoryGroups } from '../../../training/rl/trajectory.ts';
import { type KeptGroup, trajectoryLines } from '../../../training/rl/trajectory-lines.ts';
import { TrainingInputError } from '../../../training/training-input-error.ts';
import { ContractBackend } from '../../contract/contract-backend.ts';
import { ApiError } from '../../errors/api-error.ts';
import { toApiError } from '../../errors/error-body.ts';
import { logSummary } from '../../log-summary.ts';
import { parseJsonBody, readJsonCost } from '../json-body.ts';
import { type LargeBodyAnswer, type LargeBodyJob, tooMuchToRead } from './large-body-messages.ts';

// Thread of one large body: parses it, validates it against the contract, then reads its trajectories or serializes
// them as lines. The thread ends with its request.

interface OpenBody {
  bytes: Uint8Array<ArrayBuffer>;
  groups: readonly TrajectoryGroup[];
  /** Lines not yet requested. */
  lines: ReturnType<typeof trajectoryLines>;
}

const backend = await new ContractBackend(document, null).init();
/** The body that was read; kept between jobs. */
let open: OpenBody | null = null;
/** Length of one part of the lines, in characters, unless a single group is longer. */
const partLength = 4 * 2 ** 20;

function answer(job: LargeBodyJob): LargeBodyAnswer {
  if (job.kind === 'read') {
    const bytes = joined(job.segments);
    const { heap } = readJsonCost(bytes, operations[job.route].bodyLimitNodes);
    if (heap > job.maxHeap) throw tooMuchToRead(job.maxHeap);
    const { value } = parseJsonBody(bytes);
    backend.check({ ...job.request, body: value });
    const { trajectory_groups: groups } = value as { trajectory_groups: TrajectoryGroup[] };
    open = { bytes, groups, lines: trajectoryLines(groups) };
    return { kind: 'read', head: headOf(value, requestFields[job.route] ?? {}) };
  }
  if (open === null) throw new Error('no body was read');
  const { bytes, groups } = open;
  if (job.kind === 'log') return { kind: 'log', summary: logSummary(job.split, groups) };
  if (job.kind === 'lines') return { kind: 'lines', ...nextLines(open) };
  runAtOnce(readTrajectoryGroups(groups, (name) => namesModel(name, job.model)));
  return { kind: 'trajectories', bytes };
}

function nextLines({ lines }: OpenBody): { bytes: Uint8Array<ArrayBuffer>; groups: KeptGroup[] } {
  let length = 0;
  const part: string[] = [];
  const groups: KeptGroup[] = [];
  while (length < partLength) {
    const { done, value } = lines.next();
    if (done) break;
    part.push(value.line);
    groups.push(value.group);
    length += value.line.length;
  }
  return { bytes: new TextEncoder().encode(part.join('')), groups };
}

function joined(segments: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(segments.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const segment of segments) {
    bytes.set(segment, at);
    at += segment.length;
  }
  return bytes;
}

/** Empties lists and replaces unknown fields with null: either may be as large as the whole body. */
function headOf(value: unknown, known: FieldTree): unknown {
  if (Array.isArray(value)) return [];
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, item]) => {
    const field = Object.hasOwn(known, name) ? known[name] : undefined;
    return [name, field === undefined ? null : headOf(item, field === true ? {} : field)];
  });
  return Object.fromEntries(fields);
}

function refused(error: unknown): LargeBodyAnswer {
  // Any other error is a bug: it ends the thread, and with it the request.
  if (!(error instanceof ApiError || error instanceof TrainingInputError)) throw error;
  const { code, message, param, issues } = toApiError(error, '');
  return { kind: 'refused', refusal: { code, message, param, issues } };
}

parentPort?.on('message', (job: LargeBodyJob) => {
  let answered: LargeBodyAnswer;
  try {
    answered = answer(job);
  } catch (error) {
    answered = refused(error);
  }
  parentPort?.postMessage(answered, 'bytes' in answered ? [answered.bytes.buffer] : []);
});
