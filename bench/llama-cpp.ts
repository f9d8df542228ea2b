import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../scripts/run.mjs';

const VERSION = '3.22.1';
const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const peer = join(import.meta.dirname, 'llama-cpp-peer.mjs');

export type Backend = 'cpu' | 'vulkan';

/** llama.cpp in its own process, on the same model file, for comparison. */
export class LlamaCpp implements AsyncDisposable {
  readonly #child: ChildProcess;
  #seed = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Throws if the package cannot be loaded, or if the Vulkan build has no GPU. */
  static async start(folder: string, modelPath: string, backend: Backend): Promise<LlamaCpp> {
    const env = { ...process.env, ...(backend === 'vulkan' ? { GGML_VK_VISIBLE_DEVICES: '0' } : {}) };
    const child = fork(peer, [folder, modelPath, backend], { env, execArgv: [] });
    const [{ devices, layers }] = (await answer(child)) as [{ devices: string[]; layers: number }];
    if (backend === 'vulkan' && (devices.length === 0 || layers === 0)) {
      child.kill();
      throw new Error('llama.cpp found no Vulkan device');
    }
    return new LlamaCpp(child);
  }

  /** Measures tokens/s of `streams` sequences decoding `tokens` each. */
  decode(streams: number, tokens: number): Promise<number> {
    return this.#measure({ measure: 'decode', streams, tokens });
  }

  /** Measures tokens/s of prefill for a prompt of `tokens`. */
  prefill(tokens: number): Promise<number> {
    return this.#measure({ measure: 'prefill', streams: 1, tokens });
  }

  /** Returns the ids of a text, including special tokens written in it. */
  async tokenize(text: string): Promise<number[]> {
    return (await this.#ask<{ ids: number[] }>({ tokenize: text })).ids;
  }

  /** Returns at most `tokens` greedy ids after the prompt; the last one may be an end-of-generation token. */
  async greedy(prompt: readonly number[], tokens: number): Promise<number[]> {
    return (await this.#ask<{ ids: number[] }>({ greedy: prompt, tokens })).ids;
  }

  /** Returns the logits [T, V] after each of these ids; with `exact`, keys and values are not rounded to f16. */
  async logits(ids: readonly number[], { exact }: { exact: boolean }): Promise<number[][]> {
    return (await this.#ask<{ logits: number[][] }>({ scored: ids, exact })).logits;
  }

  async #measure(wanted: object): Promise<number> {
    this.#seed += 100;
    return (await this.#ask<{ rate: number }>({ ...wanted, seed: this.#seed })).rate;
  }

  async #ask<Answer>(message: object): Promise<Answer> {
    this.#child.send(message);
    const [found] = (await answer(this.#child)) as [Answer & { error?: string }];
    if (found.error !== undefined) throw new Error(`llama.cpp: ${found.error}`);
    return found;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const gone = once(this.#child, 'exit');
    this.#child.kill();
    await gone;
  }
}

const folder = join(import.meta.dirname, '../.cache/llama-cpp');

/** Returns the folder of an earlier installation, else null. */
export function presentLlamaCpp(): string | null {
  return existsSync(join(folder, 'node_modules/node-llama-cpp')) ? folder : null;
}

/** Installs node-llama-cpp with its CPU and Vulkan builds into `.cache`. */
export async function installLlamaCpp(): Promise<string> {
  await mkdir(folder, { recursive: true });
  const packages = ['node-llama-cpp', `@node-llama-cpp/${platform}`, `@node-llama-cpp/${platform}-vulkan`];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  // Each build is an optional package of 30 MB to 300 MB; only the two measured builds are installed.
  const args = ['install', '--prefix', folder, '--omit=optional', '--ignore-scripts', ...quiet];
  await run('npm', [...args, ...packages.map((name) => `${name}@${VERSION}`)], { cwd: folder });
  return folder;
}

/** Returns the path of llama.cpp's shared library. Throws if there is none. */
export async function sharedLlama(installed: string): Promise<string> {
  const bins = join(installed, 'node_modules/@node-llama-cpp', platform, 'bins', platform);
  const name = (await readdir(bins)).find((file) => /^(lib)?llama\.(.*\.)?(so|dylib|dll)$/.test(file));
  if (name === undefined) throw new Error(`${bins} has no shared library of llama.cpp`);
  return join(bins, name);
}

async function answer(child: ChildProcess): Promise<unknown[]> {
  const settled = new AbortController();
  const { signal } = settled;
  const ended = once(child, 'exit', { signal }).then(([code, killed]) => {
    throw new Error(`llama.cpp exited: ${killed ?? code}`);
  });
  try {
    return await Promise.race([once(child, 'message', { signal }), ended]);
  } finally {
    settled.abort();
  }
}
