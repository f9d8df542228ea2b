/**
 * A body that fails where nothing comes for so many milliseconds, as behind a proxy that holds a stream up. `heard` is
 * called whenever something has come.
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
