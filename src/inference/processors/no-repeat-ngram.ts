import type { ProcessorContext, ShippedProcessor } from './logits-processor.ts';
import { argument, unknownArgument } from './logits-processor.ts';

const SIZE = 3;
const MOST = 65_536;

/** Forbids each token that would repeat an n-gram of `size` tokens (default 3) in the answer. */
export const noRepeatNgram: ShippedProcessor = {
  fault(args, kwargs) {
    const size = argument({ args, kwargs }, 0, 'size', SIZE);
    const wrong = unknownArgument(args, kwargs, ['size']);
    if (wrong !== null) return wrong;
    return Number.isInteger(size) && size >= 1 && size <= MOST ? null : `size must be an integer from 1 to ${MOST}`;
  },

  process(context: ProcessorContext) {
    const { outputIds } = context;
    const before = argument(context, 0, 'size', SIZE) - 1;
    const forbid: number[] = [];
    const tail = outputIds.length - before;
    for (let start = 0; start < tail; start++) {
      let same = 0;
      while (same < before && outputIds[start + same] === outputIds[tail + same]) same += 1;
      if (same === before) forbid.push(outputIds[start + before]);
    }
    return { forbid };
  },
};
