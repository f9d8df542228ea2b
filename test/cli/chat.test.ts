import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../api/test-server.ts';
import { answer, FlakyServer } from '../clients/flaky-server.ts';
import { BuiltCommand, type Outcome } from './daybreak.ts';
import { hasTmux, Terminal } from './terminal.ts';

let server: TestServer;
let command: BuiltCommand;

beforeAll(async () => {
  server = await startTestServer();
  command = await BuiltCommand.build({
    DAYBREAK_BASE_URL: server.baseUrl,
    DAYBREAK_API_KEY: server.key,
    TERM: 'xterm-256color',
  });
});
afterAll(async () => {
  await command?.[Symbol.asyncDispose]();
  await server?.end();
});

const daybreak = (args: string, input = ''): Promise<Outcome> => command.run(args.split(' '), { input });

/** Writes a file for a test, and returns its path. */
async function fileOf(name: string, lines: readonly unknown[]): Promise<string> {
  const path = join(command.folder, name);
  await writeFile(path, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return path;
}

const lesson = (question: string, answer: string) => ({
  messages: [
    { role: 'user', content: question },
    { role: 'assistant', content: answer },
  ],
});

describe('from nothing to a trained model', () => {
  test('train sft creates the model, trains for --epochs, and prints the final status', async () => {
    const data = await fileOf(
      'data.jsonl',
      ['red', 'blue', 'hot'].map((question) => lesson(question, 'maybe')),
    );
    const trained = await daybreak(
      `train sft ${data} --model learner --base-model toy --epochs 4 --batch 2 --lr 3e-3 --watch`,
    );
    expect(trained).toMatchObject({ code: 0 });
    expect(trained.stdout).toMatch(/^status +succeeded$/m);
    // Three rows, four epochs, two rows a step.
    expect(trained.stdout).toMatch(/^steps_done +6$/m);
    expect(trained.stderr.match(/^step \d\/6 {2}loss /gm)).toHaveLength(6);
    const said = await daybreak('chat learner --temperature 0 --max-tokens 1', 'red');
    expect(said).toEqual({ code: 0, stdout: 'maybe\n', stderr: '' });
    const document = JSON.parse((await daybreak('--json chat learner --temperature 0 --max-tokens 1 -m red')).stdout);
    expect(document.choices[0].message.content).toBe('maybe');
  });

  test('train rl reads one group a line, and jobs watch prints its events', async () => {
    const group = (question: string) => ({
      trajectories: ['yes', 'no'].map((answer, reward) => ({
        messages_and_choices: lesson(question, answer).messages,
        reward,
      })),
    });
    const config = await fileOf('config.json', [{ allow_training_without_logprobs: true }]);
    const groups = await fileOf('groups.jsonl', [group('red'), '', group('hot')]);
    const started = await daybreak(`--json train rl ${groups} --model learner --config ${config}`);
    const { id } = JSON.parse(started.stdout);
    const watched = await daybreak(`--json jobs watch ${id}`);
    const events = watched.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([events[0].type, events.at(-1).type]).toEqual(['training_started', 'training_ended']);
    const again = await daybreak(`train rl ${groups} --model learner --config ${config} --watch`);
    expect([again.code, again.stdout]).toEqual([0, expect.stringMatching(/^status +succeeded$/m)]);
    expect(again.stderr).toMatch(/^step 1\/1 {2}loss -?[\d.e-]+ {2}reward p50 0 {2}norm /m);
  });

  test('an invalid file is reported by line, and leaves neither model nor artifact', async () => {
    const broken = await fileOf('broken.jsonl', [lesson('a', 'b'), '{"messages": ']);
    const refused = await daybreak(`train sft ${broken} --model learner`);
    expect(refused.code).toBe(6);
    expect(refused.stderr).toMatch(/broken\.jsonl:2:\d+/);
    const wrong = await fileOf('wrong.jsonl', [{ trajectories: [] }, '', { trajectories: 3 }]);
    const second = await daybreak(`train rl ${wrong} --model learner`);
    expect(second.code).toBe(6);
    expect(second.stderr).toMatch(/wrong\.jsonl:[13]: /);
    const data = await fileOf('right.jsonl', [lesson('a', 'b')]);
    const none = await daybreak(`train sft ${data} --model nobody`);
    expect(none.code).toBe(5);
    const config = await fileOf('refused.json', [{ batch_size: 0 }]);
    const made = await daybreak(`train sft ${data} --model p/unmade --base-model toy --config ${config}`);
    expect(made.code).toBe(6);
    expect((await daybreak('models show unmade')).code).toBe(5);
    expect((await server.call('GET', '/preview/artifacts')).body.data).toEqual([]);
  });

  test('project/name creates a model; an unknown id or another base model creates none', async () => {
    const data = await fileOf('named.jsonl', [lesson('red', 'yes')]);
    expect((await daybreak(`train sft ${data} --model q/named --base-model toy --watch`)).code).toBe(0);
    const { id, base_model } = JSON.parse((await daybreak('--json models show q/named')).stdout);
    expect((await daybreak(`train sft ${data} --model ${id} --base-model ${base_model} --watch`)).code).toBe(0);
    const before = (await daybreak('models ls --json')).stdout;
    const none = '00000000-0000-4000-8000-000000000000';
    const faulty = await Promise.all([
      daybreak(`train sft ${data} --model ${none} --base-model toy`),
      daybreak(`train sft ${data} --model named --base-model other`),
      daybreak(`train sft ${data} --model named:step1`),
      // A missing model is reported before the rows are read.
      daybreak(`train sft ${await fileOf('rowless.jsonl', [])} --model nobody`),
    ]);
    expect(faulty.map(({ code }) => code)).toEqual([5, 6, 2, 5]);
    expect((await daybreak('models ls --json')).stdout).toBe(before);
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s leaves no temporary file of the repeated rows', async (signal, code) => {
    const data = await fileOf('again.jsonl', [lesson('red', 'yes')]);
    const TMPDIR = join(command.folder, signal);
    await mkdir(TMPDIR);
    const child = command.start(['train', 'sft', data, '--model', 'learner', '--epochs', '100000000'], { TMPDIR });
    const exit = new Promise((resolve) => child.on('close', (...how) => resolve(how)));
    await expect.poll(() => readdir(TMPDIR), { timeout: 60_000, interval: 10 }).toHaveLength(1);
    child.kill(signal);
    expect(await exit).toEqual([code, null]);
    expect(await readdir(TMPDIR)).toEqual([]);
  });

  test('watching a cancelled job exits with code 7', async () => {
    const data = await fileOf('long.jsonl', [lesson('red', 'yes')]);
    const watched = daybreak(`train sft ${data} --model learner --epochs 2000 --batch 1 --watch`);
    const running = async () => {
      const { body } = await server.call('GET', '/preview/training-jobs?status=running');
      return body.data[0]?.id;
    };
    await expect.poll(running, { timeout: 300_000 }).toBeDefined();
    await server.call('POST', `/preview/training-jobs/${await running()}/cancel`);
    const { code, stderr } = await watched;
    expect([code, stderr]).toEqual([7, expect.stringMatching(/training job \S+ cancelled/)]);
  });

  test('runs plot draws a curve, and runs export writes all records', async () => {
    const drawn = await daybreak('runs plot learner loss');
    expect(drawn.stdout).toMatch(/^loss {2}\(gradient_step\)$/m);
    expect(drawn.stdout).toMatch(/[\u2801-\u28ff]/);
    expect(drawn.stdout.split('\n')).toHaveLength(11);
    const [head, ...rows] = (await daybreak('runs export learner')).stdout.trim().split('\n');
    const run = JSON.parse((await daybreak('--json runs show learner')).stdout);
    const { body } = await server.call('GET', `/preview/runs/${run.id}/history?limit=100`);
    expect(rows).toHaveLength(body.data.length);
    const loss = head!.split(',').indexOf('loss');
    expect(rows.map((row) => row.split(',')[loss])).toEqual(
      body.data.map(({ metrics }: { metrics: Record<string, number> }) => String(metrics.loss ?? '')),
    );
    const unknown = await daybreak('runs plot learner nothing');
    expect([unknown.code, unknown.stderr]).toEqual([5, expect.stringMatching(/no metric "nothing"; it has .*loss/)]);
  });
});

describe.skipIf(!hasTmux)('at a terminal', () => {
  test('a chat streams, obeys its commands, keeps a private history, and ends at Ctrl-D', async () => {
    await using terminal = await Terminal.open(command, ['chat', 'learner', '--seed', '7', '--max-tokens', '1']);
    await terminal.shows(/learner; \/help lists commands/);
    await terminal.type('/temperature 0');
    await terminal.type('red');
    await terminal.shows(/^maybe$[\s\S]*tokens\/s/m);
    await terminal.type('/logprobs on');
    await terminal.type('blue');
    await terminal.shows(/maybe\[-?\d+\.\d\d\]/);
    await terminal.type('/logprobs off');
    await terminal.type('/model toy');
    await terminal.shows(/^model toy$/m);
    await terminal.type('/nonsense');
    await terminal.shows(/unknown command \/nonsense; \/help lists all commands/);
    const saved = join(command.folder, 'chat.json');
    await terminal.type(`/save ${saved}`);
    await terminal.shows(/^saved /m);
    expect(
      JSON.parse(await readFile(saved, 'utf8')).messages.map(({ content }: { content: string }) => content),
    ).toEqual(['red', 'maybe', 'blue', 'maybe']);
    await terminal.type(`/save ${saved}`);
    await terminal.shows(/already exists; \/save takes the name of a new file/);
    await terminal.type('/system Say no more than a word.');
    await terminal.shows(/^system message set$/m);
    await terminal.type(`/save ${saved}.told`);
    await terminal.shows(/^saved \S*told$/m);
    const told = JSON.parse(await readFile(`${saved}.told`, 'utf8')).messages;
    expect([told[0], told.length]).toEqual([{ role: 'system', content: 'Say no more than a word.' }, 5]);
    await terminal.type('/system');
    await terminal.shows(/^no system message$/m);
    await terminal.type('/temperature 99');
    await terminal.shows(/"99": It must be a number from 0 to 2\./);
    await terminal.type('"""one line');
    await terminal.shows(/^…$/m);
    await terminal.press('C-c');
    await terminal.type('/seed 3');
    await terminal.shows(/^seed 3$/m);
    await terminal.press('C-c');
    await terminal.shows(/Ctrl-D or \/exit ends the chat/);
    await terminal.press('Up');
    await terminal.shows(/^> \/seed 3$/m);
    await terminal.press('C-c');
    await terminal.press('C-d');
    await terminal.shows(/exit code 0/);
    const history = join(command.folder, '.local/state/daybreak/chat-history');
    expect((await readFile(history, 'utf8')).split('\n')).toContain('red');
    expect((await stat(history)).mode & 0o777).toBe(0o600);
  });

  test('Ctrl-C stops the current answer, and the chat continues', async () => {
    // Temperature 2 makes long answers likely. An answer that ends too early is asked for again.
    await using terminal = await Terminal.open(command, ['chat', 'toy', '--max-tokens', '480', '--temperature', '2']);
    await terminal.shows(/^>$/m);
    for (let round = 0; ; round++) {
      expect(round).toBeLessThan(50);
      await terminal.type('tell me');
      await terminal.press('C-c');
      const screen = await terminal.shows(/(\(stopped\)|tokens\/s[^)]*\)|ends the chat)\s*>$/);
      if (/\(stopped\)/.test(screen)) break;
    }
    await terminal.type('/exit');
    await terminal.shows(/exit code 0/);
  });

  test('Ctrl-D stops the current answer, and ends the chat', async () => {
    const chunk = { choices: [{ index: 0, delta: { content: 'Once upon' }, finish_reason: null }] };
    await using slow = await FlakyServer.start(answer(200, { data: [{ id: 'toy' }] }), (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    });
    await using terminal = await Terminal.open(command, ['chat', 'toy', '--url', slow.baseUrl]);
    await terminal.shows(/^>$/m);
    await terminal.type('tell me');
    await terminal.shows(/Once upon/);
    await terminal.press('C-d');
    expect(await terminal.shows(/exit code \d/)).toMatch(/Once upon\n\(stopped\)\n[\s\S]*exit code 0/);
  });

  test('chat --compare prints the answers of both models, one below the other', async () => {
    await using terminal = await Terminal.open(command, [
      'chat',
      'learner',
      '--compare',
      'learner:step0',
      '--max-tokens',
      '1',
    ]);
    await terminal.type('red');
    await terminal.shows(/── \S*learner\n[\s\S]*tokens\/s[\s\S]*── \S*learner:step0\n[\s\S]*tokens\/s/);
    await terminal.press('C-d');
    await terminal.shows(/exit code 0/);
  });

  test('a watched job shows a progress bar and the time left, and keeps running after Ctrl-C', async () => {
    const data = await fileOf('many.jsonl', [lesson('up', 'yes')]);
    const args = ['train', 'sft', data, '--model', 'learner', '--epochs', '4000', '--batch', '1', '--watch'];
    await using terminal = await Terminal.open(command, args);
    await terminal.shows(/░ \d+\/4000 {2}.* left {2}loss /);
    await terminal.press('C-c');
    const screen = await terminal.shows(/exit code 130/);
    const [, id] = /daybreak jobs cancel (\S+)/.exec(screen.replaceAll('\n', ''))!;
    expect(JSON.parse((await daybreak(`--json jobs show ${id!.slice(0, 36)}`)).stdout).status).toBe('running');
    expect((await daybreak(`jobs cancel ${id!.slice(0, 36)}`)).code).toBe(0);
  });

  test('a watched RL job shows its median reward', async () => {
    const event = (type: string, data: object) => ({ id: type, type, data });
    const events = [
      event('training_started', { num_sequences: 3 }),
      event('gradient_step', { policy_loss: 0.5, 'reward/p50': 0.25 }),
    ];
    const page = answer(200, { object: 'list', data: events, has_more: false });
    await using slow = await FlakyServer.start(page, () => {});
    const job = '00000000-0000-4000-8000-000000000000';
    await using terminal = await Terminal.open(command, ['jobs', 'watch', job, '--url', slow.baseUrl]);
    await terminal.shows(/█░+ 1\/3 {2}\d+ s left {2}loss 0\.5 {2}reward p50 0\.25$/m);
    await terminal.press('C-c');
    await terminal.shows(/exit code 130/);
  });
});
