import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { reasonOf } from '../api/connection.ts';

interface Props {
  act: () => Promise<unknown>;
  children: ComponentChildren;
  kind?: 'primary' | 'danger' | 'quiet';
  disabled?: boolean;
  title?: string;
  /** Accessible name that starts with the button's text, to distinguish buttons with equal text. */
  label?: string;
}

/** Button for an asynchronous action; shows an error next to itself. */
export function Action({ act, children, kind, disabled = false, title, label }: Props) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const run = async () => {
    setBusy(true);
    setFault(null);
    try {
      await act();
    } catch (error) {
      setFault(reasonOf(error));
    }
    setBusy(false);
  };
  return (
    <span class="action">
      <button
        type="button"
        class={kind}
        disabled={disabled || busy}
        aria-busy={busy}
        title={title}
        aria-label={label}
        onClick={() => void run()}
      >
        {children}
      </button>
      {fault !== null && (
        <span class="action-fault" role="alert">
          {fault}
        </span>
      )}
    </span>
  );
}
