import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';

/**
 * Words of one row of `rules`: row of logits, offset of edits in `words`, their count, offset of shifts, their count,
 * offset of the mask, repetition penalty f32, frequency penalty f32, presence penalty f32, index in `tokens` of a last
 * token that the edits do not know, offset of pairs, their count.
 */
export const RULE_WORDS = 12;
/** Words of one edit: token, count in the answer (with SEEN), bias f32. */
export const EDIT_WORDS = 3;
/** Words of one shift: token, f32 to add after all other edits. */
export const SHIFT_WORDS = 2;
/** Words of one pair: last token, token that is forbidden after it. */
export const PAIR_WORDS = 2;
/** Marks a row whose edits know its last token. */
export const NO_UNREAD = 0xffffffff;
/** Bit of an edit's second word: the token occurs in the prompt or the answer. */
export const SEEN = 0x80000000;
/** Mask offset of a row without a mask. */
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
