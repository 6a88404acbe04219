/** Waits for some milliseconds, at most until the signal is aborted. */
export function pause(delay: number, signal: AbortSignal): Promise<void> {
  return new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, delay);
    if (signal.aborted) done();
    else signal.addEventListener('abort', done);
  });
}
