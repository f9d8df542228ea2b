import { LongText, VisibleText } from '../text/visible-text.tsx';
import type { Message } from './messages.ts';

export function Conversation({ messages }: { messages: readonly Message[] }) {
  return (
    <ol class="conversation">
      {messages.map((message, place) => (
        <li key={`${place}${message.role}`} class={`message role-${message.role}`}>
          <p class="role">
            {message.role}
            {message.name && (
              <span class="mono">
                {' '}
                <VisibleText text={message.name} />
              </span>
            )}
            {message.sampled && <span class="tag">sampled</span>}
          </p>
          {message.role === 'tool' || message.role === 'function' ? (
            <details class="inline">
              <summary>{message.text.slice(0, 80).replace(/\s+/g, ' ') || 'empty'} …</summary>
              <LongText text={message.text} />
            </details>
          ) : (
            <LongText text={message.text} />
          )}
          {message.extras.map(([name, text]) => (
            <details key={name} class="inline" open={name.startsWith('reasoning')}>
              <summary>{name.replaceAll('_', ' ')}</summary>
              <pre>
                <LongText text={text} />
              </pre>
            </details>
          ))}
        </li>
      ))}
    </ol>
  );
}
