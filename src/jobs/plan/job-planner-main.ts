// Entry of the process that plans jobs, one at a time: it reads their data, renders conversations with the base model's
// chat template, and tokenizes them.
import { readFileSync } from 'node:fs';
import { writeNewFile } from '../../artifacts/atomic-write.ts';
import { fromFileError, StorageError } from '../../artifacts/storage-error.ts';
import { jsonCost } from '../../inference/cost/json-cost.ts';
import { TemplateError } from '../../model/text/jinja-template.ts';
import { openModelText } from '../../model/text/model-text.ts';
import type { ChatText } from '../../training/chat-text.ts';
import { modelChatText } from '../../training/chat-text.ts';
import { runAtOnce } from '../../training/cooperative.ts';
import { type PlannedGroup, planRlJob, rewardDeviation } from '../../training/rl/rl-job.ts';
import { readTrajectoryGroups } from '../../training/rl/trajectory.ts';
import { trajectoryLines } from '../../training/rl/trajectory-lines.ts';
import { trajectoryMetrics } from '../../training/rl/trajectory-metrics.ts';
import { readSftData } from '../../training/sft/sft-data.ts';
import { planSftJob } from '../../training/sft/sft-job.ts';
import { TrainingInputError } from '../../training/training-input-error.ts';
import type { PlanAnswer, PlanRequest, RlPlanRequest, SftPlanRequest } from './job-planner-messages.ts';
import { namesModel } from './trained-model-name.ts';

const texts = new Map<string, ChatText>();

function chatTextOf(path: string): ChatText {
  const text = texts.get(path) ?? modelChatText(openModelText(path));
  texts.set(path, text);
  return text;
}

function answer(message: PlanAnswer): void {
  process.send?.(message);
}

/** Runs `work` and reports after its slices that it is still running, at most once a second. */
function withHeartbeat<T>(work: Generator<void, T, void>): T {
  for (let reportedAt = performance.now(); ; ) {
    const slice = work.next();
    if (slice.done) return slice.value;
    if (performance.now() - reportedAt < 1_000) continue;
    answer({ kind: 'at work' });
    reportedAt = performance.now();
  }
}

function answerSft({ files, config, maxLength, maxHeap }: SftPlanRequest & PlanRequest, text: ChatText): PlanAnswer {
  const data = new Map([...files].map(([name, path]) => [name, readFileSync(path)] as const));
  const heap = [...data.values()].reduce((sum, bytes) => sum + jsonCost(bytes).heap, 0);
  if (heap > maxHeap) return { kind: 'too much memory' };
  const rows = withHeartbeat(readSftData(data));
  for (const step of withHeartbeat(planSftJob(rows, config, text, maxLength))) answer({ kind: 'sft step', step });
  return { kind: 'planned', summary: null };
}

async function answerRl(
  { path, model, config, keepIn, maxLength }: RlPlanRequest & PlanRequest,
  text: ChatText,
): Promise<PlanAnswer> {
  const stored = JSON.parse(readFileSync(path, 'utf8')) as unknown[] | { trajectory_groups: unknown[] };
  // Jobs accepted by an earlier version of the server have only the groups in their files.
  const sent = Array.isArray(stored) ? stored : stored.trajectory_groups;
  const groups = runAtOnce(readTrajectoryGroups(sent, (name) => namesModel(name, model)));
  const { steps, metrics, notice, groups: planned } = withHeartbeat(planRlJob(groups, config, text, maxLength));
  for (const step of steps) answer({ kind: 'rl step', step });
  const summary = {
    metrics,
    notice,
    rewardDeviation: rewardDeviation(groups),
    trajectoryMetrics: trajectoryMetrics(groups),
    unknown: groups.flatMap((group) => group.unknown),
    keptBytes: keepIn === null ? null : await keepGroups(keepIn, sent, planned),
    trainedGroups: planned.flatMap(({ outcome }, place) => (outcome === 'trained' ? [place] : [])),
  };
  return { kind: 'planned', summary };
}

/** Writes the trajectory groups. Returns the bytes of the file, or null if the disk is full: no job fails for that. */
async function keepGroups(
  path: string,
  sent: readonly unknown[],
  planned: readonly PlannedGroup[],
): Promise<number | null> {
  let bytes = 0;
  function* lines(): Generator<string, void, void> {
    let place = 0;
    for (const { line, group } of trajectoryLines(sent)) {
      answer({ kind: 'kept group', group, planned: planned[place] });
      place += 1;
      bytes += Buffer.byteLength(line);
      yield line;
    }
  }
  try {
    await writeNewFile(path, async (handle) => {
      for (const line of lines()) await handle.writeFile(line);
    });
    return bytes;
  } catch (error) {
    const cause = fromFileError(error, 'writing trajectories');
    if (cause instanceof StorageError && cause.code === 'disk_full') return null;
    throw cause;
  }
}

async function plan(request: PlanRequest): Promise<PlanAnswer> {
  try {
    const text = chatTextOf(request.basePath);
    answer({ kind: 'at work' });
    return request.kind === 'sft' ? answerSft(request, text) : await answerRl(request, text);
  } catch (error) {
    if (error instanceof TrainingInputError) return { kind: 'refused', place: error.path, reason: error.reason };
    if (error instanceof TemplateError) return { kind: 'template refused', reason: error.message };
    return { kind: 'failed', message: (error as Error).message };
  }
}

process.on('message', async (request: PlanRequest) => answer(await plan(request)));
process.on('disconnect', () => process.exit());
// A signal to the process group is for the parent to handle.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
