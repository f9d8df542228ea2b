import { useState } from 'preact/hooks';
import { Action } from './action.tsx';
import { Dialog } from './parts.tsx';

interface Props {
  title: string;
  what: string;
  /** What has to be typed. */
  word: string;
  act: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the name of what is to be destroyed. */
export function TypeToConfirm({ title, what, word, act, onClose }: Props) {
  const [typed, type] = useState('');
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
          autocomplete="off"
          spellcheck={false}
        />
      </label>
      <footer>
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
