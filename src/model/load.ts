/** Reads the data model from files: the shipped one, or the one that an operator brings. */
import { Graph, graphOf } from '../rdf/graph.js';
import { type Iri, node, type Quad, type Term, triple } from '../rdf/terms.js';
import { type Namespaces, rdfs } from '../rdf/vocabulary.js';
import { Checker } from './validation/checker.js';
import { deriveShapes } from './shapes/owl-to-shacl.js';
import { readTurtleFile, rebaseNamespaces, shippedFiles } from './files.js';
import { OntologyIndex } from './ontology-index.js';
import type { Model, OntologyName, ShapesName, Violation } from './model.js';
import { Normalizer } from './normalize.js';
import { type Ontology, readOntology } from './ontology.js';
import { ShapeIndex } from './validation/shape-index.js';

/** What the model needs of a log. */
export interface ModelLog {
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
}

export interface ModelOptions {
  readonly namespaces: Namespaces;
  /** OWL files in Turtle that replace the shipped data model; its shapes are then derived from them (`ONTOLOGY_FILES`). */
  readonly ontologyFiles?: readonly string[];
  /** Lenient: what does not fit is logged and passes (D40). */
  readonly mode: 'strict' | 'lenient';
  readonly log: ModelLog;
}

/**
 * Loads the data model.
 *
 * @throws Error that names the file when one cannot be read, is no Turtle, or holds no class.
 */
export function loadModel(options: ModelOptions): Promise<Model> {
  return Promise.resolve().then(() => new LoadedModel(readFiles(options), options));
}

interface Files {
  readonly ontologies: Readonly<Record<OntologyName, readonly Quad[]>>;
  readonly shapes: Readonly<Record<ShapesName, readonly Quad[]>>;
}

function readFiles({ namespaces, ontologyFiles = [] }: ModelOptions): Files {
  const read = (file: URL | string): Quad[] => rebaseNamespaces(readTurtleFile(file), namespaces);
  const api = read(shippedFiles.api);
  const apiShapes = read(shippedFiles.apiShapes);
  const codeLists = read(shippedFiles.codeLists);
  if (ontologyFiles.length === 0) {
    return {
      ontologies: { cargo: read(shippedFiles.cargo), api, 'code-lists': codeLists },
      shapes: { cargo: read(shippedFiles.cargoShapes), api: apiShapes },
    };
  }
  const own = ontologyFiles.flatMap((file) => {
    const quads = read(file);
    if (readOntology(quads).classes.size === 0) throw new Error(`${file} holds no OWL class`);
    return quads;
  });
  // The code lists are a release of their own: an operator's files replace them when they hold any.
  const codes = own.some(({ subject }) => subject.value.startsWith(namespaces.codeLists)) ? [] : codeLists;
  return {
    ontologies: { cargo: own, api, 'code-lists': codes },
    shapes: { cargo: deriveShapes(readOntology([...own, ...codes]), namespaces), api: apiShapes },
  };
}

class LoadedModel implements Model {
  readonly #files: Files;
  readonly #options: ModelOptions;
  readonly #knowledge: OntologyIndex;
  readonly #normalizer: Normalizer;
  readonly #checker: Checker;

  constructor(files: Files, options: ModelOptions) {
    this.#files = files;
    this.#options = options;
    const { cargo, api, 'code-lists': codeLists } = files.ontologies;
    const ontology: Ontology = readOntology([...cargo, ...codeLists, ...api]);
    this.#knowledge = new OntologyIndex(ontology, options.namespaces);
    this.#normalizer = new Normalizer(ontology);
    // The engine takes the class hierarchy from the graph that its shapes are in.
    const hierarchy = hierarchyOf(ontology);
    const shapes = new Graph([...files.shapes.cargo, ...files.shapes.api, ...hierarchy]);
    this.#checker = new Checker(shapes, new ShapeIndex(shapes, this.#knowledge.hierarchy), this.#knowledge);
  }

  isClass(type: Iri): boolean {
    return this.#knowledge.hierarchy.isClass(type);
  }

  isSubclassOf(type: Iri, ancestor: Iri): boolean {
    return this.#knowledge.hierarchy.isSubclassOf(type, ancestor);
  }

  isLogisticsObject(types: Iterable<Iri>): boolean {
    return Array.from(types).some((type) => this.#knowledge.isLogisticsObject(type));
  }

  mostSpecific(types: readonly [Iri, ...Iri[]]): Iri {
    return this.#knowledge.hierarchy.mostSpecific(types);
  }

  ancestors(type: Iri): ReadonlySet<Iri> {
    return this.#knowledge.hierarchy.ancestors(type);
  }

  descendants(type: Iri): ReadonlySet<Iri> {
    return this.#knowledge.hierarchy.descendants(type);
  }

  isCode(code: Iri): boolean {
    return this.#knowledge.codeLists.isCode(code);
  }

  normalize(data: Graph): Graph {
    return this.#normalizer.normalize(data);
  }

  async check(data: Graph, roots: readonly Term[]): Promise<Violation[]> {
    const violations = await this.#checker.violations(data, roots);
    if (this.#options.mode === 'strict') return violations;
    for (const { message, ...where } of violations) this.#options.log.warn(where, message);
    return [];
  }

  ontologyGraph(name: OntologyName): Graph {
    return graphOf(this.#files.ontologies[name]);
  }

  shapesGraph(name: ShapesName): Graph {
    return graphOf(this.#files.shapes[name]);
  }
}

function hierarchyOf({ classes }: Ontology): Quad[] {
  return Array.from(classes, ([name, { parents }]) =>
    [...parents].map((parent) => triple(node(name), rdfs.subClassOf, node(parent))),
  ).flat();
}
