// Imported by file: the package's main module also loads all parsers and serializers, half of the start time.
export { default as DataFactory } from 'rdf-ext/DataFactory.js';
