/** Short names of resources, for lists. */
import type { AgentNames } from '../agent-names/agent-names.js';
import type { Access } from '../access/access.js';
import type { Caller } from '../http/caller.js';
import { ObjectLabels } from '../logistics-objects/object-labels.js';
import type { Revisions } from '../logistics-objects/revisions.js';
import type { CopyNames } from '../mirror/asking/copy-names.js';
import type { Graph } from '../rdf/graph.js';
import { type Iri, isIri } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import type { ParsedGraphs } from '../store/cache/parsed-graphs.js';

export interface LabelServices {
  readonly parsedGraphs: ParsedGraphs;
  readonly revisions: Revisions;
  readonly access: Access;
  readonly vocabulary: Vocabulary;
  /** Copies of partners' objects, if there is a mirror. */
  readonly copyNames?: CopyNames | undefined;
  /** Names of partners, for internal agents. */
  readonly agentNames: Pick<AgentNames, 'of'>;
}

/** An object in a list. */
export interface Labelled {
  readonly type: Iri;
  readonly label: string | null;
  /** It is a copy of a partner's object (M57). */
  readonly mirrored?: true;
}

export class Labels {
  readonly #parse: (statements: Graph, graph: Iri) => string | null;

  constructor(private readonly services: LabelServices) {
    const labels = new ObjectLabels(services.vocabulary.namespaces.cargo);
    this.#parse = (statements, graph) => {
      const [object = ''] = graph.split('/revisions/');
      return isIri(object) ? labels.in(statements, object) : null;
    };
  }

  /** The label of a revision of an object; null without one. */
  ofRevision(graph: Iri): Promise<string | null> {
    return this.services.parsedGraphs.get(graph, this.#parse);
  }

  /**
   * An object of this node that a caller may see, or for internal agents a copy; undefined for any other URI, and without
   * access.
   */
  async of(uri: string, caller: Caller): Promise<Labelled | undefined> {
    if (!isIri(uri)) return undefined;
    const { revisions, access } = this.services;
    const head = await revisions.head(uri);
    if (head === undefined) return caller.internal ? this.#copy(uri) : undefined;
    if (!(await access.isAllowed(caller, 'GET_LOGISTICS_OBJECT', uri))) return undefined;
    return { type: head.type, label: await this.ofRevision(revisions.latest(head).graph) };
  }

  /** The label of an agent or object that a caller may see; null without one. */
  async label(uri: string, caller: Caller): Promise<string | null> {
    const own = await this.of(uri, caller);
    const label = own?.label ?? null;
    if (own?.mirrored !== true && label !== null) return label;
    return (await this.given(uri, caller)) ?? label;
  }

  /** The name that internal agents gave to a partner, for themselves (K52). */
  async given(uri: string, caller: Caller): Promise<string | undefined> {
    if (!caller.internal || !isIri(uri)) return undefined;
    return (await this.services.agentNames.of(uri))?.name;
  }

  async #copy(uri: Iri): Promise<Labelled | undefined> {
    const copy = await this.services.copyNames?.of(uri);
    return copy && { type: copy.type, label: copy.label, mirrored: true };
  }
}
