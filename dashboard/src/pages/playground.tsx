import { useQuery } from '@tanstack/preact-query';
import { useEffect, useRef, useState } from 'preact/hooks';
import { listServedModelsOptions } from '../../generated/@tanstack/preact-query.gen.ts';
import { saveBlob } from '../api/save-file.ts';
import { session } from '../api/session.ts';
import { AnswerView } from '../chat/answer-view.tsx';
import { type ChatMessage, collected, collectRow, keepDesk, keptDesk, takeDraft } from '../chat/draft.ts';
import { ModelChoice } from '../chat/model-choice.tsx';
import { type Answer, noAnswer, type Settings, streamAnswer } from '../chat/stream.ts';
import { Head, usePageTitle } from '../shell/parts.tsx';
import { setQuery, useRoute } from '../shell/route.ts';
import { useStore } from '../shell/store.ts';
import { counted } from '../text/format.ts';

const most = 3;

/** Prompt and answer, kept in this browser for its owner. */
interface Exchange {
  time: string;
  model: string | null;
  messages: ChatMessage[];
  answer: string;
  settings: Settings;
}

const keptPlace = () => `daybreak.playground:${session.value?.owner}`;
const mostKept = 50;

function keptExchanges(): Exchange[] {
  try {
    return JSON.parse(localStorage.getItem(keptPlace()) ?? '[]') as Exchange[];
  } catch {
    return [];
  }
}

export function Playground() {
  usePageTitle('Playground');
  const { query } = useRoute();
  const served = useQuery(listServedModelsOptions());
  const first = served.data?.data[0]?.id ?? '';
  const named = query.get('models')?.split(',').filter(Boolean) ?? [];
  const [kept] = useState(keptDesk);
  const columns = [named, kept?.models ?? [], [first]].find((some) => some.length > 0)!.slice(0, most);
  const [messages, setMessages] = useState<ChatMessage[]>(
    () => takeDraft() ?? kept?.messages ?? [{ role: 'user', content: '' }],
  );
  const [settings, setSettings] = useState<Settings>({ temperature: 0.7, max_tokens: 256, seed: 1, top_logprobs: 5 });
  const [answers, setAnswers] = useState<(Answer | undefined)[]>([]);
  const [running, setRunning] = useState<AbortController | null>(null);
  const rows = useStore(collected);
  const setColumns = (next: readonly string[]) => {
    setQuery({ models: next.join(',') });
    setAnswers([]);
  };
  useEffect(() => () => running?.abort(), [running]);
  const models = columns.filter((model) => model !== '');
  useEffect(() => keepDesk({ messages, models }), [messages, models.join()]);

  const canAsk = messages.some(({ content }) => content.trim() !== '') && columns.every((model) => model !== '');
  const ask = async () => {
    const stop = new AbortController();
    setRunning(stop);
    setAnswers(columns.map(() => noAnswer));
    const asked = columns.map(async (model, column) => {
      const tell = (answer: Answer) => setAnswers((before) => before.with(column, answer));
      return streamAnswer({ model, messages, settings }, stop.signal, tell);
    });
    const done = await Promise.all(asked);
    const time = new Date().toISOString();
    const exchanges = done.map((answer) => ({ time, model: answer.model, messages, answer: answer.text, settings }));
    localStorage.setItem(keptPlace(), JSON.stringify([...keptExchanges(), ...exchanges].slice(-mostKept)));
    setRunning(null);
  };
  const exportAll = () => {
    const lines = keptExchanges().map((exchange) => JSON.stringify(exchange));
    saveBlob(new Blob([lines.join('\n')], { type: 'application/jsonl' }), 'playground.jsonl');
  };
  const addTurn = (answer: Answer) =>
    setMessages([...messages, { role: 'assistant', content: answer.text }, { role: 'user', content: '' }]);

  return (
    <>
      <Head title="Playground">
        {rows.length > 0 && (
          <a class="button" href="#/data">
            {counted(rows.length, 'SFT row')} collected
          </a>
        )}
        <button type="button" onClick={exportAll} title="What was asked and answered here in this browser, the last 50">
          Export JSONL
        </button>
        <button
          type="button"
          disabled={columns.length >= most}
          onClick={() => setColumns([...columns, columns.at(-1) ?? first])}
        >
          Add a column
        </button>
      </Head>
      <form
        class="prompt"
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <Prompt messages={messages} onChange={setMessages} onAsk={() => canAsk && running === null && void ask()} />
        <SettingsBar settings={settings} onChange={setSettings}>
          {running === null ? (
            <button key="ask" type="submit" class="primary" disabled={!canAsk}>
              Ask <kbd>Ctrl ↵</kbd>
            </button>
          ) : (
            <button key="stop" type="button" class="danger" onClick={() => running.abort()}>
              Stop
            </button>
          )}
        </SettingsBar>
      </form>
      <div class={`columns columns-${columns.length}`}>
        {columns.map((model, column) => {
          const answer = answers[column];
          const isDone = answer !== undefined && running === null && answer.error === null && answer.text !== '';
          return (
            <section key={column} class="column" aria-label={`Column ${column + 1}`}>
              <header>
                <ModelChoice
                  value={model}
                  label={`column ${column + 1}`}
                  onChange={(next) => setColumns(columns.with(column, next))}
                />
                {columns.length > 1 && (
                  <button
                    type="button"
                    class="quiet"
                    aria-label={`Remove column ${column + 1}`}
                    onClick={() => setColumns(columns.filter((_, place) => place !== column))}
                  >
                    ✕
                  </button>
                )}
              </header>
              {answer === undefined ? (
                <p class="quiet-line">No answer yet.</p>
              ) : (
                <AnswerView answer={answer} asked={model} />
              )}
              {isDone && (
                <p class="row-actions">
                  <button type="button" class="quiet" onClick={() => addTurn(answer)}>
                    Go on from here
                  </button>
                  <button
                    type="button"
                    class="quiet"
                    onClick={() => collectRow([...messages, { role: 'assistant', content: answer.text }])}
                  >
                    Use as SFT row
                  </button>
                </p>
              )}
            </section>
          );
        })}
      </div>
    </>
  );
}

