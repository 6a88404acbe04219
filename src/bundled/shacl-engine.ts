export { Validator } from 'shacl-engine';
export type { Context, Shape } from 'shacl-engine';
