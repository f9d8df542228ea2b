/** The thread that renders templates of requests, one at a time. What it cannot render is its answer too. */
import { parentPort } from 'node:worker_threads';
import type { RenderBudget } from '../../../model/text/jinja-sandbox.ts';
import { renderJob, type TemplateJob } from './rendered-template.ts';

/** A request's template does nothing that a model's own would not; one of those takes some thousand steps. */
const BUDGET: RenderBudget = { steps: 500_000, characters: 4_000_000 };

parentPort?.on('message', (job: TemplateJob) => {
  try {
    parentPort?.postMessage({ rendered: renderJob(job, BUDGET) });
  } catch (error) {
    parentPort?.postMessage({ error: (error as Error).message });
  }
});
