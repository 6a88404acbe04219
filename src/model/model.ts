/** The data model: its class hierarchy, and validation against its shapes. */
import { Graph, graphOf } from '../rdf/graph.js';
import { type Iri, node, type Quad, type Term, termKey, triple } from '../rdf/terms.js';
import { type Namespaces, rdfs } from '../rdf/vocabulary.js';
import type { CodeList, Enumeration } from './code-lists.js';
import { Normalizer } from './ontology/normalize.js';
import { OntologyIndex } from './ontology/ontology-index.js';
import { type ClassDefinition, type Ontology, readOntology } from './ontology/ontology.js';
import { Checker } from './validation/checker.js';
import { Hierarchy } from './ontology/hierarchy.js';
import { localClasses, localShapes, type ShapesFile } from './shapes/local-shapes.js';
import { ShapeIndex } from './validation/shape-index.js';
import type { Violation } from './validation/violation.js';

export type OntologyName = 'cargo' | 'api' | 'code-lists';
export type ShapesName = 'cargo' | 'api' | 'local';

/** The statements of the model's files. */
export interface ModelFiles {
  readonly ontologies: Readonly<Record<OntologyName, readonly Quad[]>>;
  readonly shapes: Readonly<Record<Exclude<ShapesName, 'local'>, readonly Quad[]>>;
  /** Shapes of the operator, in addition to the derived ones (D76). */
  readonly localShapes?: readonly ShapesFile[];
}

/** The results of a check: violations that refuse the data, and remarks about it (D76). */
export interface Findings {
  readonly violations: readonly Violation[];
  readonly cautions: readonly Violation[];
}

/** The part of a logger that the model uses. */
export interface ModelLog {
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
}

interface ModelOptions {
  readonly namespaces: Namespaces;
  /** Lenient: violations are logged and accepted (D40). */
  readonly mode: 'strict' | 'lenient';
  readonly log: ModelLog;
}

/** The parts built from the files. */
interface Parts {
  readonly index: OntologyIndex;
  readonly normalizer: Normalizer;
  readonly checker: Checker;
  readonly localShapes: readonly Quad[];
}

/** @throws ShapesFileError */
function partsOf(files: ModelFiles, namespaces: Namespaces): Parts {
  const { cargo, api, 'code-lists': codeLists } = files.ontologies;
  const ontology = readOntology([...cargo, ...codeLists, ...api]);
  const index = new OntologyIndex(ontology, namespaces);
  // The engine reads the class hierarchy from the graph of its shapes.
  const derived = new Graph([...files.shapes.cargo, ...files.shapes.api, ...hierarchyOf(ontology)]);
  const local = localShapes(files.localShapes ?? [], derived, index);
  const shapes = local.length === 0 ? derived : graphOf([...derived, ...local]);
  const classes = new Map<Iri, Pick<ClassDefinition, 'parents'>>([...localClasses(local), ...ontology.classes]);
  const names = new Set(local.map(({ subject }) => termKey(subject)));
  return {
    index,
    normalizer: new Normalizer(ontology),
    checker: new Checker(shapes, new ShapeIndex(shapes, new Hierarchy({ classes }), names), index),
    localShapes: local,
  };
}

export class Model {
  readonly #index: OntologyIndex;

  /** @throws ShapesFileError */
  constructor(
    private readonly files: ModelFiles,
    private readonly options: ModelOptions,
    private readonly parts: Parts = partsOf(files, options.namespaces),
    /** Receives the remarks about data; by default it logs them. */
    readonly report = (caution: Violation): void => {
      this.#log(caution);
    },
  ) {
    this.#index = parts.index;
  }

  /** The same model with another recipient of remarks than the log (D76). */
  reportingTo(report: (caution: Violation) => void): Model {
    return new Model(this.files, this.options, this.parts, report);
  }

  /** Whether the operator has its own shapes (D76). */
  get hasLocalShapes(): boolean {
    return this.parts.localShapes.length > 0;
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

  /** `type` and its ancestors. */
  ancestors(type: Iri): ReadonlySet<Iri> {
    return this.#index.hierarchy.ancestors(type);
  }

  /** All classes that inherit from `type`, without `type`. */
  descendants(type: Iri): ReadonlySet<Iri> {
    return this.#index.hierarchy.descendants(type);
  }

  /** Whether this is an IRI of a code list's namespace: the value of a code stays this IRI (D6, D42). */
  isCode(code: Iri): boolean {
    return this.#index.codeLists.isCode(code);
  }

  /** Whether the values of a property are codes of an open list, which accepts IRIs of other vocabularies (D39). */
  takesOtherCodes(property: Iri): boolean {
    return this.rangesOf(property).some((type) => this.valuesOf(type)?.open === true);
  }

  /**
   * The same statements in the forms of the model (D5): an integer or decimal becomes an xsd:double or xsd:decimal
   * where that is the property's range, and a text or IRI becomes an xsd:anyURI.
   */
  normalize(data: Graph): Graph {
    return this.parts.normalizer.normalize(data);
  }

  /**
   * Validates the given resources, and all resources in `data` with a type of the model, against the shapes of their
   * types.
   *
   * In lenient mode (`VALIDATION=lenient`) the result is empty and the violations are logged (D40). Remarks of the
   * operator's shapes are logged in both modes (D76).
   */
  async check(data: Graph, roots: readonly Term[]): Promise<readonly Violation[]> {
    const { violations, cautions } = await this.findings(data, roots);
    for (const caution of cautions) this.report(caution);
    return violations;
  }

  /** Validates in the same way, and returns the remarks to the caller. */
  async findings(data: Graph, roots: readonly Term[]): Promise<Findings> {
    const found = await this.parts.checker.violations(data, roots);
    const cautions = this.hasLocalShapes ? found.filter(({ caution }) => caution !== undefined) : [];
    const violations = cautions.length === 0 ? found : found.filter(({ caution }) => caution === undefined);
    if (this.options.mode === 'lenient') {
      for (const violation of violations) this.#log(violation);
      return { violations: [], cautions };
    }
    const { api } = this.options.namespaces;
    return {
      violations: violations.map((one) =>
        one.property?.startsWith(api) === true ? one : { ...one, strictOnly: true },
      ),
      cautions,
    };
  }

  #log({ message, texts: _texts, ...where }: Violation): void {
    this.options.log.warn(where, message);
  }

  /** An ontology in use, for partners that validate before sending. */
  ontologyGraph(name: OntologyName): Graph {
    return graphOf(this.files.ontologies[name]);
  }

  /** Shapes in use, for partners that validate before sending. */
  shapesGraph(name: ShapesName): Graph {
    return graphOf(name === 'local' ? this.parts.localShapes : this.files.shapes[name]);
  }
}

function hierarchyOf({ classes }: Ontology): Quad[] {
  return Array.from(classes, ([name, { parents }]) =>
    [...parents].map((parent) => triple(node(name), rdfs.subClassOf, node(parent))),
  ).flat();
}
