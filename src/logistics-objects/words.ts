/**
 * Words by which people look up objects: of titles, goods and names (K29, K35), and flights by their days. The graph
 * `<object>/words` repeats those of the latest revision, so that the index of words follows the revisions without reading
 * them.
 */
import type { Graph } from '../rdf/graph.js';
import { instantOf } from '../rdf/literals.js';
import { compareTexts } from '../rdf/order.js';
import { factory, type Iri, localName, namedNode, type NamedNode, node, type Quad, triple } from '../rdf/terms.js';
import { dcterms, xsd } from '../rdf/vocabulary.js';
import type { Transaction } from '../store/store.js';
import type { UriScheme } from '../uris.js';

/** An object with more is found by the first ones. */
export const MAX_WORDS = 32;
/** The shortest word that is looked up, in characters. */
export const MIN_WORD = 2;
/** Longer words are found by their beginnings. */
const MAX_LENGTH = 40;
/** The part of a text in which words are looked for. */
const MAX_TEXT = 2_000;
/** Days of one flight. */
const MAX_DAYS = 8;

/** The properties with names; those of an object itself come before those of its parts. */
const naming = ['name', 'shortName', 'firstName', 'lastName', 'locationName', 'documentName'] as const;
/** The properties that say what the goods are, and titles in words. */
const describing = [
  ...(['goodsDescription', 'description', 'productDescription', 'properShippingName'] as const),
  ...(['hsCommodityName', 'hsCommodityDescription', 'shippingMarks'] as const),
] as const;

/** Whether a property gives a thing its name; the others describe it. */
export const isNaming = (property: string): boolean => naming.some((name) => name === property);

/** The form in which words are compared: lower case, without accents, `ß` as `ss` (K35). */
export const folded = (text: string): string =>
  text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '').replaceAll('ß', 'ss');

/** The words of a text in their order, folded, each once. */
export function wordsOf(text: string): string[] {
  const words = folded(text.slice(0, MAX_TEXT)).match(/[\p{L}\p{N}]+/gu) ?? [];
  const long = words.map((word) => Array.from(word).slice(0, MAX_LENGTH)).filter(({ length }) => length >= MIN_WORD);
  return [...new Set(long.map((word) => word.join('')))];
}

/** The word for a flight on a day. @param day as `2026-11-22`. */
export const flightWord = (flight: string, day: string): string =>
  folded(flight).replace(/[^\p{L}\p{N}]/gu, '') + day.replaceAll('-', '');

/** Milestones of a movement that are no departure: arrival and landing, whether actual, estimated or scheduled. */
const ARRIVAL = /^[AES][AL]$/;

/** Finds the words in the statements of objects. */
export class Words {
  readonly #properties: readonly NamedNode[];
  readonly #flight: NamedNode;
  readonly #times: NamedNode;
  readonly #timestamp: NamedNode;
  readonly #milestone: NamedNode;
  readonly #direction: NamedNode;

  /** @param cargo the namespace of the data model. */
  constructor(cargo: string) {
    const term = (name: string): NamedNode => namedNode(cargo + name);
    this.#properties = [...naming, ...describing].map(term);
    [this.#flight, this.#times, this.#timestamp] = [
      term('transportIdentifier'),
      term('movementTimes'),
      term('movementTimestamp'),
    ];
    [this.#milestone, this.#direction] = [term('movementMilestone'), term('direction')];
  }

  /** The words of an object and its embedded objects: its flights first, then names, then goods. */
  in(data: Graph, object: Iri): readonly string[] {
    const found = new Set(this.#flights(data));
    for (const text of this.texts(data, object)) for (const word of wordsOf(text.value)) found.add(word);
    return [...found].slice(0, MAX_WORDS);
  }

  /** The texts with words, those of the object itself first, in the order of the properties. */
  texts(data: Graph, object: Iri): { readonly property: string; readonly value: string }[] {
    return this.#properties.flatMap((property) => {
      const stated = Array.from(data.match(null, property)).filter(
        ({ object: { termType } }) => termType === 'Literal',
      );
      const isOwn = ({ subject }: Quad): number => (subject.value === object ? 0 : 1);
      return stated
        .sort((one, other) => isOwn(one) - isOwn(other) || compareTexts(one.object.value, other.object.value))
        .map(({ object: { value } }) => ({ property: localName(property.value), value }));
    });
  }

  /** Each flight on the days of its departure: in UTC, and as they are written, in the zone of the place. */
  #flights(data: Graph): string[] {
    return Array.from(data.match(null, this.#flight)).flatMap(({ subject, object: { value } }) => {
      const days = data.objects(subject, this.#times).flatMap((time) => {
        const milestone = data.object(time, this.#milestone)?.value ?? '';
        const direction = data.object(time, this.#direction)?.value ?? '';
        if (ARRIVAL.test(localName(milestone)) || localName(direction) === 'INBOUND') return [];
        return data.objects(time, this.#timestamp).flatMap((stamp) => daysOf(stamp.value));
      });
      return [...new Set(days)]
        .sort()
        .slice(0, MAX_DAYS)
        .map((day) => flightWord(value, day));
    });
  }
}

/** The day of a time in UTC, and the one that is written. */
function daysOf(text: string): string[] {
  const instant = instantOf(text);
  const [written] = /^\d{4}-\d\d-\d\d(?=T)/.exec(text) ?? [];
  if (!Number.isFinite(instant) || written === undefined) return [];
  return [new Date(instant).toISOString().slice(0, written.length), written];
}

/** What the graph of an object's words says. */
function wordStatements(object: Iri, created: Date, words: readonly string[]): Quad[] {
  return [
    triple(node(object), dcterms.created, factory.literal(created.toISOString(), xsd.dateTime)),
    triple(node(object), dcterms.subject, factory.literal(words.join(' '))),
  ];
}

/** The words in the graph of an object's words; a stored text is not trusted. */
export function storedWords(data: Graph, object: Iri): string[] {
  const text = data.object(node(object), dcterms.subject)?.value ?? '';
  return text
    .split(' ')
    .filter((word) => word.length <= MAX_LENGTH * 2 && /^[\p{L}\p{N}]{2,}$/u.test(word))
    .slice(0, MAX_WORDS);
}

/** Writes the words of an object, unless they are there already. */
export async function writeWords(
  tx: Transaction,
  { object, created }: { readonly object: Iri; readonly created: Date },
  words: readonly string[],
  uris: UriScheme,
): Promise<void> {
  const graph = uris.words(object);
  const stored = (await tx.read(graph)).object(node(object), dcterms.subject)?.value ?? '';
  if (stored === words.join(' ')) return;
  if (words.length === 0) await tx.drop(graph);
  else await tx.replace(graph, wordStatements(object, created, words));
}
