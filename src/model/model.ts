/** The data model: its class hierarchy, and validation against its shapes. */
import { Graph, graphOf } from '../rdf/graph.js';
import { type Iri, node, type Quad, type Term, triple } from '../rdf/terms.js';
import { type Namespaces, rdfs } from '../rdf/vocabulary.js';
import type { CodeList, Enumeration } from './code-lists.js';
import { Normalizer } from './ontology/normalize.js';
import { OntologyIndex } from './ontology/ontology-index.js';
import { type Ontology, readOntology } from './ontology/ontology.js';
import { Checker } from './validation/checker.js';
import { ShapeIndex } from './validation/shape-index.js';
import type { Violation } from './validation/violation.js';

export type OntologyName = 'cargo' | 'api' | 'code-lists';
export type ShapesName = 'cargo' | 'api';

/** The statements of the model's files. */
export interface ModelFiles {
  readonly ontologies: Readonly<Record<OntologyName, readonly Quad[]>>;
  readonly shapes: Readonly<Record<ShapesName, readonly Quad[]>>;
}

/** The part of a logger that the model uses. */
export interface ModelLog {
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
}

export class Model {
  readonly #index: OntologyIndex;
  readonly #normalizer: Normalizer;
  readonly #checker: Checker;

  constructor(
    private readonly files: ModelFiles,
    private readonly options: {
      readonly namespaces: Namespaces;
      /** Lenient: violations are logged and accepted (D40). */
      readonly mode: 'strict' | 'lenient';
      readonly log: ModelLog;
    },
  ) {
    const { cargo, api, 'code-lists': codeLists } = files.ontologies;
    const ontology = readOntology([...cargo, ...codeLists, ...api]);
    this.#index = new OntologyIndex(ontology, options.namespaces);
    this.#normalizer = new Normalizer(ontology);
    // The engine takes the class hierarchy from the graph that its shapes are in.
    const shapes = new Graph([...files.shapes.cargo, ...files.shapes.api, ...hierarchyOf(ontology)]);
    this.#checker = new Checker(shapes, new ShapeIndex(shapes, this.#index.hierarchy), this.#index);
  }

  /** The classes, properties and individuals of all ontologies in use. */
  get ontology(): Ontology {
    return this.#index.ontology;
  }

  /** The datatypes and classes that a property's values may have; empty for any. */
  rangesOf(property: Iri): readonly Iri[] {
    return this.#index.range(property);
  }

  /** The codes of a list, or the values of an enumeration; undefined for any other class. */
  valuesOf(type: Iri): CodeList | Enumeration | undefined {
    return this.#index.codeLists.of(type);
  }

  /** Whether this is a class of the model. */
  isClass(type: Iri): boolean {
    return this.#index.hierarchy.isClass(type);
  }

  /** Whether this is a property of the model. */
  isProperty(property: Iri): boolean {
    return this.#index.ontology.properties.has(property);
  }

  /** Whether `type` is `ancestor` or inherits from it. */
  isSubclassOf(type: Iri, ancestor: Iri): boolean {
    return this.#index.hierarchy.isSubclassOf(type, ancestor);
  }

  /** Whether one of these types is LogisticsObject or inherits from it (D6). */
  isLogisticsObject(types: Iterable<Iri>): boolean {
    return Array.from(types).some((type) => this.#index.isLogisticsObject(type));
  }

  /** See `Hierarchy.mostSpecific` (D8). */
  mostSpecific(types: readonly [Iri, ...Iri[]]): Iri {
    return this.#index.hierarchy.mostSpecific(types);
  }

  /** `type` and all that it inherits from. */
  ancestors(type: Iri): ReadonlySet<Iri> {
    return this.#index.hierarchy.ancestors(type);
  }

  /** All classes that inherit from `type`, without itself. */
  descendants(type: Iri): ReadonlySet<Iri> {
    return this.#index.hierarchy.descendants(type);
  }

  /** Whether this is an IRI of a code list's namespace: the value of a code stays this IRI (D6, D42). */
  isCode(code: Iri): boolean {
    return this.#index.codeLists.isCode(code);
  }

  /** Whether the values of a property are codes of an open list, so that an IRI of another vocabulary is one (D39). */
  takesOtherCodes(property: Iri): boolean {
    return this.rangesOf(property).some((type) => this.valuesOf(type)?.open === true);
  }

  /**
   * The same statements in the model's own forms (D5): an integer or decimal where a property's range is xsd:double or
   * xsd:decimal becomes one, a text or IRI where it is xsd:anyURI becomes a literal of it.
   */
  normalize(data: Graph): Graph {
    return this.#normalizer.normalize(data);
  }

  /**
   * Validates the given resources, and everything in `data` with a type of the model, against the shapes of their types.
   *
   * In lenient mode (`VALIDATION=lenient`) the answer is empty and the violations are logged (D40).
   */
  async check(data: Graph, roots: readonly Term[]): Promise<Violation[]> {
    const violations = await this.#checker.violations(data, roots);
    if (this.options.mode === 'strict') {
      const { api } = this.options.namespaces;
      return violations.map((one) => (one.property?.startsWith(api) === true ? one : { ...one, strictOnly: true }));
    }
    for (const { message, ...where } of violations) this.options.log.warn(where, message);
    return [];
  }

  /** An ontology in use, for partners who validate before they send. */
  ontologyGraph(name: OntologyName): Graph {
    return graphOf(this.files.ontologies[name]);
  }

  /** Shapes in use, for partners who validate before they send. */
  shapesGraph(name: ShapesName): Graph {
    return graphOf(this.files.shapes[name]);
  }
}

function hierarchyOf({ classes }: Ontology): Quad[] {
  return Array.from(classes, ([name, { parents }]) =>
    [...parents].map((parent) => triple(node(name), rdfs.subClassOf, node(parent))),
  ).flat();
}
