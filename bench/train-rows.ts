import { describe, median, type QuietSamples } from './quiet.ts';
import type { Row } from './report.ts';
import type { PeerStep } from './train-peer.ts';
import type { Phases } from './train-phases.ts';

/** Daybreak's steps, in seconds. */
export interface OurSteps {
  steps: QuietSamples<number>;
  phases: Phases;
  /** Tokens of a step, and the least seconds that it can take. */
  tokens: number;
  limit: number;
}

/** The peer's steps. */
export interface PeerSteps {
  steps: QuietSamples<PeerStep>;
  device: string;
}

/** Returns rows with the rates of both and their phases; Daybreak's alone if there is no peer. */
export function stepRows({ steps, phases, tokens, limit }: OurSteps, peer: PeerSteps | null): Row[] {
  const best = tokens / limit;
  const own = median(rates(steps, tokens));
  const { forward, head, backward, optimizer } = phases;
  const parts = { forward, 'head and loss': head, backward, optimizer };
  const share = `${((100 * own) / best).toFixed(0)} % of ${best.toFixed(0)}`;
  const ours: Row[] = [
    { what: 'LoRA step', figure: describe(rates(steps, tokens)), unit: 'tok/s', roofline: share },
    { what: 'time by phase', figure: shares(parts), unit: 'share of time', roofline: '' },
  ];
  if (peer === null) return ours;
  const seconds = peerSeconds(peer.steps);
  const { value: split } = peer.steps.kept[Math.floor((peer.steps.kept.length - 1) / 2)];
  const theirParts = { 'forward and loss': split.forward, backward: split.backward, optimizer: split.optimizer };
  return [
    ...ours,
    {
      what: `PyTorch + PEFT, f32, ${peer.device}`,
      figure: describe(rates(seconds, tokens)),
      unit: 'tok/s',
      roofline: `Daybreak is ${(own / median(rates(seconds, tokens))).toFixed(3)}x`,
    },
    { what: 'time by phase', figure: shares(theirParts), unit: 'share of time', roofline: '' },
  ];
}

/** Returns the model FLOPs utilisation: the FLOP/s that the step reaches, as a share of each of `peaks`. */
export function mfuRow(
  what: string,
  steps: QuietSamples<number>,
  flops: number,
  peaks: Record<string, number | null>,
): Row {
  const reached = median({
    ...steps,
    kept: steps.kept.map((one) => ({ ...one, value: flops / one.value })),
  });
  const parts = Object.entries(peaks).flatMap(([name, peak]) =>
    peak === null ? [] : `${((100 * reached) / peak).toFixed(1)} % of ${name} (${giga(peak)})`,
  );
  return { what, figure: parts.join(', '), unit: 'MFU', roofline: giga(reached) };
}

export function peerSeconds({ kept, thrownAway }: QuietSamples<PeerStep>): QuietSamples<number> {
  return {
    thrownAway,
    kept: kept.map(({ value, foreignShare }) => {
      return { value: value.forward + value.backward + value.optimizer, foreignShare };
    }),
  };
}

function rates({ kept, thrownAway }: QuietSamples<number>, tokens: number): QuietSamples<number> {
  return { thrownAway, kept: kept.map(({ value, foreignShare }) => ({ value: tokens / value, foreignShare })) };
}

function shares(parts: Record<string, number>): string {
  const total = Object.values(parts).reduce((sum, seconds) => sum + seconds, 0);
  return Object.entries(parts)
    .map(([name, seconds]) => `${name} ${((100 * seconds) / total).toFixed(0)} %`)
    .join(', ');
}

function giga(flops: number): string {
  return `${(flops / 1e9).toFixed(1)} GFLOP/s`;
}
