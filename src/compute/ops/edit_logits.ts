import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';

/**
 * Words of one row of `rules`: row of logits, edits' place in `words`, their count, shifts' place, their count, mask's
 * place, repetition penalty f32, frequency penalty f32, presence penalty f32, the place in `tokens` of its last token
 * where the edits do not know that one, pairs' place, their count.
 */
export const RULE_WORDS = 12;
/** Words of one edit: token, count in the answer (with SEEN), bias f32. */
export const EDIT_WORDS = 3;
/** Words of one shift: token, f32 to add last of all. */
export const SHIFT_WORDS = 2;
/** Words of one pair: token, and the one that is forbidden behind it. */
export const PAIR_WORDS = 2;
/** The place of its last token in a row whose edits know it. */
export const NO_UNREAD = 0xffffffff;
/** Bit of an edit's second word: the prompt or the answer has the token. */
export const SEEN = 0x80000000;
/** The mask's place in a row without one. */
export const NO_MASK = 0xffffffff;
/** A shift that forbids its token. */
export const FORBID = -1e30;

/** Writes edited copies [E, V] of the rows of logits that `rules` names. */
export function editLogits(
  recorder: Recorder,
  a: {
    rules: DeviceBuffer;
    words: DeviceBuffer;
    logits: DeviceBuffer;
    /** The tokens of the step. */
    tokens: DeviceBuffer;
    edited: DeviceBuffer;
    E: number;
    V: number;
  },
): void {
  recorder.dispatch('edit_logits', {
    knobs: { LANES: recorder.device.class.rowLanes },
    buffers: { rules: a.rules, words: a.words, z: a.logits, tokens: a.tokens, edited: a.edited },
    sizes: { V: a.V },
    grid: [a.E, 1, 1],
    cost: { flops: a.E * a.V, bytes: 8 * a.E * a.V },
  });
}
