/** What a reader left on a page: the scroll position and the folds, which Back, Forward and a reload restore (K78). */

/** A page grows while its answers arrive; after this time the position is not restored. */
const PATIENCE_MS = 4000;
/** Browsers reject a history entry for every scroll event. */
const NOTED_AFTER_MS = 200;

/** Where a reader was in a page. `folds`: whether each is open, in the order of the page. */
interface Place {
  readonly scroll: number;
  readonly folds: readonly boolean[];
}

function placeOf(state: unknown): Place {
  if (typeof state !== 'object' || state === null) return { scroll: 0, folds: [] };
  const scroll = 'scroll' in state && typeof state.scroll === 'number' ? state.scroll : 0;
  const folds = 'folds' in state && Array.isArray(state.folds) ? state.folds.map((isOpen) => isOpen === true) : [];
  return { scroll, folds };
}

const foldsOf = (): HTMLDetailsElement[] => Array.from(document.querySelectorAll<HTMLDetailsElement>('main details'));

/** Stores the place in the history entry now. */
export function notePlace(): void {
  const place: Place = { scroll: Math.round(scrollY), folds: foldsOf().map(({ open }) => open) };
  history.replaceState(place, '');
}

/** Stores the place in the history entry after each scroll and each fold. */
export function watchPlace(): void {
  history.scrollRestoration = 'manual';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(notePlace, NOTED_AFTER_MS);
  };
  addEventListener('scroll', later, { passive: true });
  // It does not bubble. What a page opens by itself is not a reader's.
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('summary') !== null) later();
  });
  // A scroll on the old page must not be stored for the new one.
  addEventListener('popstate', () => {
    clearTimeout(timer);
  });
}

/** Whether the browser loaded the page anew, or again for Back and Forward. */
export function isReload(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && (entry.type === 'reload' || entry.type === 'back_forward');
}

let isReturn = false;

/** The place of a page that a reader returns to over another address, such as that of an identity provider. */
export function returnTo(place: unknown): void {
  isReturn = true;
  history.replaceState(place, '');
}

/** Restores the place after a reload, once for the first page. */
export function restoreAfterReload(): void {
  if (isReturn || isReload()) restorePlace();
}

/** Restores the place of the history entry once the page is long enough, unless the reader scrolls. */
export function restorePlace(): void {
  const { scroll, folds } = placeOf(history.state);
  const controller = new AbortController();
  const { signal } = controller;
  const stop = (): void => {
    controller.abort();
  };
  for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown', 'popstate'])
    addEventListener(type, stop, { signal, passive: true });
  const until = performance.now() + PATIENCE_MS;
  let areFolded = folds.length === 0;
  const step = (): void => {
    if (signal.aborted) return;
    if (!areFolded) {
      const found = foldsOf();
      areFolded = found.length >= folds.length;
      if (areFolded) for (const [index, isOpen] of folds.entries()) found[index]?.toggleAttribute('open', isOpen);
    }
    scrollTo(0, scroll);
    const isThere = areFolded && Math.abs(scrollY - scroll) <= 1;
    if (isThere || performance.now() > until) stop();
    else requestAnimationFrame(step);
  };
  step();
}
