import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '../../../compute/thread-priority.ts';
import { openModelText } from '../../../model/text/model-text.ts';
import { GrammarError } from '../grammar-error.ts';
import { vocabularyOf } from '../tokens/vocabulary.ts';
import { GrammarDesk } from './grammar-desk.ts';
import { StepGate } from './step-gate.ts';
import type { ModelTokens, ThreadAnswer, ThreadData, ThreadOrder, ThreadReport } from './thread-messages.ts';

/** Entry of a thread that compiles grammars and finds masks. It may be ended at any time. */
const { niceness, restMs, gate } = workerData as ThreadData;
const pass = restMs === null ? undefined : new StepGate(gate).pass(restMs);
giveWay(niceness);
const read = ({ path, V, marks }: ModelTokens) => vocabularyOf(openModelText(path).tokenizer, V, marks);
const desk = new GrammarDesk(read, pass);

parentPort?.on('message', (order: ThreadOrder) => {
  if ('forget' in order) {
    desk.forget(order.forget);
    return;
  }
  const { number, job } = order;
  let answer: ThreadAnswer;
  try {
    answer = desk.answer(job);
  } catch (error) {
    const deep = error instanceof RangeError && /call stack/.test(error.message);
    const refused = deep || error instanceof GrammarError;
    answer = { error: deep ? 'the grammar nests too deeply' : (error as Error).message, refused };
  }
  const { user, system } = process.threadCpuUsage();
  const report: ThreadReport = { number, answer, ownMs: (user + system) / 1000 };
  parentPort?.postMessage(report, 'mask' in answer ? [answer.mask.buffer as ArrayBuffer] : []);
});
