import { hash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { CheckpointError } from '../../model/checkpoint/checkpoint.ts';
import type { ModelConfig } from '../../model/checkpoint/config.ts';
import { readFlatAdapter } from '../../model/flat-adapter.ts';
import type { LoraLayout } from '../../model/lora-layout.ts';
import type { AdapterFiles } from '../../model/model-files.ts';

/**
 * Most adapters in host memory that are read and not yet uploaded. If there are more, the oldest must be fetched again.
 */
const MAX_READY = 8;
/** Limit of their bytes, unless a single adapter is larger. Adapters on experts have a gigabyte and more. */
const MAX_BYTES = 2 ** 30;

/** Returns the most adapters of `elements` f32 elements that may wait in host memory. */
export function maxReadyAdapters({ elements }: Pick<LoraLayout, 'elements'>): number {
  return Math.max(1, Math.min(MAX_READY, Math.floor(MAX_BYTES / (4 * elements))));
}

interface Answer {
  number: number;
  adapter?: FlatAdapter;
  failure?: { message: string; unfit: boolean };
}

interface OpenRead {
  resolve(adapter: FlatAdapter): void;
  reject(error: Error): void;
}

/** Reads adapters in a worker thread, so that other sequences' next tokens do not wait for a disk. */
export class AdapterReader {
  readonly #config: ModelConfig;
  readonly #layout: LoraLayout;
  readonly #ready = new Map<string, FlatAdapter>();
  readonly #reading = new Map<string, Promise<void>>();
  readonly #open = new Map<number, OpenRead>();
  #thread: Worker | undefined;
  #next = 0;

  constructor(config: ModelConfig, layout: LoraLayout) {
    this.#config = config;
    this.#layout = layout;
  }

  /** Reads an adapter into memory for `take`. Rejects with CheckpointError if the folder cannot be used. */
  fetch({ id, folder }: AdapterFiles): Promise<void> {
    if (this.#ready.has(id)) return Promise.resolve();
    let reading = this.#reading.get(id);
    if (reading === undefined) {
      reading = this.#read(folder)
        .then((adapter) => this.#keep(id, adapter))
        .finally(() => this.#reading.delete(id));
      this.#reading.set(id, reading);
    }
    return reading;
  }

  /** Removes and returns an adapter; undefined if it was not fetched, or was evicted since. */
  take({ id }: AdapterFiles): FlatAdapter | undefined {
    const ready = this.#ready.get(id);
    this.#ready.delete(id);
    return ready;
  }

  #keep(id: string, adapter: FlatAdapter): void {
    this.#ready.set(id, adapter);
    const [oldest] = this.#ready.keys();
    if (this.#ready.size > maxReadyAdapters(this.#layout)) this.#ready.delete(oldest);
  }

  #read(folder: string): Promise<FlatAdapter> {
    const thread = this.#running();
    const number = this.#next++;
    return new Promise((resolve, reject) => {
      this.#open.set(number, { resolve, reject });
      thread.postMessage({ number, job: { folder, config: this.#config, layout: this.#layout } });
    });
  }

  #running(): Worker {
    if (this.#thread) return this.#thread;
    const entry = import.meta.url.endsWith('.ts') ? './adapter-thread.ts' : './adapter-thread.js';
    const thread = new Worker(new URL(entry, import.meta.url), { execArgv: [], env: {} });
    thread.unref();
    thread.on('message', ({ number, adapter, failure }: Answer) => {
      const open = this.#open.get(number);
      this.#open.delete(number);
      if (adapter) open?.resolve(adapter);
      else open?.reject(failure?.unfit ? new CheckpointError(failure.message) : new Error(failure?.message));
    });
    const lose = (error: Error): void => {
      // A thread's 'exit' follows its 'error'; by then a new thread may be running.
      if (this.#thread !== thread) return;
      this.#thread = undefined;
      for (const { reject } of this.#open.values()) reject(error);
      this.#open.clear();
    };
    thread.on('error', lose);
    thread.on('exit', () => lose(new Error('the thread that reads adapters exited')));
    this.#thread = thread;
    return thread;
  }
}

/** An adapter in host memory, in the layout of an arena slot. */
interface FlatAdapter {
  /** [elements] */
  flat: Float32Array<ArrayBuffer>;
  /** Hash of `flat`. */
  content: string;
}

/** Folder of an adapter to read, and the model that it is for. */
export interface AdapterJob {
  folder: string;
  config: ModelConfig;
  layout: LoraLayout;
}

/** Reads an adapter synchronously. Throws CheckpointError. */
export function readAdapterNow({ folder, config, layout }: AdapterJob): FlatAdapter {
  const flat = readFlatAdapter(folder, config, layout) as Float32Array<ArrayBuffer>;
  return { flat, content: hash('sha256', new Uint8Array(flat.buffer, flat.byteOffset, flat.byteLength), 'base64') };
}
