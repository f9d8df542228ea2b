/**
 * Returns a body that fails if no data arrives for this many milliseconds, such as behind a proxy that buffers a
 * stream. `heard` is called for each chunk.
 */
export function untilSilent(
  body: ReadableStream<Uint8Array>,
  ms: number,
  heard: () => void,
): ReadableStream<Uint8Array> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (controller: TransformStreamDefaultController<Uint8Array>) => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.error(new Error(`nothing has come for ${ms / 1000} s`)), ms);
  };
  const watched = new TransformStream<Uint8Array, Uint8Array>({
    start: wait,
    transform(chunk, controller) {
      wait(controller);
      heard();
      controller.enqueue(chunk);
    },
    flush: () => clearTimeout(timer),
  });
  return body.pipeThrough(watched);
}
