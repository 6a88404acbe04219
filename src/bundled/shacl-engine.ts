export { Validator } from 'shacl-engine';
