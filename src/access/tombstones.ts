/**
 * What is left of an erased object or event: that it was here, when and why it was erased, and who could read it then,
 * because its access control list is gone (P32).
 */
import type { Tombstone } from '../errors.js';
import type { Caller } from '../http/caller.js';
import { ErasedResource } from '../http/erased-resource.js';
import { activityStreams, type ErasureTerms, erasureTerms } from '../rdf/erasure-terms.js';
import type { Graph } from '../rdf/graph.js';
import { factory, type Iri, isIri, node, type Quad, triple } from '../rdf/terms.js';
import { acl, rdfTerms, type Vocabulary, xsd } from '../rdf/vocabulary.js';
import type { ParsedGraphs } from '../store/cache/parsed-graphs.js';
import type { LookupReader } from '../store/lookup.js';
import type { UriScheme } from '../uris.js';
import type { EntryFinder } from '../store/proof-log.js';
import type { AccessLookups } from './lookups.js';

export interface StoredTombstone {
  /** The object or event. */
  readonly resource: Iri;
  readonly formerType: Iri | undefined;
  readonly deletedAt: Date;
  /** The term of the reason. */
  readonly reason: Iri;
  readonly erasure: Iri;
  /** Of an object. */
  readonly latestRevision: number | undefined;
  /** Who could read the resource, its list of events, or a request about it; `acl:AuthenticatedAgent` is everybody. */
  readonly readers: ReadonlyMap<Iri, readonly Iri[]>;
}

/** The statements of a tombstone: nothing of what was erased. */
export function describeTombstone(tombstone: StoredTombstone, { api }: Vocabulary, ext: ErasureTerms): Quad[] {
  const { resource, formerType, deletedAt, reason, erasure, latestRevision, readers } = tombstone;
  const root = node(resource);
  return [
    triple(root, rdfTerms.type, activityStreams.Tombstone),
    ...(formerType === undefined ? [] : [triple(root, activityStreams.formerType, node(formerType))]),
    triple(root, activityStreams.deleted, factory.literal(deletedAt.toISOString(), xsd.dateTime)),
    triple(root, ext.hasReason, node(reason)),
    triple(root, ext.hasErasure, node(erasure)),
    ...(latestRevision === undefined
      ? []
      : [triple(root, api.hasLatestRevision, factory.literal(String(latestRevision), xsd.integer))]),
    ...Array.from(readers).flatMap(([subject, agents]) =>
      agents.map((agent) => triple(node(subject), ext.formerReader, node(agent))),
    ),
  ];
}

/** The tombstone in a graph; undefined for an empty one. */
function readTombstone(
  data: Graph,
  resource: Iri,
  { api }: Vocabulary,
  ext: ErasureTerms,
): StoredTombstone | undefined {
  const root = node(resource);
  const deletedAt = data.date(root, activityStreams.deleted);
  const [reason, erasure] = [data.iri(root, ext.hasReason), data.iri(root, ext.hasErasure)];
  if (deletedAt === undefined || reason === undefined || erasure === undefined) return undefined;
  const readers = new Map<Iri, Iri[]>();
  for (const { subject } of data.match(null, ext.formerReader))
    if (isIri(subject.value)) readers.set(subject.value, data.iris(subject, ext.formerReader));
  const revision = Number(data.object(root, api.hasLatestRevision)?.value ?? NaN);
  const latestRevision = Number.isSafeInteger(revision) ? revision : undefined;
  const formerType = data.iri(root, activityStreams.formerType);
  return { resource, formerType, deletedAt, reason, erasure, latestRevision, readers };
}

export class Tombstones {
  readonly #ext: ErasureTerms;
  readonly #parse: (data: Graph, graph: Iri) => StoredTombstone | undefined;

  /** @param proofLog undefined where it is switched off. */
  constructor(
    private readonly services: {
      readonly parsedGraphs: Pick<ParsedGraphs, 'get'>;
      readonly store: LookupReader;
      readonly lookups: { readonly access: Pick<AccessLookups, 'erasedRequests'> };
      readonly uris: UriScheme;
      readonly vocabulary: Vocabulary;
    },
    private readonly proofLog: EntryFinder | undefined,
  ) {
    const { uris, vocabulary } = services;
    this.#ext = erasureTerms(uris.extensions);
    this.#parse = (data, graph) => {
      const resource = uris.erasedResource(graph);
      return resource && readTombstone(data, resource, vocabulary, this.#ext);
    };
  }

  /** The tombstone of an object or event; undefined for one that was not erased. */
  find(resource: Iri): Promise<StoredTombstone | undefined> {
    return this.services.parsedGraphs.get(this.services.uris.tombstone(resource), this.#parse);
  }

  /** That of the object that an erased request was about; undefined for a request that was not erased. */
  async ofRequest(request: Iri): Promise<StoredTombstone | undefined> {
    const { store, lookups, uris } = this.services;
    const [entry] = await store.lookup(lookups.access.erasedRequests, request, { limit: 1 });
    const resource = entry && uris.erasedResource(entry.value);
    return resource && this.find(resource);
  }

  /** Whether a caller could read something when it was erased. */
  wasReader({ readers }: StoredTombstone, subject: Iri, { agent, internal }: Caller): boolean {
    const found = readers.get(subject) ?? [];
    return internal || found.includes(agent) || found.includes(acl.AuthenticatedAgent.value);
  }

  /** @throws ErasedResource if an object was erased. @param subject whose readers get 410: the object, or its list of events. */
  async assertNotErased(object: Iri, subject: Iri = object): Promise<void> {
    const found = await this.find(object);
    if (found !== undefined) throw await this.error(found, subject);
  }

  /** @param subject whose readers get 410. @param resource that the answer names. */
  async error(found: StoredTombstone, subject: Iri, resource: Iri = found.resource): Promise<ErasedResource> {
    const { formerType, deletedAt, reason, erasure } = found;
    const isWhole = resource === found.resource;
    const entry = await this.proofLog?.entryOf(erasure);
    const tombstone: Tombstone = {
      ...{ resource, deletedAt, reason, erasure },
      formerType: isWhole ? formerType : undefined,
      entry: entry && this.services.uris.logEntry(entry.epoch, entry.index),
    };
    return new ErasedResource(tombstone, (caller) => this.wasReader(found, subject, caller));
  }
}
