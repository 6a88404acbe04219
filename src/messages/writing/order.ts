/** The order of nodes of which a message has an element each (X79). */
import type { DraftNode } from '../reading/draft.js';
import type { Gathered } from './gather.js';
import type { Found } from './walk.js';

/** Properties that number the things of a list. */
const numbers = ['lineItemNumber', 'sequenceNumber', 'ociLineNumber'];

const collator = new Intl.Collator('en', { numeric: true });

/** Compares texts with their numbers as numbers: `piece-2` is before `piece-10`. */
export const compareTexts = (one: string, other: string): number =>
  collator.compare(one, other) || (one < other ? -1 : Number(one > other));

interface Ordered {
  readonly founds: readonly Found[];
  /** Whether the objects say so. */
  readonly isKnown: boolean;
}

/** Nodes by their numbers; those without one by their URIs, embedded ones by what they say. */
export function inOrder(founds: readonly Found[], gathered: Gathered): Ordered {
  const different = [...new Map(founds.map((found) => [found.node, found])).values()];
  const keyed = different.map((found) => ({
    found,
    number: numberOf(found.node) ?? Number.MAX_VALUE,
    key: contentOf(found.node, gathered),
  }));
  keyed.sort((one, other) => one.number - other.number || compareTexts(one.key, other.key));
  return {
    founds: keyed.map(({ found }) => found),
    isKnown: new Set(keyed.map(({ number }) => number)).size === keyed.length,
  };
}

function numberOf(node: DraftNode): number | undefined {
  const texts = numbers.map((property) => node.text(property)).filter((text) => text !== undefined);
  return texts.map(Number).find(Number.isFinite);
}

/** All that an embedded object says; of an object its URI. Links come first: they do not change with the values. */
export function contentOf(node: DraftNode, gathered: Gathered, above: readonly DraftNode[] = []): string {
  const uri = gathered.uriOf(node);
  if (uri !== undefined) return uri;
  if (above.includes(node)) return '';
  const links: string[] = [];
  const texts: string[] = [];
  for (const [property, values] of node.values)
    for (const value of values) {
      if (value.kind === 'node') {
        const list = gathered.uriOf(value.node) === undefined ? texts : links;
        list.push(`${property} ${contentOf(value.node, gathered, [...above, node])}`);
      } else texts.push(`${property} ${value.term.kind === 'iri' ? value.term.iri : value.term.text}`);
    }
  return [...links.toSorted(compareTexts), ...texts.toSorted(compareTexts)].join('\n');
}
