/** The style sheet of all pages but Home, which the first load does not request (K94). */

let loaded: Promise<void> | undefined;

/** Requests it once. Resolves without it, too: a page without its colours can be read. */
export function laterStyles(): Promise<void> {
  loaded ??= new Promise((resolve) => {
    const link = document.querySelector<HTMLLinkElement>('link[data-later]');
    if (link?.disabled !== true) {
      resolve();
      return;
    }
    for (const outcome of ['load', 'error'] as const)
      link.addEventListener(
        outcome,
        () => {
          resolve();
        },
        { once: true },
      );
    link.disabled = false;
  });
  return loaded;
}
