/** What a text has found: which of it is meant without doubt, how it was understood, and suggestions for a field (K28 to K33). */
import type { LookupAnswer, LookupItem } from '../../src/console/responses.js';
import type { Suggestion } from './suggestions.js';

/** As the node compares identifiers: without blanks, dashes, slashes, dots, and case. */
const compared = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}\u2212/.]/gu, '');

/** The part of an IRI behind its namespace, or its last part. */
export const foundName = (uri: string): string => uri.slice(Math.max(uri.lastIndexOf('/'), uri.lastIndexOf('#')) + 1);

/** The one result that a text names exactly; undefined if there is none, or a choice. */
export function exactOf(
  { items, understood }: Pick<LookupAnswer, 'items' | 'understood'>,
  text: string,
): LookupItem | undefined {
  const things = items.filter(({ kind }) => kind !== 'term');
  if (things.length === 0) return exactTerm(items, text);
  const wanted = [text, understood.text].map(compared);
  const isExact = ({ matched: { by, text: found }, group }: LookupItem): boolean =>
    by === 'uri' ||
    ((by === 'id' || by === 'identifier') && wanted.includes(compared(found))) ||
    (understood.as === 'flight' && group === 'flight' && by === 'identifier');
  const [first, ...others] = things.filter(isExact);
  return others.length === 0 ? first : undefined;
}

/** The term whose name is written like the text: `Location` is a class, `location` a property. */
function exactTerm(terms: readonly LookupItem[], text: string): LookupItem | undefined {
  const name = text.replace(/^(?:cargo|api):/, '');
  const [first, ...others] = terms.filter(({ uri }) => foundName(uri) === name || uri === text);
  return others.length === 0 ? first : undefined;
}

/** The name of a result. */
export const foundLabel = ({ label, uri }: Pick<LookupItem, 'label' | 'uri'>): string => label ?? foundName(uri);

/** The line beside a name: the shipment that the thing belongs to, and its facts. */
export function lineOf({ shipment, detail, label }: Pick<LookupItem, 'shipment' | 'detail' | 'label'>): string {
  const whole = shipment?.label === label ? null : (shipment?.label ?? null);
  return [whole, detail].filter((part) => part !== null && part !== '').join(' · ');
}

/** @param groups the names of the groups. */
export const suggestionsOf = (
  { items }: Pick<LookupAnswer, 'items'>,
  groups: Readonly<Record<LookupItem['group'], string>>,
): Suggestion[] =>
  items.map((item) => ({ value: item.uri, label: foundLabel(item), detail: lineOf(item), group: groups[item.group] }));
