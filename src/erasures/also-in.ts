/** Where else erased texts stand (P37): the node does not guess, a person decides. */
import { turns } from '../async/turns.js';
import { factory, type Iri, iri, isLiteral, node, type Quad, triple } from '../rdf/terms.js';
import { rdfs, rdfTerms, xsd } from '../rdf/vocabulary.js';
import { writeTriples } from '../store/oxigraph/ntriples.js';
import type { GraphSource } from '../store/store.js';

/** The shortest text that is searched for, in characters: shorter ones are everywhere. */
const MIN_LENGTH = 4;
const MOST_PLACES = 100;
/** Texts that are searched for. */
const MOST_TEXTS = 1_000;
/** The longest time that is searched. */
const SEARCHED_MS = 30_000;
/** Graphs looked at before others get a turn. */
const IN_STEP = 50;

export interface OtherPlaces {
  readonly graphs: readonly Iri[];
  /** Whether there may be more. */
  readonly truncated: boolean;
}

/** @returns the texts of statements that are worth a search. */
export const textsOf = (statements: Iterable<Quad>): ReadonlySet<string> =>
  new Set(
    Array.from(statements).flatMap(({ object }) =>
      isLiteral(object) && isText(object.datatype.value) && Array.from(object.value).length >= MIN_LENGTH
        ? [object.value]
        : [],
    ),
  );

/** Not a number or a time, which many things share. */
const isText = (datatype: string): boolean => datatype === xsd.string.value || datatype === rdfTerms.langString.value;

/**
 * @param isLeftOut graphs that the erasure itself takes, or that repeat others.
 * @param now in milliseconds.
 */
export async function findAlsoIn(
  source: Pick<GraphSource, 'graphs'>,
  texts: ReadonlySet<string>,
  isLeftOut: (graph: Iri) => boolean,
  now: () => number = () => performance.now(),
): Promise<OtherPlaces> {
  if (texts.size === 0) return { graphs: [], truncated: false };
  const wanted = [...texts].slice(0, MOST_TEXTS).map(asStored);
  const graphs: Iri[] = [];
  const end = now() + SEARCHED_MS;
  let step = 0;
  for await (const { graph, text } of source.graphs()) {
    step += 1;
    if (step % IN_STEP === 0) await turns.next();
    if (now() > end) return { graphs, truncated: true };
    if (isLeftOut(graph) || !wanted.some((one) => text.includes(one))) continue;
    if (graphs.length === MOST_PLACES) return { graphs, truncated: true };
    graphs.push(graph);
  }
  return { graphs: graphs.sort(), truncated: texts.size > MOST_TEXTS };
}

const SUBJECT = node(iri('urn:text'));

/** A text as it is within a stored statement. */
function asStored(text: string): string {
  const line = writeTriples([triple(SUBJECT, rdfs.label, factory.literal(text))]);
  return line.slice(line.indexOf('"') + 1, line.lastIndexOf('"'));
}
