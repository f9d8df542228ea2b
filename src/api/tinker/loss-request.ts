import type { SumLoss, TargetedSequence } from '../../training/sum-loss.ts';
import type { AccumulateRequest } from '../../training/trainer/trainer.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Datum, DatumTensor, ForwardBackwardMessage } from './forward-backward-message.ts';

const TARGETS = 'target_tokens';
const CLIP_LOW = 'clip_low_threshold';
const CLIP_HIGH = 'clip_high_threshold';

/** Tensors that each loss takes besides the targets, and whether they are required. */
const INPUTS: Record<SumLoss['fn'], Record<string, 'needed' | 'optional'>> = {
  cross_entropy: { weights: 'optional' },
  importance_sampling: { logprobs: 'needed', advantages: 'needed' },
  ppo: { logprobs: 'needed', advantages: 'needed' },
  cispo: { logprobs: 'needed', advantages: 'needed' },
  dro: { logprobs: 'needed', advantages: 'needed' },
  gspo: { logprobs: 'needed', advantages: 'needed', sequence_ratio_mask: 'optional' },
};

/** Default clip thresholds. */
const CLIPS = { ppo: [0.8, 1.2], gspo: [0.8, 1.2], cispo: [0, 4] } as const;

/**
 * Converts a message to a trainer request, for a vocabulary of V and sequences of at most `longest` tokens. Throws
 * ApiError.
 */
export function readLossRequest(
  { data, lossFn, config, forwardOnly }: ForwardBackwardMessage,
  V: number,
  longest: number,
): AccumulateRequest {
  if (data.length === 0) throw refused('data: at least one datum is required');
  const loss = readLoss(lossFn, config);
  const sequences = data.map((datum, i) => sequenceOf(datum, loss.fn, `data.${i}`, { V, longest }));
  return { sequences, loss, forwardOnly };
}

function readLoss(fn: string, config: ReadonlyMap<string, number | string>): SumLoss {
  const settings = new Map(config);
  const take = (name: string, usual?: number): number => {
    const value = settings.get(name) ?? usual;
    settings.delete(name);
    if (value === undefined) throw refused(`loss_fn_config.${name}: is required with '${fn}'`);
    if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
    throw refused(`loss_fn_config.${name}: ${JSON.stringify(value)} is not allowed; it must be a number of at least 0`);
  };
  const loss = lossOf(fn, take);
  const [unknown] = settings.keys();
  if (unknown !== undefined) throw refused(`loss_fn_config.${unknown}: '${fn}' has no such setting`);
  return loss;
}

function lossOf(fn: string, take: (name: string, usual?: number) => number): SumLoss {
  switch (fn) {
    case 'cross_entropy':
    case 'importance_sampling':
      return { fn };
    case 'ppo':
    case 'cispo':
    case 'gspo':
      return { fn, low: take(CLIP_LOW, CLIPS[fn][0]), high: take(CLIP_HIGH, CLIPS[fn][1]) };
    case 'dro':
      return { fn, beta: take('beta') };
    default:
      throw refused(`loss_fn: '${fn}' does not exist; allowed are ${Object.keys(INPUTS).join(', ')}`);
  }
}

function sequenceOf(
  { tokens, inputs }: Datum,
  fn: SumLoss['fn'],
  at: string,
  { V, longest }: { V: number; longest: number },
): TargetedSequence {
  const N = tokens.length;
  if (N === 0) throw refused(`${at}.model_input: at least one token is required`);
  if (N + 1 > longest) {
    throw refused(`${at}.model_input: has ${N} tokens; at most ${longest - 1} can be trained on here`);
  }
  const known = INPUTS[fn];
  for (const name of inputs.keys()) {
    if (name === TARGETS || known[name] !== undefined) continue;
    throw refused(`${at}.loss_fn_inputs.${name}: '${fn}' has no such input`);
  }
  const row = (name: string): Float64Array | null => {
    const tensor = inputs.get(name);
    if (tensor !== undefined) return rowOf(tensor, N, `${at}.loss_fn_inputs.${name}`);
    if (name === TARGETS || known[name] === 'needed') throw refused(`${at}.loss_fn_inputs.${name}: is required`);
    return null;
  };
  checkTokens(tokens, V, `${at}.model_input`);
  const targets = row(TARGETS)!;
  checkTokens(targets, V, `${at}.loss_fn_inputs.${TARGETS}`);
  const weights = fn === 'cross_entropy' ? (row('weights') ?? new Float64Array(N).fill(1)) : row('advantages')!;
  const old = fn === 'cross_entropy' ? new Float64Array(N) : row('logprobs')!;
  const ratioMask = fn === 'gspo' ? row('sequence_ratio_mask') : null;
  return {
    ids: Uint32Array.from([...tokens, 0]),
    targets: Uint32Array.from([0, ...targets]),
    mask: Uint8Array.from({ length: N + 1 }, (_, t) => Number(t > 0)),
    weights: Float32Array.from([0, ...weights]),
    oldLogprobs: Float32Array.from([0, ...old]),
    ratioMask: ratioMask && Uint8Array.from([0, ...ratioMask.map((value) => Number(value !== 0))]),
  };
}

function rowOf({ shape, values }: DatumTensor, N: number, at: string): Float64Array {
  if (shape.length > 1) throw refused(`${at}: has the shape [${shape.join(', ')}]; the allowed shape is [${N}]`);
  if (values.length !== N) throw refused(`${at}: has ${values.length} values, but model_input has ${N} tokens`);
  const wrong = values.find((value) => !Number.isFinite(Math.fround(value)));
  if (wrong !== undefined) throw refused(`${at}: has ${wrong}; only finite numbers are allowed`);
  return values;
}

function checkTokens(ids: ArrayLike<number>, V: number, at: string): void {
  for (let t = 0; t < ids.length; t++) {
    if (Number.isInteger(ids[t]) && ids[t] >= 0 && ids[t] < V) continue;
    throw refused(`${at}: the token id ${ids[t]} at position ${t} is not allowed; it is from 0 to ${V - 1}`);
  }
}

function refused(message: string): ApiError {
  return new ApiError('validation_failed', message);
}
