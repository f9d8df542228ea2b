import { expect, test } from 'vitest';
import { jobConfig } from '../../src/api/job-config.ts';

test.each([
  ['https://user:secret@data.example:8443/a/train.jsonl?signature=s#x', 'https://data.example:8443/a/train.jsonl'],
  ['daybreak-artifact:///local/p/data:v0', 'daybreak-artifact:///local/p/data:v0'],
  ['file:///data/train.jsonl', 'file:///data/train.jsonl'],
])('the shown configuration of a job has %s without credentials', (url, shown) => {
  const config = { training_data_url: url, config: { batch_size: 2 } };
  expect(jobConfig({ config })).toEqual({ ...config, training_data_url: shown });
});

test('the shown configuration of an RL job is the one that was sent', () => {
  expect(jobConfig({ config: { learning_rate: 1e-5 } })).toEqual({ learning_rate: 1e-5 });
});
