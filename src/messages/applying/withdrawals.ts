/** What a message takes back: a deleted waybill keeps its statements and gets a mark, houses are unlinked (X52). */
import { type Graph, graphOf } from '../../rdf/graph.js';
import { factory, type Iri, iri, isIri, node, type Quad, triple } from '../../rdf/terms.js';
import { rdfTerms } from '../../rdf/vocabulary.js';
import type { UriScheme } from '../../uris.js';
import type { MessageType } from '../mapping/mappings.js';
import { isEmbedded } from './content.js';
import { type Stated, type StatedObject, statementsAbout } from './stated.js';

export interface WithdrawalContext {
  readonly uris: UriScheme;
  /** The namespace of the data model. */
  readonly cargo: string;
  /** What the last message of the type said. */
  readonly before: Graph | undefined;
}

/** The objects that a message described. */
export function objectsOf(before: Graph, { uris, cargo }: WithdrawalContext): StatedObject[] {
  return before.subjects().flatMap((subject): StatedObject[] => {
    if (isEmbedded(subject) || !isIri(subject.value) || uris.objectId(subject.value) === undefined) return [];
    const uri = subject.value;
    const [type] = before.types(subject);
    const isShared = type === iri(`${cargo}Location`) || type === iri(`${cargo}Carrier`);
    const root = node(uri);
    return type === undefined ? [] : [{ uri, root, type, isShared, quads: [...statementsAbout(before, uri)] }];
  });
}

/** A deletion says what the message before said, with a mark on the waybill; that of a list of houses names none. */
export function delete_(stated: Stated, type: MessageType, context: WithdrawalContext): void {
  if (type === 'XFHL') {
    const waybill = stated.find(stated.waybill);
    const link = iri(`${context.cargo}houseWaybills`);
    if (waybill === undefined) return;
    waybill.quads = waybill.quads.filter(({ predicate }) => predicate.value !== link);
    stated.keep([waybill]);
    return;
  }
  const { before } = context;
  const objects = before === undefined ? [] : objectsOf(before, context);
  const own = stated.find(stated.waybill);
  const waybill = objects.find(({ uri }) => uri === stated.waybill) ?? (own && { ...own, quads: [] });
  if (waybill === undefined) return;
  if (!objects.includes(waybill)) objects.push(waybill);
  waybill.quads = [...waybill.quads.filter(({ object }) => object.value !== MARK), ...mark(waybill, context.cargo)];
  stated.keep(objects);
}

const MARK = 'Deleted';
const MARK_NODE = 'deleted';

function mark({ root, quads }: StatedObject, cargo: string): Quad[] {
  const isMarked = quads.some(({ object }) => object.value === MARK);
  const term = (name: string): ReturnType<typeof node> => node(iri(`${cargo}${name}`));
  const identifier = factory.blankNode(MARK_NODE);
  return isMarked
    ? quads.filter(({ object }) => object.value === MARK)
    : [
        triple(root, term('otherIdentifiers'), identifier),
        triple(identifier, rdfTerms.type, term('OtherIdentifier')),
        triple(identifier, term('otherIdentifierType'), factory.literal('Message status')),
        triple(identifier, term('textualValue'), factory.literal(MARK)),
      ];
}

/** Houses that the list before named, and this one does not: their own links are withdrawn as well. */
export function unlinkHouses(stated: Stated, { cargo, uris, before }: WithdrawalContext): void {
  if (before === undefined) return;
  const link = node(iri(`${cargo}masterWaybill`));
  for (const { subject, predicate, object } of before.match(null, link)) {
    if (!isIri(subject.value) || object.value !== stated.waybill || stated.find(subject.value) !== undefined) continue;
    const uri: Iri = subject.value;
    if (uris.objectId(uri) === undefined) continue;
    stated.objects.push({
      uri,
      root: node(uri),
      type: iri(`${cargo}Waybill`),
      isShared: false,
      quads: [],
      withdrawn: graphOf([triple(subject, predicate, object)]),
    });
  }
}
