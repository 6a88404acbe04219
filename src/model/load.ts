/** Loads the data model from the shipped files, or from those of the operator. */
import type { Quad } from '../rdf/terms.js';
import type { Namespaces } from '../rdf/vocabulary.js';
import { readTurtleFile, rebaseNamespaces, shippedFiles } from './files.js';
import { Model, type ModelFiles, type ModelLog } from './model.js';
import { readOntology } from './ontology/ontology.js';
import { ShapesFileError, type ShapesFile } from './shapes/local-shapes.js';
import { deriveShapes } from './shapes/owl-to-shacl.js';

export interface ModelOptions {
  readonly namespaces: Namespaces;
  /** OWL files in Turtle that replace the shipped data model; its shapes are then derived from them (`ONTOLOGY_FILES`). */
  readonly ontologyFiles?: readonly string[];
  /** SHACL files in Turtle with additional shapes to the data model's (`SHAPES_FILES`, D76). */
  readonly shapesFiles?: readonly string[];
  /** Lenient: violations are logged and accepted (D40). */
  readonly mode: 'strict' | 'lenient';
  readonly log: ModelLog;
}

/**
 * Loads the data model.
 *
 * @throws ShapesFileError for an unusable file of shapes.
 * @throws Error that names another file which cannot be read or parsed, or contains no class.
 */
export function loadModel(options: ModelOptions): Promise<Model> {
  return Promise.resolve().then(() => {
    const files = readFiles(options);
    return new Model(
      { ...files, localShapes: (options.shapesFiles ?? []).map((file) => readShapes(file, options)) },
      options,
    );
  });
}

function readShapes(file: string, { namespaces }: ModelOptions): ShapesFile {
  try {
    return { file, quads: rebaseNamespaces(readTurtleFile(file), namespaces) };
  } catch (error) {
    throw new ShapesFileError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function readFiles({ namespaces, ontologyFiles = [] }: ModelOptions): ModelFiles {
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
  // The code lists are a separate release: the operator's files replace them only if they contain codes.
  const isCode = (name: string): boolean => name.startsWith(namespaces.codeLists) && name.includes('#');
  const codes = custom.some(({ subject }) => isCode(subject.value)) ? [] : codeLists;
  return {
    ontologies: { cargo: custom, api, 'code-lists': codes },
    shapes: { cargo: deriveShapes(readOntology([...custom, ...codes]), namespaces), api: apiShapes },
  };
}
