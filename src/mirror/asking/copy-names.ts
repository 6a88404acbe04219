/** Copies by their names: labels, and what people look them up by (M57). For internal agents alone. */
import type { IdentifierEntry } from '../../logistics-objects/lookups.js';
import type { Iri } from '../../rdf/terms.js';
import type { IndexedLookup } from '../../store/lookup.js';
import type { Copies } from '../copies/copies.js';
import type { MirrorContext } from '../mirror-services.js';

export interface NamedCopy {
  readonly object: Iri;
  readonly type: Iri;
  readonly label: string | null;
}

export class CopyNames {
  /** Copies by identifiers, as own objects are; its entries have keys of copies in the place of ids. */
  readonly identifiers: IndexedLookup;
  /** Copies by the words of their labels. */
  readonly words: IndexedLookup;

  constructor(
    private readonly context: MirrorContext,
    private readonly copies: Copies,
  ) {
    this.identifiers = context.lookups.mirror.identifiers;
    this.words = context.lookups.mirror.words;
  }

  /** The copy of an object; undefined if nothing of it is held. */
  of(object: string): Promise<NamedCopy | undefined> {
    return this.#named(this.context.uris.copyHead(object));
  }

  /** The copy of an entry of `identifiers`. */
  at({ id }: Pick<IdentifierEntry, 'id'>): Promise<NamedCopy | undefined> {
    return this.#named(this.context.uris.copyHeadOf(id));
  }

  async #named(graph: Iri): Promise<NamedCopy | undefined> {
    const head = await this.copies.byGraph(graph);
    if (head?.type === undefined) return undefined;
    return { object: head.object, type: head.type, label: head.label ?? null };
  }
}
