/**
 * Deletes the values of a property that a partner has erased (M68): a revision that is held comes without them, and the
 * audit trail says so. Without both, the partner contradicts itself (M40).
 */
import { type Iri, iri } from '../../rdf/terms.js';
import type { LookupEntry } from '../../store/lookup.js';
import { writeTriples } from '../../store/oxigraph/ntriples.js';
import type { Transaction } from '../../store/store.js';
import type { NothingFetched, ObjectAnswer, ObjectFetcher } from '../fetching/fetch-object.js';
import type { AnswerReader } from '../fetching/reader.js';
import type { ErasedProperty, ErasureRequest, ErasureResult, ReceivedGraph } from '../fetching/received.js';
import type { MirrorContext } from '../mirror-services.js';
import type { Copies } from './copies.js';
import type { CopyHead } from './copy-facts.js';
import { changedHead, describeHead } from './head.js';
import { type CopyProvenance, describeProvenance, digestNow, readProvenance } from './provenance.js';
import { variantsIn, visibleOf } from './variants.js';
import { VisibleNames } from './visible-names.js';

/** The revisions read at a time. */
const PAGE = 100;

/** What is left of a revision or variant. */
interface Left {
  readonly subject: Iri;
  readonly digest: string;
  readonly graph: ReceivedGraph;
}

/** Why it cannot be known whether something was erased. */
export type ErasureUnknown = Extract<NothingFetched, { kind: 'silent' | 'failed' }>;

export class ErasedProperties {
  readonly #names: VisibleNames;

  constructor(
    private readonly context: MirrorContext,
    private readonly parts: {
      readonly copies: Copies;
      readonly fetcher: Pick<ObjectFetcher, 'auditTrail'>;
      readonly reader: Pick<AnswerReader, 'read'>;
    },
  ) {
    this.#names = new VisibleNames(context);
  }

  /**
   * Looks at an answer before it is stored, and deletes what it shows to be erased: then it is what is held.
   *
   * @throws ReaderEnded and the errors of the store.
   */
  async follow(head: CopyHead, answer: ObjectAnswer, lost: AbortSignal): Promise<ErasureUnknown | undefined> {
    const { object, server } = head;
    const number = answer.revision;
    if (this.context.settings.mirror.erasure === 'keep' || number === undefined) return undefined;
    const held = await this.parts.copies.revision(object, number);
    if (held === undefined || held.purgedAt !== undefined) return undefined;
    const visible = visibleOf(held, await variantsIn(this.context.store, held, this.context));
    const { digest, main, beside } = answer.object;
    if (digestNow(visible) === digest) return undefined;
    const trail = await this.parts.fetcher.auditTrail(object, { server, lost });
    if (trail.kind === 'silent' || trail.kind === 'failed') return trail;
    if (trail.kind !== 'answer' || trail.value.erasedProperties.length === 0) return undefined;
    const properties = trail.value.erasedProperties.map((property) => ({ property, subjects: undefined }));
    const found = await this.#apply(head, visible, { properties, received: main + beside });
    if (found?.left?.digest !== digest) return undefined;
    await this.#purge(head, number, found.properties, lost);
    const erased = found.properties.map(({ property }) => property);
    this.context.log.info({ server, object, erased }, 'the partner has erased properties, which are deleted here');
    return undefined;
  }

  /** What an erasure leaves of a revision or variant; undefined if it cannot be told. */
  async #apply(
    { object, server }: CopyHead,
    { subject, url }: CopyProvenance,
    erased: ErasureRequest['erased'],
  ): Promise<ErasureResult | undefined> {
    const { store, uris } = this.context;
    const held = writeTriples([...(await store.read(subject)), ...(await store.read(uris.copyBeside(subject)))]);
    const read = await this.parts.reader.read({
      ...{ kind: 'erasure', object, server, held, erased },
      url: url.replace(/[?#].*$/s, ''),
      nodes: iri(`${uris.copyPrefix(object)}/nodes/`),
    });
    return read.kind === 'erasure' ? read : undefined;
  }

  /** All revisions and variants: the one that showed it last, so that it shows it again if this process ends before. */
  async #purge(head: CopyHead, last: number, properties: readonly ErasedProperty[], lost: AbortSignal): Promise<void> {
    const { store, lookups } = this.context;
    let after: LookupEntry | undefined;
    do {
      const page: LookupEntry[] = await store.lookup(lookups.mirror.revisions, head.object, {
        limit: PAGE,
        ...(after && { after }),
      });
      after = page.length < PAGE ? undefined : page.at(-1);
      for (const { value, order } of page) if (order !== last) await this.#purgeOne(head, value, properties, lost);
    } while (after !== undefined);
    const revision = this.context.uris.copyRevision(head.object, last);
    await this.#purgeOne(head, revision, properties, lost, (tx) => this.#rename(tx, head.object));
  }

  async #purgeOne(
    head: CopyHead,
    revision: Iri,
    properties: readonly ErasedProperty[],
    lost: AbortSignal,
    more?: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    const { store, uris } = this.context;
    const held = await this.parts.copies.provenanceOf(revision);
    if (held === undefined || held.purgedAt !== undefined) return;
    const left: Left[] = [];
    for (const one of [held, ...(await variantsIn(store, held, this.context))]) {
      const graph = (await this.#apply(head, one, { properties }))?.left;
      if (graph !== undefined) left.push({ subject: one.subject, digest: digestNow(one), graph });
    }
    if (left.length === 0 && more === undefined) return;
    await store.transact([uris.copyHead(head.object)], async (tx) => {
      for (const one of left) await this.#write(tx, one, properties);
      await more?.(tx);
      lost.throwIfAborted();
    });
  }

  async #write(
    tx: Transaction,
    { subject, digest, graph }: Left,
    properties: readonly ErasedProperty[],
  ): Promise<void> {
    const { uris, clock } = this.context;
    const known = readProvenance(await tx.read(uris.provenance(subject)), subject, this.context);
    // It was deleted, or received anew, meanwhile.
    if (known === undefined || known.purgedAt !== undefined || digestNow(known) !== digest) return;
    const beside = uris.copyBeside(subject);
    await tx.write(subject, graph.main, true);
    await (graph.beside === '' ? tx.erase(beside) : tx.write(beside, graph.beside, true));
    const erasedProperties = new Set([...known.erasedProperties, ...properties.map(({ property }) => property)]);
    const erased = { digestAfterErasure: graph.digest, erasedAt: clock.now(), erasedProperties: [...erasedProperties] };
    await tx.replace(uris.provenance(subject), describeProvenance({ ...known, ...erased }, this.context));
  }

  /** What the head says of the newest revision may have been erased. */
  async #rename(tx: Transaction, object: Iri): Promise<void> {
    const { uris, clock, ext } = this.context;
    const head = await this.parts.copies.in(tx, object);
    if (head === undefined) return;
    const revision = uris.copyRevision(object, head.held);
    const newest = readProvenance(await tx.read(uris.provenance(revision)), revision, this.context);
    if (newest === undefined || newest.purgedAt !== undefined) return;
    const names = await this.#names.in(tx, visibleOf(newest, await variantsIn(tx, newest, this.context)));
    const graph = uris.copyHead(object);
    await tx.replace(graph, describeHead(graph, changedHead(head, names, clock.now()), ext));
  }
}
