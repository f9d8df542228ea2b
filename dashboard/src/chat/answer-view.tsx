import { useState } from 'preact/hooks';
import { shortName } from '../run/served-name.ts';
import { counted, duration, number, percent } from '../text/format.ts';
import { LongText, markHidden, VisibleText } from '../text/visible-text.tsx';
import { type Answer, type AnswerToken, speedOf } from './stream.ts';

export function AnswerView({ answer, asked }: { answer: Answer; asked: string }) {
  const speed = speedOf(answer);
  const isOther = answer.model !== null && answer.model !== asked;
  return (
    <div class="answer">
      {answer.error && (
        <p class="note bad" role="alert">
          <VisibleText text={answer.error} />
        </p>
      )}
      {answer.reasoning && (
        <details class="inline">
          <summary>reasoning</summary>
          <LongText text={answer.reasoning} />
        </details>
      )}
      {answer.tokens.length > 0 ? (
        <AnswerTokens
          tokens={answer.tokens}
          textLength={answer.reasoning ? Number.POSITIVE_INFINITY : answer.text.length}
        />
      ) : (
        <LongText text={answer.text} />
      )}
      <p class="answer-facts small soft">
        {answer.model && (
          <span class={isOther ? 'tone-bad' : ''} title="The model that the response names">
            {isOther && '! '}
            {shortName(answer.model)}
          </span>
        )}
        {answer.firstMs !== null && (
          <span title="Time to the first token">{duration(answer.firstMs / 1000)} to first</span>
        )}
        {speed !== null && <span>{number(speed)} tok/s</span>}
        {answer.tokens.length > 0 && <span>{counted(answer.tokens.length, 'token')}</span>}
        {answer.finish && <span>{answer.finish}</span>}
      </p>
    </div>
  );
}

/**
 * Answer by tokens; pointing at a token shows its alternatives. Tokens that end the answer, after its text, are faint.
 */
function AnswerTokens({ tokens, textLength }: { tokens: readonly AnswerToken[]; textLength: number }) {
  const [chosen, choose] = useState<number | null>(null);
  const onKey = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    choose(Math.min(tokens.length - 1, Math.max(0, (chosen ?? -1) + by)));
  };
  const token = chosen === null ? undefined : tokens[chosen];
  let length = 0;
  const ends = tokens.map(({ token: text }) => {
    length += text.length;
    return length;
  });
  const at = (target: EventTarget | null) => {
    const place = (target as HTMLElement | null)?.closest?.<HTMLElement>('[data-token]')?.dataset.token;
    return place === undefined ? null : Number(place);
  };
  return (
    <>
      <div
        class="tokens answer-tokens"
        dir="auto"
        role="group"
        aria-label="Answer by tokens; the arrow keys go from one to the next"
        tabIndex={0}
        onKeyDown={onKey}
        onMouseOver={(event) => choose((before) => at(event.target) ?? before)}
        onFocus={() => choose((before) => before ?? 0)}
      >
        {tokens.map(({ token: text, logprob }, place) => (
          <span
            key={place}
            data-token={place}
            class={`tok-s${Math.round(Math.min(1, -logprob / 6) * 8)}${place === chosen ? ' tok-chosen' : ''}${ends[place]! > textLength ? ' tok-end' : ''}`}
          >
            {markHidden(text)}
          </span>
        ))}
      </div>
      {token && (
        <ul class="alternatives" aria-live="polite" aria-label="What else could stand here">
          {(token.top.length > 0 ? token.top : [token]).map(({ token: text, logprob }) => (
            <li key={text} class={text === token.token ? 'chosen' : ''}>
              <code>{markHidden(text.replaceAll('\n', '↵').replaceAll(' ', '␣'))}</code>
              <span class="bar" aria-hidden="true">
                <span style={{ width: `${Math.exp(logprob) * 100}%` }} />
              </span>
              {percent(Math.exp(logprob))}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
