import { isJsonObject, type JsonObject } from '../../model/checkpoint/json-file.ts';
import { readList, readObject } from '../json-reading.ts';
import { type InputPath, TrainingInputError } from '../training-input-error.ts';
import { readChoice, readTextChoice, type SampledChoice } from './choice.ts';

/** Whether a model name of an exchange is the trained model: its plain name or one of its steps. */
export type IsTrainedModel = (name: string) => boolean;

/** The lists that can be trained on; their answers carry token ids. */
const TRAINED_PROTOCOLS = ['chat_completions', 'completions'] as const;
const OTHER_PROTOCOLS = ['responses', 'messages'] as const;

interface CapturedExchange {
  exchange: JsonObject;
  place: InputPath;
}

/**
 * The answers of the trained model among captured exchanges, in the order of their requests; those of other models,
 * such as a judge's, are passed over whatever their protocol. Throws a `TrainingInputError` for protocols without token
 * ids, for two protocols at once, for missing token ids, and when no exchange is with the trained model.
 */
export function readExchanges(value: unknown, place: InputPath, isTrained: IsTrainedModel): SampledChoice[] {
  const exchanges = readObject(value, place);
  const own = (protocol: string) => ownExchanges(exchanges[protocol], [...place, protocol], isTrained);
  for (const protocol of OTHER_PROTOCOLS) {
    if (own(protocol).length === 0) continue;
    const reason = `exchanges of this list carry no token ids; only ${TRAINED_PROTOCOLS.join(' and ')} can be trained on`;
    throw new TrainingInputError([...place, protocol], reason);
  }
  const [chats, texts] = TRAINED_PROTOCOLS.map(own);
  if (chats.length > 0 && texts.length > 0) {
    const reason = 'the model in training is asked in chat_completions too; a trajectory has one of the two';
    throw new TrainingInputError([...place, 'completions'], reason);
  }
  const captured = [...chats, ...texts];
  if (captured.length === 0)
    throw new TrainingInputError(place, 'none of these exchanges is with the model in training');
  captured.sort((one, other) => startOf(one.exchange) - startOf(other.exchange));
  const read = texts.length > 0 ? readTextChoice : readChoice;
  return captured.flatMap((one) => answersOf(one, read));
}

function ownExchanges(list: unknown, place: InputPath, isTrained: IsTrainedModel): CapturedExchange[] {
  return readList(list, place)
    .map((item, index) => ({ exchange: readObject(item, [...place, index]), place: [...place, index] }))
    .filter(({ exchange }) => isTrained(modelOf(exchange)));
}

function answersOf({ exchange, place }: CapturedExchange, read: typeof readTextChoice): SampledChoice[] {
  const request = isJsonObject(exchange.request) ? exchange.request : {};
  if (read === readTextChoice && request.echo === true) {
    const reason = 'its sampled tokens cannot be told from those of the prompt; ask without echo';
    throw new TrainingInputError([...place, 'request', 'echo'], reason);
  }
  const response = readObject(exchange.response, [...place, 'response']);
  return readList(response.choices, [...place, 'response', 'choices']).map((item, index) => {
    const at = [...place, 'response', 'choices', index];
    const choice = read(readObject(item, at), at, response.prompt_token_ids);
    if (choice.tokenIds === null || choice.promptTokenIds === null) {
      throw new TrainingInputError(
        at,
        'it has no token_ids or prompt_token_ids; exchanges are trained on only with both (return_token_ids)',
      );
    }
    return choice;
  });
}

function modelOf({ model, request, response }: JsonObject): string {
  const names = [model, ...[request, response].map((side) => (isJsonObject(side) ? side.model : null))];
  return names.find((name): name is string => typeof name === 'string') ?? '';
}

/** Milliseconds; exchanges without a readable time keep their place at the front. */
function startOf(exchange: JsonObject): number {
  const time = Date.parse(String(exchange.start_time));
  return Number.isNaN(time) ? 0 : time;
}
