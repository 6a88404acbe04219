export { XsdValidation } from 'rdf-validation';
