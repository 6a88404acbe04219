/** The terms of erasures and legal holds (P26 to P44), in the node's own namespace of extensions and in Activity Streams. */
import { type Iri, iri, type IriNode, node } from './terms.js';
import { rdfs, rdfTerms, terms, xsd } from './vocabulary.js';

export const asNs = 'https://www.w3.org/ns/activitystreams#';

/** Activity Streams 2.0. */
export const activityStreams = terms(asNs, ['Delete', 'Tombstone', 'Update', 'deleted', 'formerType']);

/** Why something was erased (P26). */
export const erasureReasons = ['DATA_SUBJECT_REQUEST', 'LEGAL_ORDER', 'RETENTION', 'MISTAKE', 'OTHER'] as const;
export type ErasureReason = (typeof erasureReasons)[number];

const reasonDescriptions: Readonly<Record<ErasureReason, string>> = {
  DATA_SUBJECT_REQUEST: 'A person has asked for the erasure of data about them.',
  LEGAL_ORDER: 'A court or an authority has ordered it.',
  RETENTION: 'The time for which the data may be kept is over.',
  MISTAKE: 'The data should not have been here.',
  OTHER: 'Another reason.',
};

const descriptions = {
  Erasure: ['An erasure: what was erased, when, by whom and why.', rdfs.Class],
  hasTombstone: ['The tombstone of an erased resource.', activityStreams.Tombstone],
  hasErasure: ['The erasure of a resource.', rdfs.Resource],
  hasErasureEntry: ['The entry of an erasure in the log of proofs.', rdfs.Resource],
  erases: ['What an erasure is about.', rdfs.Resource],
  hasProperty: ['The property whose values an erasure took away.', rdfTerms.Property],
  embeddedNode: ['The embedded node of which an erasure took a property away.', rdfs.Resource],
  erasedFrom: ['A graph from which an erasure took statements away.', rdfs.Resource],
  hasReason: ['The reason of an erasure or of a legal hold.', rdfs.Resource],
  formerReader: ['An agent that could read a resource when it was erased.', rdfs.Resource],
  comment: ['A remark on an erasure, for internal agents.', xsd.string],
  purged: ['When the bytes of what was erased were gone from the files of the store.', xsd.dateTime],
  receivers: ['The number of agents that are notified of an erasure.', xsd.integer],
  Hold: ['A legal hold: what it is about is neither erased nor expired.', rdfs.Class],
  holds: ['What a legal hold is about.', rdfs.Resource],
  Expiry: ['The end of receipts whose time was over.', rdfs.Class],
  receipts: ['The number of receipts that have expired together.', xsd.integer],
  emptiedEntries: ['Positions in the log of entries that lost their content, as in 3 5-8.', xsd.string],
} as const;

export type ErasureTerm = keyof typeof descriptions | ErasureReason;
export type ErasureTerms = Readonly<Record<ErasureTerm, IriNode>>;

/** @param extensions the vocabulary of the node's extensions (`UriScheme.extensions`). */
export function erasureTerms(extensions: Iri): ErasureTerms {
  const names = [...Object.keys(descriptions), ...erasureReasons];
  const pairs = names.map((name) => [name, node(iri(`${extensions}#${name}`))] as const);
  return Object.freeze(Object.fromEntries(pairs)) as ErasureTerms;
}

export interface DescribedErasureTerm {
  readonly name: ErasureTerm;
  /** Such as `has reason`. */
  readonly label: string;
  readonly comment: string;
  /** The range of a property, or the type of a class or an individual. */
  readonly kind: { readonly range: IriNode } | { readonly type: IriNode };
}

/** The terms as the vocabulary describes them (W30). */
export function describedErasureTerms(): DescribedErasureTerm[] {
  const isTerm = (name: string): name is keyof typeof descriptions => Object.hasOwn(descriptions, name);
  return [
    ...Object.keys(descriptions)
      .filter(isTerm)
      .map((name): DescribedErasureTerm => {
        const [comment, range] = descriptions[name];
        return { name, label: labelOf(name), comment, kind: range === rdfs.Class ? { type: range } : { range } };
      }),
    ...erasureReasons.map((name): DescribedErasureTerm => ({
      name,
      label: name.toLowerCase().replaceAll('_', ' '),
      comment: reasonDescriptions[name],
      kind: { type: rdfs.Resource },
    })),
  ];
}

const labelOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
