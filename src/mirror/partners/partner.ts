/** What this node knows about the server of a partner. */
import { type ApiVersion, parseApiVersion } from '../../api-versions.js';
import type { Graph } from '../../rdf/graph.js';
import type { MirrorTerms } from '../../rdf/mirror-terms.js';
import { StoredPropertyReader } from '../../rdf/stored-property-reader.js';
import { type Iri, node, type Quad } from '../../rdf/terms.js';
import { dcterms } from '../../rdf/vocabulary.js';
import { Facts } from '../facts.js';
import { type UnreachableReason, unreachableReasons } from './unreachable.js';

export type PartnerCondition =
  { readonly kind: 'unknown' | 'answering' } | { readonly kind: 'unreachable'; readonly reason: UnreachableReason };

export interface HolderChange {
  readonly from: Iri;
  readonly to: Iri;
  readonly at: Date;
}

export interface Partner {
  readonly uri: Iri;
  /** The base URL: the URIs of its objects up to `/logistics-objects/`. */
  readonly server: Iri;
  readonly createdAt: Date;
  /** The data holder by its server information; undefined until that has been read (M19). */
  readonly holder: Iri | undefined;
  /** The last time that the server named another one. */
  readonly holderChange: HolderChange | undefined;
  readonly versions: readonly ApiVersion[];
  readonly informedAt: Date | undefined;
  readonly condition: PartnerCondition;
  readonly since: Date;
  /** Whether its copies and follows have been told of its condition (M33). */
  readonly isApplied: boolean;
  readonly answeredAt: Date | undefined;
  /** No request is sent before (M43). */
  readonly notBefore: Date | undefined;
}

export const newPartner = (uri: Iri, server: Iri, at: Date): Partner => ({
  uri,
  server,
  createdAt: at,
  holder: undefined,
  holderChange: undefined,
  versions: [],
  informedAt: undefined,
  condition: { kind: 'unknown' },
  since: at,
  isApplied: true,
  answeredAt: undefined,
  notBefore: undefined,
});

export function describePartner(partner: Partner, ext: MirrorTerms): Quad[] {
  const { condition } = partner;
  return new Facts(node(partner.uri))
    .iri(ext.server, partner.server)
    .date(dcterms.created, partner.createdAt)
    .iri(ext.holder, partner.holder)
    .iri(ext.formerHolder, partner.holderChange?.from)
    .date(ext.holderChanged, partner.holderChange?.at)
    .texts(ext.supportedVersion, partner.versions)
    .date(ext.informed, partner.informedAt)
    .text(ext.state, condition.kind)
    .text(ext.reason, 'reason' in condition ? condition.reason : undefined)
    .date(ext.since, partner.since)
    .flag(ext.applied, partner.isApplied)
    .date(ext.answered, partner.answeredAt)
    .date(ext.notBefore, partner.notBefore).statements;
}

export function readPartner(data: Graph, uri: Iri, ext: MirrorTerms): Partner | undefined {
  const facts = new StoredPropertyReader(data, node(uri));
  const [server, createdAt] = [facts.iri(ext.server), facts.date(dcterms.created)];
  if (server === undefined || createdAt === undefined) return undefined;
  const [holder, from, at] = [facts.iri(ext.holder), facts.iri(ext.formerHolder), facts.date(ext.holderChanged)];
  const reason = unreachableReasons.find((one) => one === facts.text(ext.reason));
  const isAnswering = facts.text(ext.state) === 'answering';
  return {
    uri,
    server,
    createdAt,
    holder,
    holderChange: holder && from && at && { from, to: holder, at },
    versions: facts.texts(ext.supportedVersion).flatMap((text) => parseApiVersion(text) ?? []),
    informedAt: facts.date(ext.informed),
    condition: reason === undefined ? { kind: isAnswering ? 'answering' : 'unknown' } : { kind: 'unreachable', reason },
    since: facts.date(ext.since) ?? createdAt,
    isApplied: facts.flag(ext.applied),
    answeredAt: facts.date(ext.answered),
    notBefore: facts.date(ext.notBefore),
  };
}
