/** Copies as the objects of an overview (K96): the newest revision held of each, and the events held. */
import type { Bounded, FoundEvent, FoundObject, ObjectSource } from '../../overviews/object-source.js';
import { ObjectFacts } from '../../overviews/object-facts.js';
import { type OverviewTerms, overviewTerms } from '../../overviews/overview-terms.js';
import type { Graph } from '../../rdf/graph.js';
import { extended, type Iri, isIri, node } from '../../rdf/terms.js';
import { prov } from '../../rdf/vocabulary.js';
import type { LookupEntry } from '../../store/lookup.js';
import type { Copies } from '../copies/copies.js';
import type { CopyHead } from '../copies/copy-facts.js';
import type { CopyProvenance } from '../copies/provenance.js';
import type { MirrorContext } from '../mirror-services.js';
import type { HeldCopies } from './held-copies.js';

/** Entries read at a time. */
const PAGE = 1_000;
/** Revisions that name one object. */
const MAX_NAMING = 5_000;
const MAX_EVENTS = 1_000;

export class CopiedObjects implements ObjectSource {
  readonly #terms: OverviewTerms;
  readonly #eventIn = (data: Graph, graph: Iri): Iri | undefined =>
    data.iri(node(this.context.uris.subjectOf(graph)), prov.specializationOf);

  constructor(
    private readonly context: MirrorContext,
    private readonly parts: { readonly copies: Copies; readonly held: HeldCopies },
  ) {
    this.#terms = overviewTerms(context.vocabulary.namespaces.cargo);
  }

  async find(uri: Iri): Promise<FoundObject | undefined> {
    const head = await this.parts.copies.find(uri);
    if (head === undefined) return undefined;
    const newest = await this.parts.held.newest(head);
    return newest && this.#found(head, newest.provenance);
  }

  async #found({ object, label, createdAt }: CopyHead, provenance: CopyProvenance): Promise<FoundObject | undefined> {
    const data = await this.context.contents.read(provenance.subject);
    const root = this.parts.held.rootOf(provenance, data);
    const [first, ...others] = data.types(node(root));
    if (first === undefined) return undefined;
    return {
      ...{ uri: object, label, createdAt, revision: provenance.number },
      type: this.context.model.mostSpecific([first, ...others]),
      facts: new ObjectFacts(data, root, this.#terms),
    };
  }

  async naming(uri: Iri): Promise<Bounded<Iri>> {
    const { store, lookups, uris } = this.context;
    const found = new Set<Iri>();
    let after: LookupEntry | undefined;
    for (let examined = 0; examined < MAX_NAMING; examined += PAGE) {
      const page: LookupEntry[] = await store.lookup(lookups.mirror.wholes, uri, {
        ...{ limit: PAGE, reverse: true },
        ...(after && { after }),
      });
      for (const { value } of page) {
        const revision = uris.graphKind(value);
        const head =
          revision !== undefined && 'copy' in revision
            ? await this.parts.copies.byGraph(extended(revision.copy, '/head'))
            : undefined;
        if (head !== undefined) found.add(head.object);
      }
      if (page.length < PAGE) return { items: [...found], isWhole: true };
      after = page.at(-1);
    }
    return { items: [...found], isWhole: false };
  }

  async events(uri: Iri): Promise<Bounded<FoundEvent>> {
    const { store, lookups, uris, parsedGraphs, contents } = this.context;
    const entries = await store.lookup(lookups.mirror.events, uri, { limit: MAX_EVENTS + 1, reverse: true });
    const items: FoundEvent[] = [];
    for (const { value, order } of entries.slice(0, MAX_EVENTS)) {
      const event = await parsedGraphs.get(uris.provenance(value), this.#eventIn);
      const data = await contents.read(value);
      // The statements of a deleted event are gone (M31).
      if (event === undefined || !isIri(event) || data.size === 0) continue;
      items.push({ uri: event, recordedAt: new Date(order), data });
    }
    return { items, isWhole: entries.length <= MAX_EVENTS };
  }
}
