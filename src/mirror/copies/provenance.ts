/** The provenance of what was received (M27): when, from where, because of what, and its digest. */
import type { Graph } from '../../rdf/graph.js';
import type { MirrorTerms } from '../../rdf/mirror-terms.js';
import { StoredPropertyReader } from '../../rdf/stored-property-reader.js';
import { type Iri, isIri, node, type Quad, triple } from '../../rdf/terms.js';
import { dcterms, prov, rdfTerms, type Vocabulary } from '../../rdf/vocabulary.js';
import { Facts } from '../facts.js';
import type { ObjectAnswer } from '../fetching/fetch-object.js';
import type { ReceivedEvent } from '../fetching/received.js';
import { type Decision, type Due, type FoundBy, foundBys } from './copy-facts.js';
import { describeDecision, readDecision } from './head.js';

export interface CopyProvenance {
  /** The graph of the revision or of its variant. */
  readonly subject: Iri;
  readonly object: Iri;
  readonly number: number;
  readonly receivedAt: Date;
  /** The partner's `Last-Modified`. */
  readonly validAt: Date | undefined;
  readonly holder: Iri | undefined;
  /** The URL that answered. */
  readonly url: string;
  readonly foundBy: FoundBy;
  readonly hint: Iri | undefined;
  readonly digest: string;
  /** Over what is left after the erasure of a property. */
  readonly digestAfterErasure: string | undefined;
  /** When statements were deleted because the partner had erased these properties. */
  readonly erasedAt: Date | undefined;
  readonly erasedProperties: readonly Iri[];
  readonly statements: number;
  readonly bytes: number;
  readonly etag: string | undefined;
  readonly version: string | undefined;
  readonly isCounted: boolean;
  /** The number of variants. */
  readonly variants: number;
  /** That a variant is shown in place of its revision. */
  readonly decision: Decision | undefined;
  /** When the statements were deleted, and by whom. */
  readonly purgedAt: Date | undefined;
  readonly purgedBy: Iri | undefined;
}

/** The digest by which a later answer is compared: that of what an erasure has left (M68). */
export const digestNow = ({ digest, digestAfterErasure }: CopyProvenance): string => digestAfterErasure ?? digest;

/** Why a revision was asked for. */
export interface Finding {
  readonly by: FoundBy;
  readonly hint?: Iri | undefined;
  /** When the last notification about the object was received. */
  readonly heardAt?: Date | undefined;
  /** The request that was due. */
  readonly taken: Due | undefined;
  /** Whether the answer is the newest revision, not one of a past time. */
  readonly isNewest: boolean;
}

/** The provenance of an answer. @param subject the graph of the revision, or of its variant. */
export function provenanceOf(
  subject: Iri,
  object: Iri,
  number: number,
  { answer, finding, now }: { readonly answer: ObjectAnswer; readonly finding: Finding; readonly now: Date },
): CopyProvenance {
  const { url, modified, holder, bytes, etag, version } = answer;
  return {
    ...{ subject, object, number, receivedAt: now, validAt: modified, holder, url, bytes, etag, version },
    ...{ foundBy: finding.by, hint: finding.hint, digest: answer.object.digest, statements: answer.object.statements },
    ...{ digestAfterErasure: undefined, erasedAt: undefined, erasedProperties: [] },
    ...{
      isCounted: answer.revision === undefined,
      variants: 0,
      decision: undefined,
      purgedAt: undefined,
      purgedBy: undefined,
    },
  };
}

export interface ProvenanceTerms {
  readonly ext: MirrorTerms;
  readonly vocabulary: Pick<Vocabulary, 'api'>;
}

export function describeProvenance(facts: CopyProvenance, { ext, vocabulary: { api } }: ProvenanceTerms): Quad[] {
  const root = node(facts.subject);
  return [
    triple(root, rdfTerms.type, prov.Entity),
    ...new Facts(root)
      .count(api.hasRevision, facts.number)
      .iri(prov.specializationOf, facts.object)
      .date(prov.generatedAtTime, facts.receivedAt)
      .date(dcterms.modified, facts.validAt)
      .iri(prov.wasAttributedTo, facts.holder)
      .address(prov.wasDerivedFrom, facts.url)
      .text(ext.foundBy, facts.foundBy)
      .iri(prov.wasInfluencedBy, facts.hint)
      .text(ext.digest, facts.digest)
      .text(ext.digestAfterErasure, facts.digestAfterErasure)
      .date(ext.erased, facts.erasedAt)
      .iris(ext.erasedProperty, facts.erasedProperties)
      .count(ext.statements, facts.statements)
      .count(ext.bytes, facts.bytes)
      .text(ext.etag, facts.etag)
      .text(ext.apiVersion, facts.version)
      .count(ext.variants, facts.variants > 0 ? facts.variants : undefined)
      .date(ext.purged, facts.purgedAt)
      .iri(prov.wasInvalidatedBy, facts.purgedBy).statements,
    ...(facts.decision === undefined ? [] : describeDecision(new Facts(root), facts.decision, ext).statements),
    ...(facts.isCounted ? new Facts(root).flag(ext.counted, true).statements : []),
  ];
}

export function readProvenance(
  data: Graph,
  subject: Iri,
  { ext, vocabulary: { api } }: ProvenanceTerms,
): CopyProvenance | undefined {
  const facts = new StoredPropertyReader(data, node(subject));
  const [object, number] = [facts.iri(prov.specializationOf), facts.integer(api.hasRevision)];
  const [receivedAt, digest] = [facts.date(prov.generatedAtTime), facts.text(ext.digest)];
  if (object === undefined || number === undefined || receivedAt === undefined || digest === undefined)
    return undefined;
  const [url] = facts.terms(prov.wasDerivedFrom);
  const hint = facts.iri(prov.wasInfluencedBy);
  return {
    ...{ subject, object, number, receivedAt, digest },
    validAt: facts.date(dcterms.modified),
    digestAfterErasure: facts.text(ext.digestAfterErasure),
    erasedAt: facts.date(ext.erased),
    erasedProperties: facts.iris(ext.erasedProperty).toSorted(),
    holder: facts.iri(prov.wasAttributedTo),
    url: url?.value ?? '',
    foundBy: foundBys.find((by) => by === facts.text(ext.foundBy)) ?? 'sweep',
    hint: hint !== undefined && isIri(hint) ? hint : undefined,
    statements: facts.integer(ext.statements) ?? 0,
    bytes: facts.integer(ext.bytes) ?? 0,
    etag: facts.text(ext.etag),
    version: facts.text(ext.apiVersion),
    isCounted: facts.flag(ext.counted),
    variants: facts.integer(ext.variants) ?? 0,
    decision: readDecision(facts, ext),
    purgedAt: facts.date(ext.purged),
    purgedBy: facts.iri(prov.wasInvalidatedBy),
  };
}

export const describeEventProvenance = (
  graph: Iri,
  object: Iri,
  { event, digest, statements }: ReceivedEvent,
  now: Date,
  ext: MirrorTerms,
): Quad[] => [
  triple(node(graph), rdfTerms.type, prov.Entity),
  ...new Facts(node(graph))
    .iri(ext.copyOf, object)
    .iri(prov.specializationOf, event)
    .date(prov.generatedAtTime, now)
    .text(ext.digest, digest)
    .count(ext.statements, statements).statements,
];
