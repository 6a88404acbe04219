/** Short names of objects by their statements, for lists. */
import type { Graph } from '../rdf/graph.js';
import { type Iri, namedNode, type NamedNode, node, type Term } from '../rdf/terms.js';
import { nameOf, namingProperties, type NamingProperty } from './naming.js';

/** A label is for one line of a list. */
const MAX_LABEL = 200;

export class ObjectLabels {
  readonly #properties: ReadonlyMap<NamingProperty, NamedNode>;

  /** @param cargo the namespace of the data model. */
  constructor(cargo: string) {
    this.#properties = new Map(namingProperties.map((name) => [name, namedNode(cargo + name)]));
  }

  /** The label of an object; null without one. */
  in(statements: Graph, object: Iri): string | null {
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
