export { default } from 'jsonld';
