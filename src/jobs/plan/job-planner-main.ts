// The process that plans jobs: it reads their data, renders conversations by the base model's chat template, and
// encodes them. One job at a time.
import { readFileSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';
import { jsonCost } from '../../inference/cost/json-cost.ts';
import { TemplateError } from '../../model/text/jinja-template.ts';
import { openModelText } from '../../model/text/model-text.ts';
import type { ChatText } from '../../training/chat-text.ts';
import { modelChatText } from '../../training/chat-text.ts';
import { runAtOnce } from '../../training/cooperative.ts';
import { planRlJob, rewardDeviation } from '../../training/rl/rl-job.ts';
import { readTrajectoryGroups } from '../../training/rl/trajectory.ts';
import { trajectoryMetrics } from '../../training/rl/trajectory-metrics.ts';
import { readSftData } from '../../training/sft/sft-data.ts';
import { planSftJob } from '../../training/sft/sft-job.ts';
import { TrainingInputError } from '../../training/training-input-error.ts';
import type { PlanAnswer, PlanRequest, RlPlanRequest, SftPlanRequest } from './job-planner-messages.ts';
import { namesModel } from './trained-model-name.ts';

/** The share of the heap that parsed rows may take; their tokens, and garbage, take the rest. */
const PARSED_SHARE = 0.7;

const texts = new Map<string, ChatText>();

function chatTextOf(path: string): ChatText {
  const text = texts.get(path) ?? modelChatText(openModelText(path));
  texts.set(path, text);
  return text;
}

function answer(message: PlanAnswer): void {
  process.send?.(message);
}

/** Tells after each slice that the work goes on, but not more often than the parent needs to know. */
function telling<T>(work: Generator<void, T, void>): T {
  for (let told = performance.now(); ; ) {
    const slice = work.next();
    if (slice.done) return slice.value;
    if (performance.now() - told < 1_000) continue;
    answer({ kind: 'at work' });
    told = performance.now();
  }
}

function answerSft({ files, config }: SftPlanRequest, text: ChatText, maxLength: number): PlanAnswer {
  const data = new Map([...files].map(([name, path]) => [name, readFileSync(path)] as const));
  const heap = [...data.values()].reduce((sum, bytes) => sum + jsonCost(bytes).heap, 0);
  if (heap > getHeapStatistics().heap_size_limit * PARSED_SHARE) return { kind: 'too much memory' };
  const rows = telling(readSftData(data));
  for (const step of telling(planSftJob(rows, config, text, maxLength))) answer({ kind: 'sft step', step });
  return { kind: 'planned', summary: null };
}

function answerRl({ path, model, config }: RlPlanRequest, text: ChatText, maxLength: number): PlanAnswer {
  const stored = JSON.parse(readFileSync(path, 'utf8')) as unknown[] | { trajectory_groups: unknown[] };
  // Jobs that an earlier version of the server accepted have the groups alone in their files.
  const sent = Array.isArray(stored) ? stored : stored.trajectory_groups;
  const groups = runAtOnce(readTrajectoryGroups(sent, (name) => namesModel(name, model)));
  const { steps, metrics, notice } = telling(planRlJob(groups, config, text, maxLength));
  for (const step of steps) answer({ kind: 'rl step', step });
  const unknown = groups.flatMap((group) => group.unknown);
  const means = { rewardDeviation: rewardDeviation(groups), trajectoryMetrics: trajectoryMetrics(groups) };
  return { kind: 'planned', summary: { metrics, notice, ...means, unknown } };
}

function plan(request: PlanRequest): PlanAnswer {
  try {
    const text = chatTextOf(request.basePath);
    answer({ kind: 'at work' });
    const { maxLength } = request;
    return request.kind === 'sft' ? answerSft(request, text, maxLength) : answerRl(request, text, maxLength);
  } catch (error) {
    if (error instanceof TrainingInputError) return { kind: 'refused', place: error.path, reason: error.reason };
    if (error instanceof TemplateError) return { kind: 'template refused', reason: error.message };
    return { kind: 'failed', message: (error as Error).message };
  }
}

process.on('message', (request: PlanRequest) => answer(plan(request)));
process.on('disconnect', () => process.exit());
// A signal to the whole group is for the parent to act on.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
