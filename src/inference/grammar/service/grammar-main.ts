import { writeFileSync } from 'node:fs';
import { GrammarWorker } from './grammar-worker.ts';
import type { ProcessOrder, ProcessReport } from './process-messages.ts';

/** State of this grammar process, which may be killed at any time and exits with its parent. */
const worker = new GrammarWorker();

try {
  // If memory runs out nevertheless, Linux kills this process before all others.
  writeFileSync('/proc/self/oom_score_adj', '900');
} catch {
  // Other systems have no such file.
}

function send(report: ProcessReport): void {
  if (process.connected) process.send?.(report);
}

process.on('message', (order: ProcessOrder) => {
  if ('forget' in order) worker.forget(order.forget);
  else if ('tokenizer' in order) worker.take(order.model, order.tokenizer);
  else send({ answer: worker.answer(order.job, order.withinMs), rss: process.memoryUsage.rss() });
});
process.on('disconnect', () => process.exit(0));
send('ready');
