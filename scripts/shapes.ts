/** `npm run shapes`: generates shapes/cargo.ttl from ontology/cargo.ttl and ontology/code-lists.ttl. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rdfNs, standardNamespaces, xsdNs } from '../src/rdf/vocabulary.js';
import { deriveShapes } from '../src/model/shapes/owl-to-shacl.js';
import { shippedFiles, readTurtleFile } from '../src/model/files.js';
import { readOntology } from '../src/model/ontology/ontology.js';
import { shapeNs, shNs } from '../src/model/vocabulary.js';
import { writeTurtle } from './turtle.js';

const prefixes = {
  cargo: standardNamespaces.cargo,
  'code-lists': standardNamespaces.codeLists,
  shape: shapeNs,
  sh: shNs,
  rdf: rdfNs,
  xsd: xsdNs,
};

const header = [
  'Derived by `npm run shapes` from ontology/cargo.ttl and ontology/code-lists.ttl: change those, not this file.',
  'A property has one shape, for whatever has the property; a class has one of what it demands of its properties.',
  'The class hierarchy is in the ontologies: an engine that checks with these shapes needs it with the data.',
];

/** The content of shapes/cargo.ttl by the ontologies. */
export function writeShapes(): string {
  const quads = [shippedFiles.cargo, shippedFiles.codeLists].flatMap((file) => readTurtleFile(file));
  return writeTurtle(deriveShapes(readOntology(quads), standardNamespaces), prefixes, header);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = writeShapes();
  writeFileSync(shippedFiles.cargoShapes, text);
  console.log(`shapes/cargo.ttl: ${text.split('\n').length} lines`);
}
