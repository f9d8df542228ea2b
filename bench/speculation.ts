import { randomUUID } from 'node:crypto';
import type { GenerateRequest } from '../src/inference/generate-request.ts';
import { openModelText } from '../src/model/text/model-text.ts';
import type { LoadedModel } from '../src/worker/process/loaded-model.ts';
import type { BenchModel } from './model.ts';
import { describe, median, type QuietSamples, quietSamples } from './quiet.ts';
import type { Row } from './report.ts';

const MESSAGES = [
  ['Maria Gonzalez', 'Barcelona', 'The delivery came two days late, and the blue kettle had a dent in its lid.'],
  ['Peter Lindqvist', 'Gothenburg', 'The lamp is brighter than the old one, but its switch gets hot after an hour.'],
  ['Aiko Tanaka', 'Sapporo', 'The baking tray bends in the oven, so please send me another one by Friday.'],
  ['Samuel Okafor', 'Lagos', 'The invoice lists three chairs although only two of them were in the box.'],
  ['Ingrid Haugen', 'Bergen', 'The raincoat keeps the rain out, yet the zip broke on the very first morning.'],
];
const CODE = `class Inventory:
    def __init__(self, items):
        self.items = items
        self.count = len(items)

    def add_item(self, item, quantity):
        if item in self.items:
            self.items[item] += quantity
        else:
            self.items[item] = quantity
        self.count += quantity

    def remove_item(self, item, quantity):
        if item not in self.items:
            raise KeyError(item)
        self.items[item] -= quantity
        if self.items[item] <= 0:
            del self.items[item]
        self.count -= quantity

    def total(self):
        return sum(self.items.values())
`;

/** Prompt, and the number of tokens to decode: only as many as the answer stays of the described kind. */
interface Text {
  what: string;
  prompt: string;
  tokens: number;
}

const TEXTS: readonly Text[] = [
  { what: 'JSON extraction', prompt: extraction(), tokens: 128 },
  { what: 'code edit', prompt: chat(`Add a docstring to each method of this class.\n\n${fenced(CODE)}`), tokens: 160 },
  { what: 'a story, which copies nothing', prompt: chat('Write a short story about a lighthouse.'), tokens: 96 },
];

/** Results with drafts; medians in tokens/s, by text. */
export interface SpeculatedRates {
  rows: Row[];
  medians: Map<string, number>;
}

/** Measures decode of one stream with and without drafts, in turn; checks each time that the tokens are equal. */
export async function benchSpeculation(
  { path }: Pick<BenchModel, 'path'>,
  model: LoadedModel,
  samples: number,
): Promise<SpeculatedRates> {
  const { tokenizer } = openModelText(path);
  const result: SpeculatedRates = { rows: [], medians: new Map() };
  for (const { what, prompt, tokens } of TEXTS) {
    const promptIds = tokenizer.encode(prompt);
    const decode = (speculation: boolean) => decoded(model, { ...greedy(promptIds, tokens), speculation });
    await decode(true);
    const before = model.engine.stats.specDecode;
    const turns = await quietSamples(samples, async () => {
      const [plain, drafted] = [await decode(false), await decode(true)];
      if (plain.ids !== drafted.ids) throw new Error(`${what}: drafts changed ${plain.ids} to ${drafted.ids}`);
      return [plain.rate, drafted.rate];
    });
    const { draftTokens, acceptedTokens } = model.engine.stats.specDecode;
    const [plain, drafted] = [0, 1].map((at) => only(turns, at));
    const share = (acceptedTokens - before.acceptedTokens) / Math.max(1, draftTokens - before.draftTokens);
    const gain = `${(median(drafted) / median(plain)).toFixed(2)}x, ${(100 * share).toFixed(0)} % of drafts accepted`;
    result.rows.push({ what: `${what}, plain`, figure: describe(plain), unit: 'tok/s', roofline: '' });
    result.rows.push({ what: `${what}, speculation`, figure: describe(drafted), unit: 'tok/s', roofline: gain });
    result.medians.set(what, median(drafted));
  }
  return result;
}

function only(turns: QuietSamples<number[]>, at: number): QuietSamples<number> {
  return { ...turns, kept: turns.kept.map(({ value, foreignShare }) => ({ value: value[at], foreignShare })) };
}

/** Returns the ids, and tokens/s from the first token on. */
async function decoded({ engine }: LoadedModel, request: GenerateRequest): Promise<{ ids: string; rate: number }> {
  const ids: number[] = [];
  let first = 0;
  await engine.generate(request, ({ id }) => {
    if (ids.push(id) === 1) first = performance.now();
  });
  return { ids: ids.join(' '), rate: (ids.length - 1) / ((performance.now() - first) / 1000) };
}

function greedy(promptIds: Uint32Array | number[], maxTokens: number): GenerateRequest {
  const sampling = { temperature: 0, topK: 0, topP: 1, seed: 0n };
  const asked = { model: '', adapter: null, maxTokens, stopTokenIds: [2], sampling, topLogprobs: 0 };
  return { ...asked, promptIds: Uint32Array.from(promptIds), cacheRoot: randomUUID() };
}

/** Returns a prompt with messages, and the first two of them as JSON: the model continues with the others. */
function extraction(): string {
  const said = MESSAGES.map(([name, city, message]) => `${name} from ${city} writes: ${message}`).join('\n');
  const json = MESSAGES.slice(0, 2).map(([name, city, message]) => JSON.stringify({ name, city, message }, null, 2));
  return `Messages from customers:\n\n${said}\n\nThe same messages as JSON:\n\n[\n${json.join(',\n')},\n`;
}

function chat(user: string): string {
  const system = 'You are a helpful AI assistant named SmolLM, trained by Hugging Face';
  return `<|im_start|>system\n${system}<|im_end|>\n<|im_start|>user\n${user}<|im_end|>\n<|im_start|>assistant\n`;
}

function fenced(code: string): string {
  return `\`\`\`python\n${code}\`\`\``;
}
