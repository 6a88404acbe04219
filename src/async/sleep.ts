/** Waits for some milliseconds (Infinity: forever), or until a signal is aborted. */
export function sleep(delay: number, ...signals: readonly AbortSignal[]): Promise<void> {
  return new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = delay === Infinity ? undefined : setTimeout(done, delay);
    if (signals.some(({ aborted }) => aborted)) done();
    else for (const signal of signals) signal.addEventListener('abort', done);
  });
}
