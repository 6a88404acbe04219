/** Short names of resources, for lists. */
import type { Access } from '../access/access.js';
import type { Caller } from '../http/caller.js';
import type { Revisions } from '../logistics-objects/revisions.js';
import type { Graph } from '../rdf/graph.js';
import { type Iri, isIri, namedNode, type NamedNode, node, type Term } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import type { ParsedGraphs } from '../store/cache/parsed-graphs.js';
import { nameOf, namingProperties, type NamingProperty } from './naming.js';

/** A label is for one line of a list. */
const MAX_LABEL = 200;

export interface LabelServices {
  readonly parsedGraphs: ParsedGraphs;
  readonly revisions: Revisions;
  readonly access: Access;
  readonly vocabulary: Vocabulary;
}

/** An object in a list. */
export interface Labelled {
  readonly type: Iri;
  readonly label: string | null;
}

export class Labels {
  readonly #properties: ReadonlyMap<NamingProperty, NamedNode>;
  readonly #parse: (statements: Graph, graph: Iri) => string | null;

  constructor(private readonly services: LabelServices) {
    const { cargo } = services.vocabulary.namespaces;
    this.#properties = new Map(namingProperties.map((name) => [name, namedNode(cargo + name)]));
    this.#parse = (statements, graph) => this.#labelIn(statements, graph);
  }

  /** The label of a revision of an object; null without one. */
  ofRevision(graph: Iri): Promise<string | null> {
    return this.services.parsedGraphs.get(graph, this.#parse);
  }

  /** An object of this node that a caller may see; undefined for any other URI, and without access. */
  async of(uri: string, caller: Caller): Promise<Labelled | undefined> {
    if (!isIri(uri)) return undefined;
    const { revisions, access } = this.services;
    const head = await revisions.head(uri);
    if (head === undefined || !(await access.isAllowed(caller, 'GET_LOGISTICS_OBJECT', uri))) return undefined;
    return { type: head.type, label: await this.ofRevision(revisions.latest(head).graph) };
  }

  /** The label of an agent or object that a caller may see; null without one. */
  async label(uri: string, caller: Caller): Promise<string | null> {
    return (await this.of(uri, caller))?.label ?? null;
  }

  #labelIn(statements: Graph, graph: Iri): string | null {
    const [object = ''] = graph.split('/revisions/');
    if (!isIri(object)) return null;
    const root = node(object);
    const name = nameOf((property) => textOf(statements, root, this.#properties.get(property)));
    return name === null ? null : cut(name);
  }
}

function textOf(statements: Graph, subject: Term, property: NamedNode | undefined): string | undefined {
  if (property === undefined) return undefined;
  const texts = statements.objects(subject, property).filter((term) => term.termType === 'Literal');
  const text = texts.map(({ value }) => value.trim()).sort()[0];
  return text === '' ? undefined : text;
}

const cut = (text: string): string => (text.length > MAX_LABEL ? `${text.slice(0, MAX_LABEL)}…` : text);
