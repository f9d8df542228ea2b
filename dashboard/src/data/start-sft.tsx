import { useState } from 'preact/hooks';
import { createSftTrainingJob } from '../../generated/sdk.gen.ts';
import { queries } from '../api/connection.ts';
import { Action } from '../shell/action.tsx';
import { Dialog } from '../shell/parts.tsx';
import { goTo } from '../shell/route.ts';
import { ModelField, useChosenModel } from './model-field.tsx';
import { RateField, rateFault } from './rate-field.tsx';

/** Returns whether the server supports this kind of address; its errors tell which hosts and folders are allowed. */
const isAddress = (url: string) => /^(daybreak-artifact:\/\/\/|wandb-artifact:\/\/\/|https?:\/\/|file:\/\/)./.test(url);

/** Form for training on the data at an address; if it is empty, the form also asks for the address. */
export function StartSft({ url, onClose }: { url: string; onClose: () => void }) {
  const [typed, type] = useState('');
  const [chosen, choose] = useState('');
  const [batch, setBatch] = useState(2);
  const [rate, setRate] = useState('5e-5');
  const [turns, setTurns] = useState<'all' | 'last'>('all');
  const model = useChosenModel(chosen);
  const address = url || typed.trim();
  const lacks =
    model === null
      ? 'There is no model to train.'
      : isAddress(address)
        ? rateFault(rate)
        : 'The address must begin with https://, http://, file:// or daybreak-artifact:///.';
  const start = async () => {
    const config = { batch_size: batch, learning_rate: Number(rate), assistant_turns: turns };
    const { data } = await createSftTrainingJob({
      body: { model_id: model!.id, training_data_url: address, config },
      throwOnError: true,
    });
    await queries.invalidateQueries();
    goTo(['jobs', data.id]);
  };
  return (
    <Dialog
      title={url === '' ? 'Train on conversations at an address' : 'Train on these conversations'}
      onClose={onClose}
    >
      {url === '' ? <AddressField value={typed} onInput={type} /> : <p class="mono small">{url}</p>}
      <ModelField model={model} onChange={choose} />
      <label class="field">
        <span>Conversations per gradient step</span>
        <input
          type="number"
          min="1"
          max="65536"
          value={batch}
          onInput={(event) => setBatch(event.currentTarget.valueAsNumber || 1)}
        />
      </label>
      <RateField rate={rate} onInput={setRate} />
      <label class="field">
        <span>Learn from</span>
        <select value={turns} onChange={(event) => setTurns(event.currentTarget.value as 'all' | 'last')}>
          <option value="all">every answer</option>
          <option value="last">the last answer</option>
        </select>
      </label>
      {lacks && (
        <p class="small tone-warn" role="status">
          {lacks}
        </p>
      )}
      <footer>
        <button type="button" onClick={onClose}>
          Later
        </button>
        <Action act={start} kind="primary" disabled={lacks !== null}>
          Start
        </Action>
      </footer>
    </Dialog>
  );
}

function AddressField({ value, onInput }: { value: string; onInput: (url: string) => void }) {
  return (
    <>
      <label class="field">
        <span>Address of the data</span>
        <input
          value={value}
          placeholder="https://…/train.jsonl"
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      </label>
      <p class="small soft">
        JSONL on a public web host, in the folder that the operator opened to <code>file://</code>, or in an artifact.
        The server reads it, and says in the job what is wrong with it.
      </p>
    </>
  );
}
