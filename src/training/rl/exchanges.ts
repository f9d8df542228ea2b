import { type JsonObject, readList, readObject } from '../json-reading.ts';
import { type Place, TrainingInputError } from '../training-input-error.ts';
import { readChoice, type SampledChoice } from './choice.ts';

/** Whether a model name of an exchange is the trained model: its plain name or one of its steps. */
export type IsTrainedModel = (name: string) => boolean;

const OTHER_PROTOCOLS = ['completions', 'responses', 'messages'];

/**
 * The answers of the trained model among captured `exchanges.chat_completions`, in the order of their requests.
 * Throws a `TrainingInputError` for the other protocols, for missing token ids, and when no exchange is with the
 * trained model.
 */
export function readExchanges(value: unknown, place: Place, isTrained: IsTrainedModel): SampledChoice[] {
  const exchanges = readObject(value, place);
  for (const protocol of OTHER_PROTOCOLS) {
    if (readList(exchanges[protocol], [...place, protocol]).length > 0) {
      throw new TrainingInputError([...place, protocol], 'only chat_completions can be trained on');
    }
  }
  const list = [...place, 'chat_completions'];
  const captured = readList(exchanges.chat_completions, list)
    .map((item, index) => ({ exchange: readObject(item, [...list, index]), at: [...list, index] }))
    .filter(({ exchange }) => isTrained(modelOf(exchange)));
  if (captured.length === 0) {
    throw new TrainingInputError(list, 'none of these exchanges is with the model in training');
  }
  captured.sort((one, other) => startOf(one.exchange) - startOf(other.exchange));
  return captured.flatMap(({ exchange, at }) => answersOf(exchange, at));
}

function answersOf(exchange: JsonObject, place: Place): SampledChoice[] {
  const response = readObject(exchange.response, [...place, 'response']);
  return readList(response.choices, [...place, 'response', 'choices']).map((item, index) => {
    const at = [...place, 'response', 'choices', index];
    const choice = readChoice(readObject(item, at), at, response.prompt_token_ids);
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
  const names = [model, (request as JsonObject | null)?.model, (response as JsonObject | null)?.model];
  return names.find((name): name is string => typeof name === 'string') ?? '';
}

/** Milliseconds; exchanges without a readable time keep their place at the front. */
function startOf(exchange: JsonObject): number {
  const time = Date.parse(String(exchange.start_time));
  return Number.isNaN(time) ? 0 : time;
}
