/** This node's objects, as an internal agent sees what they belong to. */
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { ObjectLabels } from '../logistics-objects/object-labels.js';
import type { Bounded, FoundObject, ObjectSource } from '../overviews/object-source.js';
import { ObjectFacts } from '../overviews/object-facts.js';
import { type OverviewTerms, overviewTerms } from '../overviews/overview-terms.js';
import type { Iri } from '../rdf/terms.js';

/** Objects that name one object. */
const MAX_NAMING = 2_000;

export class OwnObjects implements Pick<ObjectSource, 'find' | 'naming'> {
  readonly #terms: OverviewTerms;
  readonly #labels: ObjectLabels;

  constructor(private readonly services: Pick<ExchangeServices, 'store' | 'lookups' | 'revisions' | 'vocabulary'>) {
    const { cargo } = services.vocabulary.namespaces;
    this.#terms = overviewTerms(cargo);
    this.#labels = new ObjectLabels(cargo);
  }

  async find(uri: Iri): Promise<FoundObject | undefined> {
    const { store, revisions } = this.services;
    const head = await revisions.head(uri);
    if (head === undefined) return undefined;
    const data = await store.read(revisions.latest(head).graph);
    return {
      ...{ uri, type: head.type, revision: head.latestRevision, createdAt: head.created },
      label: this.#labels.in(data, uri) ?? undefined,
      facts: new ObjectFacts(data, uri, this.#terms),
    };
  }

  async naming(uri: Iri): Promise<Bounded<Iri>> {
    const { store, lookups } = this.services;
    const found = await store.lookup(lookups.objects.inboundLinks, uri, { limit: MAX_NAMING + 1, reverse: true });
    return { items: found.slice(0, MAX_NAMING).map(({ value }) => value), isWhole: found.length <= MAX_NAMING };
  }
}
