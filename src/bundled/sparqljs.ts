export { Generator, Parser } from 'sparqljs';
