import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownMounts } from '../../scripts/chaos/full-disk.ts';
import { asNobody, cleanEnvironment, nobody, npmProblem, root } from './installed.ts';

const problem = npmProblem();
if (problem !== null) console.warn(`the lines of README.md are not run: of this machine, ${problem}`);

const mounts = nobody === null ? null : ownMounts();

/** Commands of README.md, from an empty folder to a trained model. */
const lines = /```sh\n(npm install \.\/daybreak-[\s\S]*?)```/
  .exec(readFileSync(join(root, 'README.md'), 'utf8'))![1]
  .replaceAll('\\\n', '')
  .trim()
  .split('\n');

describe.skipIf(problem !== null)('the commands of README.md, run in an empty home without a clone', () => {
  let folder: string;
  let env: NodeJS.ProcessEnv;
  let server: Shell | null = null;
  const began = performance.now();
  const home = () => join(folder, 'home');

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'daybreak-readme-'));
    chmodSync(folder, 0o755);
    mkdirSync(home());
    execFileSync('npm', ['pack', '--loglevel=error', '--pack-destination', home()], {
      cwd: root,
      env: cleanEnvironment(),
    });
    if (nobody !== null) execFileSync('chown', ['-R', `${nobody}:${nobody}`, home()]);
    // The port differs from the README, since the machine may use it.
    env = { ...cleanEnvironment(), HOME: home(), DAYBREAK_PORT: await freePort() };
  });
  afterAll(async () => {
    await server?.end();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (line: string) => new Shell(line, { cwd: home(), env });

  /** Runs a line that must succeed, and returns its output. */
  async function said(line: string, input = ''): Promise<string> {
    const shell = start(line);
    const code = await shell.ended(input);
    expect(code, `${line}\n${shell.said}`).toBe(0);
    return shell.said;
  }

  it('are ten lines or fewer', () => {
    expect(lines.length).toBeLessThanOrEqual(10);
    expect(lines.slice(0, 2).map((line) => line.split(/ {2,}/)[0])).toEqual([
      'npm install ./daybreak-0.2.0.tgz',
      'npx daybreak serve',
    ]);
  });

  it('lead to a model that knows what it was taught', async () => {
    await said(lines[0]);
    server = start(lines[1]);
    await expect.poll(() => server!.saidOrEnd(), { timeout: 900_000 }).toMatch(/Ctrl-C stops the server|ended with/);
    expect(server.said).toContain('Daybreak serves HuggingFaceTB/SmolLM2-135M-Instruct');
    const seconds = [(performance.now() - began) / 1000];
    const answers: string[] = [];
    for (const line of lines.slice(2)) answers.push(await said(line, 'Do you know the capital of Zorvania?\n'));
    const [doctor, chat, train, compared, plot, exported] = answers;
    expect(doctor).not.toMatch(/^error/m);
    expect(chat).toContain('Paris');
    expect(train).toMatch(/succeeded|step 1/);
    expect(compared.match(/Quellin/g)).toHaveLength(1);
    expect(plot).toContain('loss');
    expect(exported).toMatch(/^my-agent-step1-q8_0\.gguf$/m);
    expect(readFileSync(join(home(), 'my-agent-step1-q8_0.gguf')).subarray(0, 4).toString()).toBe('GGUF');
    expect(statSync(join(home(), 'my.backup')).size).toBeGreaterThan(1_000);
    expect(readdirSync(join(home(), '.daybreak'))).toContain('api-key');
    seconds.push((performance.now() - began) / 1000);
    const [served, trained] = seconds.map((time) => time.toFixed(0));
    console.log(`served after ${served} s, trained, asked, exported and backed up after ${trained} s`);
  });
});

/** Returns a command line that runs the line as `nobody`, with the clone's folder hidden. */
function withoutClone(line: string): [string, string[]] {
  const [program, args] = asNobody('bash', ['-c', line]);
  if (mounts === null) return [program, args];
  const [unshare, ...way] = mounts;
  const hidden = `mount -t tmpfs -o mode=700 none "$0" && exec "$@"`;
  return [unshare, [...way, 'bash', '-c', hidden, root, program, ...args]];
}

class Shell {
  said = '';
  readonly #child: ReturnType<typeof spawn>;
  readonly #closed: Promise<number>;
  #code: number | null = null;

  constructor(line: string, options: SpawnOptions) {
    const [program, args] = withoutClone(line);
    this.#child = spawn(program, args, { ...options, detached: true });
    for (const stream of [this.#child.stdout!, this.#child.stderr!]) stream.on('data', (text) => (this.said += text));
    this.#closed = once(this.#child, 'close').then(([code]) => (this.#code = code ?? -1));
  }

  async ended(input: string): Promise<number> {
    this.#child.stdin!.on('error', () => {}).end(input);
    return this.#closed;
  }

  saidOrEnd(): string {
    return this.#code === null ? this.said : `ended with ${this.#code}: ${this.said}`;
  }

  async end(): Promise<void> {
    if (this.#code !== null) return;
    process.kill(-this.#child.pid!, 'SIGINT');
    await this.#closed;
  }
}

async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  return String(port);
}
