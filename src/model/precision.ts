/**
 * How a model is computed when it serves. `f32`: weights as stored, everything else exact in float32. `int8`: every
 * projection is a product of int8 activations and int8 or int4 weights; checkpoints in floating point are quantised at
 * load. Training always has float32 activations, over the weights as they were loaded.
 */
export type Precision = 'f32' | 'int8';

export const PRECISIONS: readonly Precision[] = ['f32', 'int8'];
