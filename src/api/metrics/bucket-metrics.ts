import { Counter, type Registry } from 'prom-client';
import type { BlobStore } from '../../artifacts/blob-store.ts';

/** Objects written to and fetched from the bucket. */
export class BucketMetrics {
  readonly #transferred: BlobStore['transferred'];
  readonly #counters: Record<'objects' | 'bytes' | 'seconds', Counter<'way'>>;

  constructor(registry: Registry, transferred: BlobStore['transferred']) {
    this.#transferred = transferred;
    const counter = (name: string, help: string) =>
      new Counter({ name: `daybreak_bucket_${name}_total`, help, labelNames: ['way'], registers: [registry] });
    this.#counters = {
      objects: counter('objects', 'Objects that this server put into the bucket, or fetched.'),
      bytes: counter('bytes', 'Bytes of the objects that this server put into the bucket, or fetched.'),
      seconds: counter('seconds', 'Seconds spent on these objects, each from its first byte to its last.'),
    };
  }

  /** Updates the metrics to the current figures. */
  collect(): void {
    for (const name of ['objects', 'bytes', 'seconds'] as const) {
      this.#counters[name].reset();
      for (const way of ['put', 'fetched'] as const) this.#counters[name].inc({ way }, this.#transferred[way][name]);
    }
  }
}
