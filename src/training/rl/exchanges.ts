import { isJsonObject, type JsonObject } from '../../model/checkpoint/json-file.ts';
import { readList, requireObject } from '../json-reading.ts';
import { type InputPath, TrainingInputError } from '../training-input-error.ts';
import { readChoice, readTextChoice, type SampledChoice } from './choice.ts';
import { readMessageAnswer } from './message-answer.ts';
import { readResponseAnswers } from './response-answer.ts';

/** Returns whether the model name of an exchange is the trained model: its plain name or one of its steps. */
export type IsTrainedModel = (name: string) => boolean;

/** Readers of an exchange's answers, by protocol. */
const READERS = {
  chat_completions: (exchange: JsonObject, place: InputPath) => choicesOf(exchange, place, readChoice),
  completions: (exchange: JsonObject, place: InputPath) => {
    refuseEcho(exchange, place);
    return choicesOf(exchange, place, readTextChoice);
  },
  responses: (exchange: JsonObject, place: InputPath) => {
    const at = [...place, 'response'];
    return readResponseAnswers(requireObject(exchange.response, at), at).map(withIds);
  },
  messages: (exchange: JsonObject, place: InputPath) => {
    const at = [...place, 'response'];
    return [withIds(readMessageAnswer(requireObject(exchange.response, at), at))];
  },
} as const;
const PROTOCOLS = Object.keys(READERS) as (keyof typeof READERS)[];

interface CapturedExchange {
  exchange: JsonObject;
  place: InputPath;
}

/**
 * Reads the answers of the trained model from captured exchanges, in the order of their requests. Exchanges with other
 * models, such as a judge, are skipped whatever their protocol. Throws a `TrainingInputError` for two protocols at
 * once, for missing token ids, and if no exchange is with the trained model.
 */
export function readExchanges(value: unknown, place: InputPath, isTrained: IsTrainedModel): SampledChoice[] {
  const exchanges = requireObject(value, place);
  const own = (protocol: string) => ownExchanges(exchanges[protocol], [...place, protocol], isTrained);
  const asked = PROTOCOLS.map((protocol) => ({ protocol, captured: own(protocol) })).filter(
    ({ captured }) => captured.length > 0,
  );
  const [first, second] = asked;
  if (first === undefined) throw new TrainingInputError(place, 'none of these exchanges uses the model in training');
  if (second !== undefined) {
    const reason = `the model in training is called through ${first.protocol} too; a trajectory may use only one`;
    throw new TrainingInputError([...place, second.protocol], reason);
  }
  const { protocol, captured } = first;
  const inOrder = captured.toSorted((one, other) => startOf(one.exchange) - startOf(other.exchange));
  return inOrder.flatMap(({ exchange, place: at }) => READERS[protocol](exchange, at));
}

function ownExchanges(list: unknown, place: InputPath, isTrained: IsTrainedModel): CapturedExchange[] {
  return readList(list, place)
    .map((item, index) => ({ exchange: requireObject(item, [...place, index]), place: [...place, index] }))
    .filter(({ exchange }) => isTrained(modelOf(exchange)));
}

function refuseEcho({ request }: JsonObject, place: InputPath): void {
  if (!isJsonObject(request) || request.echo !== true) return;
  const reason = 'the sampled tokens cannot be told from the prompt tokens; send the request without echo';
  throw new TrainingInputError([...place, 'request', 'echo'], reason);
}

function choicesOf(exchange: JsonObject, place: InputPath, read: typeof readTextChoice): SampledChoice[] {
  const response = requireObject(exchange.response, [...place, 'response']);
  return readList(response.choices, [...place, 'response', 'choices']).map((item, index) => {
    const at = [...place, 'response', 'choices', index];
    return withIds(read(requireObject(item, at), at, response.prompt_token_ids));
  });
}

function withIds(choice: SampledChoice): SampledChoice {
  if (choice.tokenIds !== null && choice.promptTokenIds !== null) return choice;
  throw new TrainingInputError(
    choice.place,
    'it has no token_ids or prompt_token_ids; exchanges are trained on only with both (return_token_ids)',
  );
}

function modelOf({ model, request, response }: JsonObject): string {
  const names = [model, ...[request, response].map((side) => (isJsonObject(side) ? side.model : null))];
  return names.find((name): name is string => typeof name === 'string') ?? '';
}

/** Returns the start time in milliseconds; 0 without a readable time, so these exchanges come first, in their order. */
function startOf(exchange: JsonObject): number {
  const time = Date.parse(String(exchange.start_time));
  return Number.isNaN(time) ? 0 : time;
}
