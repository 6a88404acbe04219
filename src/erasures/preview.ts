/** What an erasure would take, and who would be notified; nothing changes (P37). */
import { turns } from '../async/turns.js';
import { acl, type Vocabulary } from '../rdf/vocabulary.js';
import { type Graph, graphOf } from '../rdf/graph.js';
import { type Iri, isIri, node } from '../rdf/terms.js';
import type { GraphSource } from '../store/store.js';
import { findAlsoIn, textsOf } from './also-in.js';
import type { Erasures } from './erasures.js';
import type { ErasureServices } from './lookups.js';
import type { ErasedProperty } from './lost-statements.js';
import { isAboutOthers, type ObjectData } from './object-data.js';
import { messagesOfEvent } from './object-messages.js';
import { findLoss } from './property-loss.js';
import type { ErasurePreviewAnswer } from './schemas.js';
import type { ErasureOrder } from './target.js';

/** Graphs read before others get a turn. */
const IN_STEP = 20;

type Services = ErasureServices & { readonly store: Pick<GraphSource, 'graphs'> };

/** What goes, before it is counted. */
interface Going {
  readonly statements: number;
  readonly texts: ReadonlySet<string>;
  readonly graphs: ReadonlySet<Iri>;
}

/** The graphs that repeat what others hold. */
const repeating: ReadonlySet<string> = new Set(['head', 'words', 'links', 'copy-head']);

const nothing = {
  ...{ revisions: 0, events: 0, requests: 0, messages: 0, waiting: 0, notifications: 0, statements: 0, linkedFrom: 0 },
  drafts: 0,
  ...{ readers: [], told: [], violates: [] },
};

export class ErasurePreviews {
  readonly #vocabulary: Vocabulary;

  constructor(
    private readonly services: Services,
    private readonly erasures: Pick<Erasures, 'erasable' | 'parts' | 'properties'>,
  ) {
    this.#vocabulary = services.vocabulary;
  }

  /** @throws ServiceError as the erasure itself. */
  async preview({ target, isNotified }: ErasureOrder): Promise<ErasurePreviewAnswer> {
    const { erased, property, subject, kind } = target;
    if (kind === 'object' && property !== undefined) return this.#property(erased, { property, subject }, isNotified);
    if (kind === 'object') return this.#object(erased, isNotified);
    return this.#graphs(kind, erased);
  }

