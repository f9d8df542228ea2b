import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { longest, longestFirst } from '../../scripts/longest-first.ts';

/** Imports a script. Scripts are plain JavaScript, since they run before any tool could check or strip types. */
const script = (name: string) => import(new URL(`../../scripts/${name}.mjs`, import.meta.url).href);
const scriptFile = (name: string) => new URL(`../../scripts/${name}.mjs`, import.meta.url).pathname;

const { countTests, countLine, failedTests } = await script('test-count');
const { softwareVulkanVersion, vulkanEnvironment } = await script('software-vulkan');
const { startPostgres } = await script('postgres');
const { packagesAreInstalled } = await script('install-packages');
const { rootFolder } = await script('root-folder');

const report = (extra: object) => ({
  numPassedTests: 2,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...extra,
});

describe('the last line of npm test', () => {
  it('counts passed tests', () => {
    expect(countLine(countTests(report({}), 0))).toBe('2 passed, 0 failed');
  });

  it('counts failed and skipped tests', () => {
    const file = { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] };
    const sample = report({ numFailedTests: 1, numPendingTests: 1, numTodoTests: 1, testResults: [file] });
    expect(countLine(countTests(sample, 1))).toBe('2 passed, 1 failed, 2 skipped');
  });

  it('counts a file that does not load as a failure', () => {
    const file = { status: 'failed', assertionResults: [] };
    expect(countLine(countTests(report({ testResults: [file] }), 1))).toBe('2 passed, 1 failed');
  });

  it('comes with a list of failed tests and files, each with the first line of its message', () => {
    const tests = [
      { status: 'passed', fullName: 'a', failureMessages: [] },
      { status: 'failed', fullName: 'b c', failureMessages: ['\u001b[31mexpected 1\n  at line 3'] },
    ];
    const files = [
      { name: join(rootFolder, 'test/one.test.ts'), status: 'failed', message: '', assertionResults: tests },
      { name: join(rootFolder, 'test/two.test.ts'), status: 'failed', message: 'no such file', assertionResults: [] },
      { name: join(rootFolder, 'test/three.test.ts'), status: 'passed', message: '', assertionResults: [] },
    ];
    expect(failedTests(report({ testResults: files }))).toEqual([
      'test/one.test.ts: b c: expected 1',
      'test/two.test.ts: no such file',
    ]);
    expect(failedTests(undefined)).toEqual(['the run itself']);
  });

  it('counts a run that fails outside its tests or leaves no report as a failure', () => {
    expect(countLine(countTests(report({}), 1))).toBe('2 passed, 1 failed');
    expect(countLine(countTests(undefined, 1))).toBe('0 passed, 1 failed');
  });
});

describe('the order of the tests', () => {
  it('names existing files, and starts with them', () => {
    expect(longest.filter((file) => !existsSync(file))).toEqual([]);
    const files = ['test/a.test.ts', longest[1], 'test/b.test.ts', longest[0]].map((file) => ({
      moduleId: `/r/${file}`,
    }));
    expect(longestFirst(files, '/r')).toEqual([files[3], files[1], files[0], files[2]]);
  });
});

describe('set-up', () => {
  it('finds the packages installed as in the lockfile', () => {
    expect(packagesAreInstalled()).toBe(true);
  });

  it.runIf(softwareVulkanVersion())('points to existing files of the software Vulkan driver', () => {
    const variables = vulkanEnvironment({});
    const manifest = JSON.parse(readFileSync(variables.VK_DRIVER_FILES, 'utf8'));
    const folders: string[] = variables.LD_LIBRARY_PATH.split(delimiter);
    for (const library of [manifest.ICD.library_path, 'libvulkan.so.1']) {
      expect(folders.some((folder) => existsSync(`${folder}/${library}`))).toBe(true);
    }
    expect(existsSync(variables.XDG_RUNTIME_DIR)).toBe(true);
  });

  it.runIf(softwareVulkanVersion())('keeps the existing LD_LIBRARY_PATH, and adds its folders once', () => {
    const once = vulkanEnvironment({ LD_LIBRARY_PATH: '/elsewhere' });
    expect(once.LD_LIBRARY_PATH.endsWith(`${delimiter}/elsewhere`)).toBe(true);
    expect(vulkanEnvironment(once).LD_LIBRARY_PATH).toBe(once.LD_LIBRARY_PATH);
  });

  it('runs commands under Node 24 or newer, and returns their exit code', () => {
    const run = (...args: string[]) => execFileSync(process.execPath, [scriptFile('with-device'), ...args]);
    expect(Number(run('node', '-p', 'process.versions.node.split(".")[0]'))).toBeGreaterThanOrEqual(24);
    expect(() => run('node', '-e', 'process.exit(7)')).toThrow(expect.objectContaining({ status: 7 }));
  });
});

describe('the server that npm start runs', () => {
  it('gets one SIGINT for one Ctrl-C, though npm sends a second, and its exit code is returned', async () => {
    const server = `let count = 0; process.on('SIGINT', () => count++); console.log('up');
      setTimeout(() => process.exit(count), 600)`;
    const starter = `const { runAsChild } = await import(${JSON.stringify(scriptFile('run-as-child'))});
      const { code } = await runAsChild(process.execPath, ['-e', ${JSON.stringify(server)}], { apart: true });
      process.exitCode = code`;
    const start = spawn(process.execPath, ['--input-type=module', '-e', starter], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(start.stdout, 'data');
    start.kill('SIGINT');
    setTimeout(() => start.kill('SIGINT'), 100);
    expect(await once(start, 'exit')).toEqual([1, null]);
  });
});

describe('the PostgreSQL server for tests', () => {
  it('runs without root, answers, and has ended after stop', async () => {
    const server = await startPostgres();
    const client = new pg.Client({ connectionString: server.url });
    try {
      expect(ownerOf(server.pid)).not.toBe(0);
      await client.connect();
      const { rows } = await client.query('select 1 + 1 as sum');
      expect(rows).toEqual([{ sum: 2 }]);
    } finally {
      await client.end();
      await server.stop();
    }
    expect(() => process.kill(server.pid, 0)).toThrow();
  });
});

function ownerOf(pid: number): number {
  if (existsSync('/proc/self')) return statSync(`/proc/${pid}`).uid;
  return Number(execFileSync('ps', ['-o', 'uid=', '-p', String(pid)]));
}
