/** The browser's own question before a page with unsaved work closes or reloads (K21). */

/** Asks while `isUnsaved`; returns a function that stops it. */
export function askBeforeLeaving(isUnsaved: () => boolean): () => void {
  const ask = (event: BeforeUnloadEvent): void => {
    if (isUnsaved()) event.preventDefault();
  };
  addEventListener('beforeunload', ask);
  return () => {
    removeEventListener('beforeunload', ask);
  };
}
