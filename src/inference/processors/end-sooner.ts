import type { ProcessorContext, ShippedProcessor } from './logits-processor.ts';
import { argument, unknownArgument } from './logits-processor.ts';

const AFTER = 0;
const RATE = 0.1;

/**
 * Makes the end of the answer increasingly likely. For each token of the answer beyond `after` (default 0), adds `rate`
 * (default 0.1) to the logits of all tokens that end it.
 */
export const endSooner: ShippedProcessor = {
  fault(args, kwargs) {
    const wrong = unknownArgument(args, kwargs, ['after', 'rate']);
    if (wrong !== null) return wrong;
    const after = argument({ args, kwargs }, 0, 'after', AFTER);
    if (!Number.isInteger(after) || after < 0) return 'after must be an integer of at least 0';
    const rate = argument({ args, kwargs }, 1, 'rate', RATE);
    return Number.isFinite(rate) && Math.abs(rate) <= 100 ? null : 'rate must be a number from -100 to 100';
  },

  process(context: ProcessorContext) {
    const beyond = context.outputIds.length - argument(context, 0, 'after', AFTER);
    if (beyond <= 0) return null;
    const added = beyond * argument(context, 1, 'rate', RATE);
    return { bias: context.stopIds.map((id) => [id, added] as const) };
  },
};
