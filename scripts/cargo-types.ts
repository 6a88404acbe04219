/**
 * `npm run cargo-types`: generates src/client/cargo.ts, the data model of this version as types and a table (T50), from
 * ontology/*.ttl.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readTurtleFile, shippedFiles } from '../src/model/files.js';
import { readDataModel } from '../src/model/types/data-model.js';
import { writeTypes } from '../src/model/types/write-types.js';
import { standardNamespaces } from '../src/rdf/vocabulary.js';

export const CARGO_TYPES = fileURLToPath(new URL('../src/client/cargo.ts', import.meta.url));

export function cargoTypes(): string {
  const quads = [shippedFiles.cargo, shippedFiles.codeLists].flatMap((file) => readTurtleFile(file));
  return writeTypes(readDataModel(quads, standardNamespaces, new Map()), { since: '0.3.0' });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = cargoTypes();
  writeFileSync(CARGO_TYPES, text);
  console.log(`src/client/cargo.ts: ${text.split('\n').length} lines`);
}
