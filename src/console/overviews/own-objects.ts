/** The objects of this node for an overview (K36): what one caller may read, now or as of a time. */
import type { Permission } from '../../access/authorization.js';
import type { Caller } from '../../http/caller.js';
import type { Head } from '../../logistics-objects/revisions.js';
import { ObjectFacts } from '../../overviews/object-facts.js';
import type { Bounded, FoundEvent, FoundObject, ObjectSource } from '../../overviews/object-source.js';
import { type OverviewTerms, overviewTerms } from '../../overviews/overview-terms.js';
import { type Iri, iri } from '../../rdf/terms.js';
import type { LookupEntry } from '../../store/lookup.js';
import type { ConsoleServices } from '../services.js';

/** Entries read at a time. */
const PAGE = 1_000;
/** Objects that name one object. */
const MAX_NAMING = 5_000;
const MAX_EVENTS = 1_000;

/** Classes whose objects many shipments name: they lead from one shipment to all others. */
const sharedClasses = ['LogisticsAgent', 'Location'] as const;

export class OwnObjects implements ObjectSource {
  readonly #terms: OverviewTerms;

  /** @param at as of when; undefined: now. Access is judged by the lists of now (D24). */
  constructor(
    private readonly services: ConsoleServices,
    private readonly caller: Caller,
    private readonly at: Date | undefined,
  ) {
    this.#terms = overviewTerms(services.vocabulary.namespaces.cargo);
  }

  async find(uri: Iri): Promise<FoundObject | undefined> {
    const { uris, revisions, contents, labels } = this.services;
    if (uris.objectId(uri) === undefined) return undefined;
    const head = await revisions.head(uri);
    if (head === undefined || !(await this.#mayRead('GET_LOGISTICS_OBJECT', uri))) return undefined;
    const revision = this.at === undefined ? revisions.latest(head) : await revisions.validAt(head, this.at);
    if (revision === undefined) return undefined;
    const { graph, number } = revision;
    const data = await contents.read(graph);
    const label = await labels.ofRevision(graph);
    return {
      ...{ uri, type: head.type, label: label ?? undefined, createdAt: head.created, revision: number },
      facts: new ObjectFacts(data, uri, this.#terms),
    };
  }

  /** Without waiting for internal agents, who may read all: an overview asks for each of up to 1,000 objects. */
  #mayRead(permission: Permission, object: Iri): Promise<boolean> | boolean {
    return this.caller.internal || this.services.access.isAllowed(this.caller, permission, object);
  }

  async naming(uri: Iri): Promise<Bounded<Iri>> {
    const { store, lookups, revisions } = this.services;
    const head = await revisions.head(uri);
    if (head === undefined || this.#isShared(head)) return { items: [], isWhole: true };
    const items: Iri[] = [];
    let after: LookupEntry | undefined;
    for (;;) {
      const page: LookupEntry[] = await store.lookup(lookups.objects.inboundLinks, uri, {
        ...{ limit: PAGE, reverse: true },
        ...(after && { after }),
      });
      items.push(...page.map(({ value }) => value));
      if (page.length < PAGE) return { items, isWhole: true };
      if (items.length >= MAX_NAMING) return { items, isWhole: false };
      after = page.at(-1);
    }
  }

  #isShared({ type }: Head): boolean {
    const { model, vocabulary } = this.services;
    return sharedClasses.some((name) => model.isSubclassOf(type, iri(vocabulary.namespaces.cargo + name)));
  }

  async events(uri: Iri): Promise<Bounded<FoundEvent>> {
    const { store, lookups, contents } = this.services;
    if (!(await this.#mayRead('GET_LOGISTICS_EVENT', uri))) return { items: [], isWhole: true };
    const entries = await store.lookup(lookups.events.byRecording, uri, {
      ...{ limit: MAX_EVENTS + 1, reverse: true },
      ...(this.at && { until: this.at.getTime() }),
    });
    const items: FoundEvent[] = [];
    for (const { value, order } of entries.slice(0, MAX_EVENTS)) {
      const data = await contents.read(value);
      items.push({ uri: value, recordedAt: new Date(order), data });
    }
    return { items, isWhole: entries.length <= MAX_EVENTS };
  }
}
