import { expect, test } from 'vitest';
import { document } from '../../src/generated/document.ts';

const LOGGED = 'what clients logged is given back whole, with their own fields';
/** Response objects that may have fields outside the contract, with the reason. All others are closed. */
const open: Record<string, string> = {
  FreeObject: "a value's own context in a validation issue, and what other servers' clients handed over to be kept",
  Metrics: 'users name their metrics',
  LatestMetrics: 'users name their metrics',
  SeriesByMetric: 'users name their metrics',
  PromptLogprobs: 'keys are token ids',
  CompletionLogprobs: 'keys of top_logprobs are the texts of tokens',
  Contract: 'the contract itself, which is OpenAPI',
  Exchange: LOGGED,
  TinkerFileUrls: 'keys are names of files',
  TinkerLabels: 'users name their labels',
  TinkerMetadata: 'users name what they say of a run',
  TinkerResult: "names of an optimizer step's metrics",
  TokenizerInfo: 'what a model has in its `tokenizer_config.json`',
  TrainingFunction: LOGGED,
  TrainingTool: LOGGED,
  Trajectory: LOGGED,
  TrajectoryChoice: LOGGED,
  TrajectoryContentPart: LOGGED,
  TrajectoryException: LOGGED,
  TrajectoryExchanges: LOGGED,
  TrajectoryGroup: LOGGED,
  TrajectoryHistory: LOGGED,
  TrajectoryLogprob: LOGGED,
  TrajectoryLogprobs: LOGGED,
  TrajectoryMessage: LOGGED,
  TrajectoryMetadata: LOGGED,
  TrajectoryMetrics: LOGGED,
  WandbAnswer: 'an answer of GraphQL has the fields that were asked for',
};

interface Node {
  [key: string]: unknown;
}

test('the contract’s response objects allow no additional fields, except the listed ones', () => {
  const found = new Set<string>();
  const seen = new Set<string>();
  const walk = (node: unknown, name: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const schema = node as Node;
    if (typeof schema.$ref === 'string') {
      if (seen.has(schema.$ref)) return;
      seen.add(schema.$ref);
      const keys = schema.$ref.slice(2).split('/');
      walk(
        keys.reduce((inner, key) => inner[key] as Node, document as unknown as Node),
        keys.at(-1)!,
      );
      return;
    }
    const isObject = [schema.type].flat().includes('object');
    if (isObject && schema.additionalProperties !== false) found.add(name);
    for (const value of Object.values(schema)) walk(value, name);
  };
  for (const item of Object.values(document.paths as Node)) {
    for (const [method, operation] of Object.entries(item as Node)) {
      if (method !== 'parameters')
        walk({ ...((operation as Node).responses as Node) }, `${method} ${(operation as Node).operationId}`);
    }
  }
  expect(seen.size).toBeGreaterThan(50);
  expect([...found].sort()).toEqual(Object.keys(open).sort());
});
