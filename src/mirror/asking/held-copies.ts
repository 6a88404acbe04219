/** What is held of a partner's object, now and at past times (M48, M49). */
import { ServiceError } from '../../errors.js';
import { type Graph, graphOf } from '../../rdf/graph.js';
import { extended, type Iri, isIri, node } from '../../rdf/terms.js';
import type { LookupEntry } from '../../store/lookup.js';
import type { CopyHead } from '../copies/copy-facts.js';
import type { Copies } from '../copies/copies.js';
import { asReceived } from '../copies/nodes.js';
import type { CopyProvenance } from '../copies/provenance.js';
import type { MirrorContext } from '../mirror-services.js';

/** Revisions read at a time. */
const PAGE = 100;

/** A revision as it is shown. */
export interface HeldRevision {
  /** Of the revision, or of the variant that an internal agent has put in its place (M40). */
  readonly provenance: CopyProvenance;
  /** When that was decided. */
  readonly decidedAt: Date | undefined;
}

export class HeldCopies {
  readonly #parseDecision = (data: Graph, graph: Iri): Date | undefined => {
    const { uris, ext } = this.context;
    return data.date(node(uris.subjectOf(graph)), ext.decided);
  };

  constructor(
    private readonly context: MirrorContext,
    private readonly copies: Copies,
  ) {}

  /** @throws ServiceError `not-found` */
  async headOrThrow(object: Iri): Promise<CopyHead> {
    const head = await this.copies.find(object);
    if (head !== undefined) return head;
    throw missing(object, 'this node has no copy of this object');
  }

  /** The highest revision; undefined if nothing is held. */
  async newest({ object }: CopyHead): Promise<HeldRevision | undefined> {
    for await (const provenance of this.held(object)) return this.#visible(provenance);
    return undefined;
  }

  /** @throws ServiceError `not-found` if nothing is held. */
  async latest(head: CopyHead): Promise<HeldRevision> {
    const newest = await this.newest(head);
    if (newest !== undefined) return newest;
    throw missing(head.object, 'no revision of this object is held');
  }

  /** @throws ServiceError `not-found` for a revision that is not held, with the reason. */
  async numbered(head: CopyHead, number: number): Promise<HeldRevision> {
    const { object, gaps, seen } = head;
    const provenance = await this.copies.revision(object, number);
    if (provenance !== undefined && provenance.purgedAt === undefined) return this.#visible(provenance);
    if (provenance?.purgedAt !== undefined)
      throw missing(object, `revision ${number} was deleted from this node at ${provenance.purgedAt.toISOString()}`);
    const gap = gaps.find(({ from, to }) => from <= number && number <= to);
    if (gap !== undefined) throw missing(object, `revision ${number} is not held: ${gap.reason}`);
    throw missing(object, `revision ${number} is not held; the highest that the partner has named is ${seen}`);
  }

  /** The highest revision that this node held at a time. @throws ServiceError `not-found` before the first. */
  async heldAt({ object }: CopyHead, until: Date): Promise<HeldRevision> {
    for await (const provenance of this.held(object))
      if (provenance.receivedAt <= until) return this.#visible(provenance, until);
    throw missing(object, `this node held no revision at ${until.toISOString()}`);
  }

  /**
   * The highest revision whose valid time is not after another: as it is known now.
   *
   * @throws ServiceError `not-found` before the first.
   */
  async validAt({ object }: CopyHead, until: Date): Promise<HeldRevision> {
    for await (const provenance of this.held(object))
      if (provenance.validAt !== undefined && provenance.validAt <= until) return this.#visible(provenance);
    throw missing(object, `no revision that is held was valid at ${until.toISOString()}`);
  }

  /** The revisions with statements, the highest number first. */
  async *held(object: Iri): AsyncGenerator<CopyProvenance, void, undefined> {
    const { store, lookups } = this.context;
    let after: LookupEntry | undefined;
    do {
      const page: LookupEntry[] = await store.lookup(lookups.mirror.revisions, object, {
        ...{ limit: PAGE, reverse: true },
        ...(after && { after }),
      });
      for (const { value } of page) {
        const provenance = await this.copies.provenanceOf(value);
        if (provenance !== undefined && provenance.purgedAt === undefined) yield provenance;
      }
      after = page.length < PAGE ? undefined : page.at(-1);
    } while (after !== undefined);
  }

  /** The statements of a revision or of a variant with the names of this node (M26). */
  async stored({ subject }: CopyProvenance): Promise<Graph> {
    const { store, uris } = this.context;
    return graphOf([...(await store.read(subject)), ...(await store.read(uris.copyBeside(subject)))]);
  }

  /** The statements as received (M23). */
  async received(provenance: CopyProvenance): Promise<Graph> {
    return this.asReceived(provenance.object, await this.stored(provenance));
  }

  /** Statements with the names of embedded nodes as received. */
  asReceived(object: Iri, statements: Graph): Graph {
    return graphOf(asReceived(extended(this.context.uris.copyPrefix(object), '/nodes/'), statements));
  }

  /** The resource that an answer is about: the object, or the address to which it was redirected (M22). */
  rootOf({ object, url }: CopyProvenance, statements: Graph): Iri {
    const address = url.replace(/[?#].*$/s, '');
    return statements.about(node(object)).length === 0 && isIri(address) ? address : object;
  }

  /** @param until a past time: a later decision does not count. */
  async #visible(provenance: CopyProvenance, until?: Date): Promise<HeldRevision> {
    let visible: HeldRevision = { provenance, decidedAt: undefined };
    for (let index = 1; index <= provenance.variants; index += 1) {
      const variant = this.context.uris.copyVariant(provenance.subject, index);
      const graph = this.context.uris.provenance(variant);
      const decidedAt = await this.context.parsedGraphs.get(graph, this.#parseDecision);
      if (decidedAt === undefined || (until !== undefined && decidedAt > until)) continue;
      if (visible.decidedAt !== undefined && visible.decidedAt >= decidedAt) continue;
      const accepted = await this.copies.provenanceOf(variant);
      if (accepted !== undefined) visible = { provenance: accepted, decidedAt };
    }
    return visible;
  }
}

const missing = (resource: Iri, message: string): ServiceError => new ServiceError('not-found', { message, resource });
