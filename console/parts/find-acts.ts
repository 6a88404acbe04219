/** Acts that the find box offers beside things (K91): pages, new objects, and what the open page can do. */

/** An act with its name. */
export interface NamedAct {
  readonly name: string;
  /** Further words by which it is found. */
  readonly words?: string;
  readonly run: () => void;
}

const MAX_ACTS = 6;

const folded = (text: string): string =>
  text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '').replaceAll('ß', 'ss');

/** The acts of whose names each word of a text begins one; those whose name begins with the text first. */
export function actsFor(text: string, acts: readonly NamedAct[]): NamedAct[] {
  const wanted = folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  if (wanted.length === 0) return [];
  const found = acts.filter(({ name, words = '' }) => {
    const own = folded(`${name} ${words}`).match(/[\p{L}\p{N}]+/gu) ?? [];
    return wanted.every((word) => own.some((one) => one.startsWith(word)));
  });
  const begins = ({ name }: NamedAct): number => (folded(name).startsWith(folded(text.trim())) ? 0 : 1);
  return [...new Map(found.map((act) => [act.name, act])).values()]
    .sort((one, other) => begins(one) - begins(other))
    .slice(0, MAX_ACTS);
}
