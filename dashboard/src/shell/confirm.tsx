import { useEffect, useRef, useState } from 'preact/hooks';
import { Action } from './action.tsx';
import { Dialog } from './parts.tsx';

interface Props {
  title: string;
  what: string;
  /** Text that the user must type. */
  word: string;
  act: () => Promise<unknown>;
  onClose: () => void;
}

/** Confirmation that requires typing the name of the object to be deleted. */
export function TypeToConfirm({ title, what, word, act, onClose }: Props) {
  const [typed, type] = useState('');
  const footer = useRef<HTMLElement>(null);
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{what}</p>
      <label class="field">
        <span>
          Type <b>{word}</b> to go on
        </span>
        <input
          value={typed}
          onInput={(event) => type(event.currentTarget.value)}
          // A disabled button ignores the click.
          onKeyDown={(event) => event.key === 'Enter' && footer.current?.querySelector<HTMLElement>('.danger')?.click()}
          autocomplete="off"
          spellcheck={false}
        />
      </label>
      <footer ref={footer}>
        <button type="button" onClick={onClose}>
          Keep
        </button>
        <Action act={act} kind="danger" disabled={typed !== word}>
          Delete
        </Action>
      </footer>
    </Dialog>
  );
}

interface ChoiceProps {
  title: string;
  what: string;
  keep: string;
  go: string;
  act: () => Promise<unknown>;
  onClose: () => void;
}

/** Confirmation before an action that cannot be undone. */
export function Confirm({ title, what, keep, go, act, onClose }: ChoiceProps) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{what}</p>
      <footer>
        <button type="button" ref={first} onClick={onClose}>
          {keep}
        </button>
        <Action act={act} kind="danger">
          {go}
        </Action>
      </footer>
    </Dialog>
  );
}
