import { useMemo, useState } from 'preact/hooks';
import { useQueryField } from '../shell/route.ts';
import { counted, number, percent, whole } from '../text/format.ts';
import { markHidden } from '../text/visible-text.tsx';
import { type Colouring, colourings, isOnPolicy, levelsOf } from './token-colours.ts';
import { hexOf, type TokenSequence } from './token-sequence.ts';

/** Tokens per block; the browser lays out a block when it becomes visible. */
const blockSize = 1_000;

interface Props {
  sequence: TokenSequence;
  /** Relative position of its reward in its group, from 0 to 1. */
  standing: number;
  onSequence: (place: number) => void;
}

export function Tokens({ sequence, standing, onSequence }: Props) {
  const [named, setColouring] = useQueryField('colour', colourings[0].id);
  const { id: colouring, legend } = colourings.find(({ id }) => id === named) ?? colourings[0];
  return (
    <section aria-label="Tokens">
      <div class="toolbar">
        {sequence.sequences > 1 && (
          <label>
            <span class="soft">Sequence</span>{' '}
            <input
              class="narrow"
              type="number"
              min="1"
              max={sequence.sequences}
              value={sequence.sequence + 1}
              onChange={(event) => onSequence(event.currentTarget.valueAsNumber - 1 || 0)}
            />{' '}
            <span class="soft">of {sequence.sequences}</span>
          </label>
        )}
        <label>
          <span class="soft">Colour</span>{' '}
          <select value={colouring} onChange={(event) => setColouring(event.currentTarget.value)}>
            {colourings.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <span class="legend">
          <span class="soft">{legend[0]}</span>
          <span class="swatches" aria-hidden="true">
            {Array.from({ length: 9 }, (_, level) => (
              <i key={level} class={`tok-${scaleOf(colouring)}${level}`} />
            ))}
          </span>
          <span class="soft">{legend[1]}</span>
        </span>
        <span class="soft">
          {counted(sequence.ids.length, 'token')}, {whole(sequence.mask.reduce((sum, bit) => sum + bit, 0))} trained,{' '}
          <abbr title="Its advantage in the group, after the normalisation over the whole job; by it each token is rewarded">
            advantage after normalisation
          </abbr>{' '}
          {number(sequence.advantage)},{' '}
          <abbr title="The share of each of its tokens in the loss">weight in the loss</abbr> {number(sequence.weight)},
          gradient step {sequence.gradient_step} of the job
        </span>
      </div>
      {colouring === 'ratios' && isOnPolicy(sequence) && (
        <p class="note" role="status">
          All ratios are 1
          {sequence.gradient_step === 1 ? ': the first gradient step is on-policy.' : ': the step is on-policy.'}
        </p>
      )}
      <TokenText key={sequence.sequence} sequence={sequence} {...{ colouring, standing }} />
    </section>
  );
}

const scaleOf = (colouring: Colouring) => (['ratios', 'reward', 'advantage'].includes(colouring) ? 'd' : 's');

interface TextProps {
  sequence: TokenSequence;
  colouring: Colouring;
  standing: number;
}

function TokenText({ sequence, colouring, standing }: TextProps) {
  const [chosen, choose] = useState<number | null>(null);
  const levels = useMemo(() => levelsOf(sequence, colouring, standing), [sequence, colouring, standing]);
  const blocks = useMemo(() => {
    const starts = Array.from({ length: Math.ceil(sequence.ids.length / blockSize) }, (_, block) => block * blockSize);
    return starts.map((start) => (
      <Block key={start} sequence={sequence} levels={levels} start={start} scale={scaleOf(colouring)} />
    ));
  }, [sequence, levels]);
  const at = (target: EventTarget | null) => {
    const place = (target as HTMLElement | null)?.closest?.<HTMLElement>('[data-token]')?.dataset.token;
    return place === undefined ? null : Number(place);
  };
  const onKey = (event: KeyboardEvent) => {
    const by: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -10,
      ArrowDown: 10,
      Home: -1e9,
      End: 1e9,
    };
    const step = by[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(sequence.ids.length - 1, Math.max(0, (chosen ?? -1) + step));
    choose(next);
    document.getElementById(`token-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div class="token-view">
      <div
        class="tokens"
        role="group"
        aria-label="Text by tokens; the arrow keys go from one to the next"
        aria-describedby="token-facts"
        tabIndex={0}
        onKeyDown={onKey}
        onMouseOver={(event) => choose((before) => at(event.target) ?? before)}
        onClick={(event) => choose((before) => at(event.target) ?? before)}
        onFocus={() => choose((before) => before ?? 0)}
      >
        {blocks}
        {chosen !== null && <ChosenMark place={chosen} />}
      </div>
      <TokenFacts sequence={sequence} place={chosen} />
    </div>
  );
}

/** Underlines the selected token without a new layout of all others. */
function ChosenMark({ place }: { place: number }) {
  useMemo(() => {
    document.querySelector('.tok-chosen')?.classList.remove('tok-chosen');
    document.getElementById(`token-${place}`)?.classList.add('tok-chosen');
  }, [place]);
  return null;
}

interface BlockProps {
  sequence: TokenSequence;
  levels: (number | null)[];
  start: number;
  scale: 's' | 'd';
}

function Block({ sequence, levels, start, scale }: BlockProps) {
  const { texts, bytes, mask, clipped } = sequence;
  const end = Math.min(start + blockSize, texts.length);
  const spans = [];
  for (let place = start; place < end; place++) {
    const level = levels[place];
    const kind = `${level === null ? 'tok-none' : `tok-${scale}${level}`}${mask[place] ? '' : ' tok-prompt'}${clipped[place] ? ' tok-clipped' : ''}`;
    spans.push(
      <span key={place} id={`token-${place}`} data-token={place} class={kind}>
        {shownToken(texts[place]!, bytes[place]!)}
      </span>,
    );
  }
  return <div class="token-block">{spans}</div>;
}

/** Returns a token's text; a token that is part of a character shows its bytes, which are not part of the text. */
function shownToken(token: string, bytes: string) {
  if (token === '') return <i class="hidden-char bytes" data-bytes={hexOf(bytes)} />;
  if (!/[\n\t]/.test(token)) return markHidden(token);
  return markHidden(token.replaceAll('\n', '↵\n').replaceAll('\t', '→\t'));
}

function TokenFacts({ sequence, place }: { sequence: TokenSequence; place: number | null }) {
  if (place === null) {
    return (
      <aside class="token-facts" id="token-facts">
        <p class="soft">Point at a token, or move with the arrow keys.</p>
      </aside>
    );
  }
  const value = (list: (number | null)[] | undefined) => list?.[place] ?? null;
  const chance = (logprob: number | null) =>
    logprob === null ? '–' : `${percent(Math.exp(logprob))} (${number(logprob)})`;
  const rows: [string, string][] = [
    ['place', `${place + 1} of ${whole(sequence.ids.length)}`],
    ['token id', String(sequence.ids[place])],
    ['bytes', hexOf(sequence.bytes[place] ?? '')],
    ['at sampling', chance(value(sequence.sampled_logprobs))],
    ['at training', chance(value(sequence.logprobs))],
    ['ratio', number(value(sequence.ratios))],
    ['entropy', number(value(sequence.entropies))],
    ['trained', sequence.mask[place] ? 'yes' : 'no, it is context'],
    ['clipped', sequence.clipped[place] ? 'yes' : 'no'],
  ];
  return (
    <aside class="token-facts" id="token-facts" aria-live="polite">
      <p class="token-shown">
        <code>
          {markHidden(
            (sequence.texts[place]! || hexOf(sequence.bytes[place]!)).replaceAll('\n', '↵').replaceAll(' ', '␣'),
          )}
        </code>
      </p>
      <dl>
        {rows.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
