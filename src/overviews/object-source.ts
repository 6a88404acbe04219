/** Where an overview finds objects: those of this node for a caller, or copies of partners' objects. */
import type { Graph } from '../rdf/graph.js';
import type { Iri } from '../rdf/terms.js';
import type { ObjectFacts } from './object-facts.js';

export interface FoundObject {
  readonly uri: Iri;
  /** The most specific type. */
  readonly type: Iri;
  readonly label: string | undefined;
  /** The newest revision, whose facts these are. */
  readonly revision: number;
  /** Since when it is here. */
  readonly createdAt: Date;
  readonly facts: ObjectFacts;
}

export interface FoundEvent {
  readonly uri: Iri;
  readonly recordedAt: Date;
  readonly data: Graph;
}

/** Not all of a list, if there is more than a bound. */
export interface Bounded<Item> {
  readonly items: readonly Item[];
  readonly isWhole: boolean;
}

export interface ObjectSource {
  /** Undefined for what is not here, and for what the caller may not read. */
  find(uri: Iri): Promise<FoundObject | undefined>;
  /** The objects of which a revision names this one by one of `wholeProperties`. */
  naming(uri: Iri): Promise<Bounded<Iri>>;
  events(uri: Iri): Promise<Bounded<FoundEvent>>;
}
