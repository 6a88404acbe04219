/**
 * Runs work under a signal that aborts when any of several does. In place of `AbortSignal.any`: that leaves a record at
 * each of its sources which stays when its result is gone (Node.js 20), so a source that lives as long as the node would
 * hold more with each call.
 */
export async function withAnySignal<Result>(
  sources: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort(sources.find(({ aborted }) => aborted)?.reason);
  };
  if (sources.some(({ aborted }) => aborted)) abort();
  else for (const source of sources) source.addEventListener('abort', abort);
  try {
    return await work(controller.signal);
  } finally {
    for (const source of sources) source.removeEventListener('abort', abort);
  }
}
