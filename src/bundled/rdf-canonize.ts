export { default } from 'rdf-canonize';
