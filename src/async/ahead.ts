/** Work on a list in its order, with some items begun ahead. */

/**
 * The results in the order of the items. Ended early, it begins no more.
 *
 * @param most items whose work has begun and whose result has not been taken.
 */
export async function* ahead<Item, Result>(
  items: Iterable<Item>,
  most: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const begun: Promise<Result>[] = [];
  for (const item of items) {
    const result = work(item);
    // An error is thrown where the result is taken.
    result.catch(() => undefined);
    begun.push(result);
    const first = begun.length < most ? undefined : begun.shift();
    if (first !== undefined) yield await first;
  }
  for (const result of begun) yield await result;
}
