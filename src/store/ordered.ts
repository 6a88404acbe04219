/** Lists that are kept in order. */

/** Puts an entry where it belongs. Entries come nearly in order, so that place is looked for from the end. */
export function insertInOrder<Entry>(
  entries: Entry[],
  entry: Entry,
  isAfter: (one: Entry, other: Entry) => boolean,
): void {
  let place = entries.length;
  for (let before = entries[place - 1]; before !== undefined && isAfter(before, entry); before = entries[place - 1])
    place -= 1;
  entries.splice(place, 0, entry);
}
