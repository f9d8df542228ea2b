/**
 * Does something at once and then so long after each end. The function that it gives back ends this: it resolves when
 * nothing runs any more. What fails is told, and tried again when it is time: a database that is away ends no server.
 */
export function periodically(
  ms: number,
  work: () => Promise<void>,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running: Promise<void>;
  const next = (): void => {
    running = work()
      .then(undefined, onFailure)
      .then(() => {
        if (!stopped) timer = setTimeout(next, ms).unref();
      });
  };
  next();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