interface PromptProps {
  messages: ChatMessage[];
  onChange: (messages: ChatMessage[]) => void;
  onAsk: () => void;
}

const roles = ['system', 'user', 'assistant'];

function Prompt({ messages, onChange, onAsk }: PromptProps) {
  const last = useRef<HTMLTextAreaElement>(null);
  useEffect(() => last.current?.focus(), [messages.length]);
  const set = (place: number, changes: Partial<ChatMessage>) =>
    onChange(messages.with(place, { ...messages[place]!, ...changes }));
  const hasSystem = messages[0]?.role === 'system';
  return (
    <div class="prompt-messages">
      {messages.map(({ role, content }, place) => (
        <div key={place} class="prompt-message">
          <select
            aria-label={`Role of message ${place + 1}`}
            value={role}
            onChange={(event) => set(place, { role: event.currentTarget.value })}
          >
            {(roles.includes(role) ? roles : [...roles, role]).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          <textarea
            ref={place === messages.length - 1 ? last : undefined}
            aria-label={`Message ${place + 1}`}
            placeholder={role === 'system' ? 'How to behave' : 'Say something'}
            rows={Math.min(12, Math.max(role === 'system' ? 1 : 2, content.split('\n').length))}
            value={content}
            onInput={(event) => set(place, { content: event.currentTarget.value })}
            onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && onAsk()}
          />
          {messages.length > 1 && (
            <button
              type="button"
              class="quiet"
              aria-label={`Remove message ${place + 1}`}
              onClick={() => onChange(messages.filter((_, at) => at !== place))}
            >
              ✕
            </button>
          )}
        </div>
      ))}
      {!hasSystem && (
        <button type="button" class="quiet" onClick={() => onChange([{ role: 'system', content: '' }, ...messages])}>
          + system message
        </button>
      )}
    </div>
  );
}

const bounds: Record<keyof Settings, [label: string, min: number, max: number, step: number]> = {
  temperature: ['Temperature', 0, 2, 0.1],
  max_tokens: ['Most tokens', 1, 1_000_000, 1],
  seed: ['Seed', 0, Number.MAX_SAFE_INTEGER, 1],
  top_logprobs: ['Top-k shown', 0, 20, 1],
};

interface SettingsProps {
  settings: Settings;
  onChange: (settings: Settings) => void;
  children: preact.ComponentChildren;
}

function SettingsBar({ settings, onChange, children }: SettingsProps) {
  return (
    <div class="toolbar">
      {(Object.keys(bounds) as (keyof Settings)[]).map((name) => {
        const [label, min, max, step] = bounds[name];
        return (
          <label key={name}>
            <span class="soft">{label}</span>{' '}
            <input
              class="narrow"
              type="number"
              {...{ min, max, step }}
              value={settings[name]}
              onChange={(event) => {
                const value = event.currentTarget.valueAsNumber;
                if (value >= min && value <= max) onChange({ ...settings, [name]: value });
              }}
            />
          </label>
        );
      })}
      <span class="push">{children}</span>
    </div>
  );
}
