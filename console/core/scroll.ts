/** Scroll positions, which Back and Forward restore. */

/** A page grows while its answers arrive; after this time the position is not restored. */
const PATIENCE_MS = 4000;
/** Browsers reject a history entry for every scroll event. */
const NOTED_AFTER_MS = 200;

interface ScrollPosition {
  readonly scroll: number;
}

const isScrollPosition = (value: unknown): value is ScrollPosition =>
  typeof value === 'object' && value !== null && 'scroll' in value && typeof value.scroll === 'number';

/** Stores the scroll position in the history entry now. */
export function notePlace(): void {
  history.replaceState({ scroll: Math.round(scrollY) } satisfies ScrollPosition, '');
}

/** Stores the scroll position in the history entry after each scroll. */
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
  // A scroll on the old page must not be stored for the new one.
  addEventListener('popstate', () => {
    clearTimeout(timer);
  });
}

/** Restores the scroll position of the history entry once the page is long enough, unless the reader scrolls. */
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
