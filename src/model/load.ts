/** Loads the data model from the shipped files, or from those of the operator. */
import { Graph, graphOf } from '../rdf/graph.js';
import { type Iri, node, type Quad, type Term, triple } from '../rdf/terms.js';
import { type Namespaces, rdfs } from '../rdf/vocabulary.js';
import { Checker } from './validation/checker.js';
import { deriveShapes } from './shapes/owl-to-shacl.js';
import { readTurtleFile, rebaseNamespaces, shippedFiles } from './files.js';
import { OntologyIndex } from './ontology/ontology-index.js';
import type { Model, OntologyName, ShapesName, Violation } from './model.js';
import { Normalizer } from './ontology/normalize.js';
import { type Ontology, readOntology } from './ontology/ontology.js';
import { ShapeIndex } from './validation/shape-index.js';

/** The part of a logger that the model uses. */
interface ModelLog {
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
}

export interface ModelOptions {
  readonly namespaces: Namespaces;
  /** OWL files in Turtle that replace the shipped data model; its shapes are then derived from them (`ONTOLOGY_FILES`). */
  readonly ontologyFiles?: readonly string[];
  /** Lenient: violations are logged and accepted (D40). */
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
  const custom = ontologyFiles.flatMap((file) => {
    const quads = read(file);
    if (readOntology(quads).classes.size === 0) throw new Error(`${file} holds no OWL class`);
    return quads;
  });
  // The code lists are a separate release: the operator's files replace them only if they contain any.
  const codes = custom.some(({ subject }) => subject.value.startsWith(namespaces.codeLists)) ? [] : codeLists;
  return {
    ontologies: { cargo: custom, api, 'code-lists': codes },
    shapes: { cargo: deriveShapes(readOntology([...custom, ...codes]), namespaces), api: apiShapes },
  };
}

class LoadedModel implements Model {
  readonly #files: Files;
  readonly #options: ModelOptions;
  readonly #index: OntologyIndex;
  readonly #normalizer: Normalizer;
  readonly #checker: Checker;

  constructor(files: Files, options: ModelOptions) {
    this.#files = files;
    this.#options = options;
    const { cargo, api, 'code-lists': codeLists } = files.ontologies;
    const ontology: Ontology = readOntology([...cargo, ...codeLists, ...api]);
    this.#index = new OntologyIndex(ontology, options.namespaces);
    this.#normalizer = new Normalizer(ontology);
    // The engine takes the class hierarchy from the graph that its shapes are in.
    const hierarchy = hierarchyOf(ontology);
    const shapes = new Graph([...files.shapes.cargo, ...files.shapes.api, ...hierarchy]);
    this.#checker = new Checker(shapes, new ShapeIndex(shapes, this.#index.hierarchy), this.#index);
  }

  isClass(type: Iri): boolean {
    return this.#index.hierarchy.isClass(type);
  }

  isProperty(property: Iri): boolean {
    return this.#index.ontology.properties.has(property);
  }

  isSubclassOf(type: Iri, ancestor: Iri): boolean {
    return this.#index.hierarchy.isSubclassOf(type, ancestor);
  }

  isLogisticsObject(types: Iterable<Iri>): boolean {
    return Array.from(types).some((type) => this.#index.isLogisticsObject(type));
  }

  mostSpecific(types: readonly [Iri, ...Iri[]]): Iri {
    return this.#index.hierarchy.mostSpecific(types);
  }

  ancestors(type: Iri): ReadonlySet<Iri> {
    return this.#index.hierarchy.ancestors(type);
  }

  descendants(type: Iri): ReadonlySet<Iri> {
    return this.#index.hierarchy.descendants(type);
  }

  isCode(code: Iri): boolean {
    return this.#index.codeLists.isCode(code);
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
