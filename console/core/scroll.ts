/** Where the reader was in a page: Back and Forward lead to that place again. */

/** A page grows while its answers arrive; after this time the place is given up. */
const PATIENCE_MS = 4000;
/** Browsers refuse to note every step of a movement. */
const NOTED_AFTER_MS = 200;

interface ScrollPosition {
  readonly scroll: number;
}

const isScrollPosition = (value: unknown): value is ScrollPosition =>
  typeof value === 'object' && value !== null && 'scroll' in value && typeof value.scroll === 'number';

/** Notes the place in the entry of the history, now. */
export function notePlace(): void {
  history.replaceState({ scroll: Math.round(scrollY) } satisfies ScrollPosition, '');
}

/** Notes the place in the entry of the history whenever the reader has moved. */
export function watchPlace(): void {
  history.scrollRestoration = 'manual';
  let timer: ReturnType<typeof setTimeout> | undefined;
  addEventListener(
    'scroll',
    () => {
      clearTimeout(timer);
      timer = setTimeout(notePlace, NOTED_AFTER_MS);
    },
    { passive: true },
  );
  // A movement of the page that is left must not be noted for the one that comes.
  addEventListener('popstate', () => {
    clearTimeout(timer);
  });
}

/** Goes to the place that the entry of the history notes, as soon as the page is long enough, unless the reader moves. */
export function restorePlace(): void {
  const state: unknown = history.state;
  const top = isScrollPosition(state) ? state.scroll : 0;
  const controller = new AbortController();
  const { signal } = controller;
  const stop = (): void => {
    controller.abort();
  };
  for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown', 'popstate'])
    addEventListener(type, stop, { signal, passive: true });
  const until = performance.now() + PATIENCE_MS;
  const step = (): void => {
    if (signal.aborted) return;
    scrollTo(0, top);
    if (Math.abs(scrollY - top) <= 1 || performance.now() > until) stop();
    else requestAnimationFrame(step);
  };
  step();
}
