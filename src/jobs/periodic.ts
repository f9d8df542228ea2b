/**
 * Runs `work` now, and again `ms` after each end. Returns a function that stops this and resolves when nothing runs any
 * more. Failures are reported and retried next time, so an unreachable database does not end the server.
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