  async #object(object: Iri, isNotified: boolean): Promise<ErasurePreviewAnswer> {
    const head = await this.erasures.erasable(object);
    const { data, receivers } = await this.erasures.properties.found(head, isNotified);
    await this.erasures.parts.assertMessagesNotHeld(this.services.store, data.messages);
    const { requests, store } = this.services;
    const own: Iri[] = [];
    for (const uri of data.requests) {
      const request = await requests.find(uri);
      if (request === undefined || !isAboutOthers(request, object, this.services)) own.push(uri);
    }
    const going = await this.#whole([...data.graphs, ...own, ...data.waiting, ...data.received], (graph) =>
      store.read(graph),
    );
    return {
      ...(await this.#about(data)),
      ...{ events: data.events.length, revisions: data.revisions.length, requests: data.requests.length },
      ...{ waiting: data.waiting.length, notifications: data.received.length, statements: going.statements },
      told: receivers.map(({ receiver }) => receiver).sort(),
      ...(await this.#alsoIn(going, data)),
    };
  }

  async #property(object: Iri, erased: ErasedProperty, isNotified: boolean): Promise<ErasurePreviewAnswer> {
    const { store, uris, model } = this.services;
    const head = await this.erasures.erasable(object);
    const { data, receivers } = await this.erasures.properties.found(head, isNotified);
    await this.erasures.parts.assertMessagesNotHeld(this.services.store, data.messages);
    this.erasures.properties.assertErasable(head, erased);
    const loss = await findLoss(store, data, erased, this.#vocabulary);
    if (loss === undefined) return this.erasures.properties.throwMissing(head, erased);
    const all = [...loss.statements, ...loss.pending];
    const inRevisions = data.revisions.flatMap((revision) => loss.statements.get(revision) ?? []);
    const count = (graphs: readonly Iri[]): number =>
      all.filter(([graph]) => graphs.some((one) => one === graph)).length;
    const latest = uris.revision(object, head.latestRevision);
    const gone = graphOf(loss.statements.get(latest) ?? []);
    const left = graphOf(Array.from(await store.read(latest)).filter((quad) => !gone.has(quad)));
    const { violations } = await model.findings(left, [node(object)]);
    const going: Going = {
      statements: all.reduce((sum, [, lost]) => sum + lost.length, 0),
      texts: textsOf(inRevisions),
      graphs: new Set(all.map(([graph]) => graph)),
    };
    return {
      ...(await this.#about(data)),
      ...{ revisions: count(data.revisions), requests: count(data.requests), notifications: count(data.received) },
      ...{ statements: going.statements, told: receivers.map(({ receiver }) => receiver).sort(), linkedFrom: 0 },
      violates: [...new Set(violations.map(({ message }) => message))],
      ...(await this.#alsoIn(going, data)),
    };
  }

  /** An event, an entry of the inbox, a message or a copy. */
  async #graphs(kind: Exclude<ErasureOrder['target']['kind'], 'object'>, erased: Iri): Promise<ErasurePreviewAnswer> {
    const { store, uris } = this.services;
    const main = kind === 'copy' ? uris.copyHead(erased) : erased;
    const graphs = kind === 'message' ? [main, uris.messageStatements(main)] : [main];
    await this.erasures.parts.assert(store, kind, erased);
    const taken = kind === 'event' ? await messagesOfEvent(erased, this.services) : [];
    await this.erasures.parts.assertMessagesNotHeld(store, taken);
    const going = await this.#whole(graphs, (graph) => store.read(graph));
    const object = kind === 'event' ? uris.eventObject(erased) : undefined;
    return {
      ...nothing,
      readers: object === undefined ? [] : await this.#readers(object, 'GET_LOGISTICS_EVENT'),
      ...{ events: kind === 'event' ? 1 : 0, notifications: kind === 'notification' ? 1 : 0 },
      ...{ messages: kind === 'message' ? 1 : taken.length, statements: going.statements },
      ...(await this.#alsoIn(going)),
    };
  }

  /** What is the same for an object and one of its properties. */
  async #about({
    head: { object },
    messages,
    drafts,
  }: ObjectData): Promise<Omit<ErasurePreviewAnswer, 'alsoIn' | 'truncated'>> {
    const { store, lookups } = this.services;
    const linking = await store.lookup(lookups.objects.inboundLinks, object);
    return {
      ...nothing,
      messages: messages.length,
      drafts: drafts.length,
      readers: await this.#readers(object, 'GET_LOGISTICS_OBJECT'),
      linkedFrom: linking.filter(({ value }) => value !== object).length,
    };
  }

  async #readers(object: Iri, permission: 'GET_LOGISTICS_OBJECT' | 'GET_LOGISTICS_EVENT'): Promise<Iri[]> {
    const found = await this.services.access.currentAuthorizations(object);
    const agents = found
      .filter(({ permissions }) => permissions.has(permission))
      .flatMap(({ agents: named, anyAuthenticated }) => [
        ...named,
        ...(anyAuthenticated ? [acl.AuthenticatedAgent.value] : []),
      ]);
    return [...new Set(agents)].filter(isIri).sort();
  }

  async #whole(graphs: readonly Iri[], read: (graph: Iri) => Promise<Graph>): Promise<Going> {
    let statements = 0;
    const texts = new Set<string>();
    for (const [index, graph] of graphs.entries()) {
      if (index % IN_STEP === IN_STEP - 1) await turns.next();
      const data = await read(graph);
      statements += data.size;
      const kind = this.services.uris.graphKind(graph)?.kind;
      if (kind === 'revision' || kind === 'event' || kind === 'inbox-entry' || kind === 'message-statements')
        for (const text of textsOf(data)) texts.add(text);
    }
    return { statements, texts, graphs: new Set(graphs) };
  }

  /** Not in what goes, nor in what repeats it: heads, words, the parts of messages that go whole. */
  async #alsoIn(
    { texts, graphs }: Going,
    data?: ObjectData,
  ): Promise<Pick<ErasurePreviewAnswer, 'alsoIn' | 'truncated'>> {
    const { store, uris } = this.services;
    const own = data === undefined ? [] : [uris.head(data.head.object), uris.words(data.head.object)];
    const messages = (data?.messages ?? []).flatMap((one) => [
      ...[one, uris.messageStatements(one), uris.messageReport(one), uris.messageBytes(one)],
    ]);
    const drafts = (data?.drafts ?? []).flatMap((draft) => [draft, uris.draftValues(draft)]);
    const skipped = new Set<Iri>([...graphs, ...own, ...messages, ...drafts]);
    const found = await findAlsoIn(store, texts, (graph) => {
      const kind = uris.graphKind(graph)?.kind;
      return skipped.has(graph) || (kind !== undefined && repeating.has(kind));
    });
    return { alsoIn: [...found.graphs], truncated: found.truncated };
  }
}
