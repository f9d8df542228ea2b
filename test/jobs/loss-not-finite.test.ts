import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { peerEntry, pollEvents, startTestServer } from '../api/test-server.ts';

test('a loss that is not finite fails the job with the reason and creates no checkpoint', async () => {
  const home = await mkdtemp(join(tmpdir(), 'daybreak-loss-'));
  const script = join(home, 'peer.json');
  await writeFile(script, JSON.stringify({ endlessLossAt: 2 }));
  const server = await startTestServer({ workerEntry: peerEntry, home, env: { PEER_SCRIPT: script } });
  try {
    const model = (await server.call('POST', '/preview/models', { project: 'p', name: 'm', base_model: 'toy' })).body;
    const artifact = (await server.call('POST', '/preview/artifacts', { name: 'data' })).body;
    const messages = [
      { role: 'user', content: 'number?' },
      { role: 'assistant', content: '1' },
    ];
    await fetch(`${server.baseUrl}/preview/artifacts/${artifact.id}/files/train.jsonl`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/octet-stream' },
      body: Array.from({ length: 6 }, () => JSON.stringify({ messages })).join('\n'),
    });
    const { body: job } = await server.call('POST', '/preview/sft-training-jobs', {
      model_id: model.id,
      training_data_url: artifact.url,
      experimental_config: { learning_rate: 1 },
    });
    const events = await pollEvents(server, job.id);
    expect(events.map(({ type }) => type)).toEqual(['training_started', 'gradient_step', 'training_failed']);
    expect(events[0].data.ignored_fields).toEqual(['experimental_config.learning_rate']);
    expect(events.at(-1)?.data.error_message).toMatch(/^The loss of step 2 of 3 is not finite \(NaN\).*learning rate/);
    const { data } = (await server.call('GET', `/preview/models/${model.id}/checkpoints`)).body;
    expect(data.map(({ step }: { step: number }) => step)).toEqual([0]);
  } finally {
    await server.close(0);
    await rm(home, { recursive: true, force: true });
  }
});
