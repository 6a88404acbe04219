/** What the model's tests share: a loaded model, data from Turtle, and the sentences of a check. */
import { Parser } from 'n3';
import { loadModel, type ModelOptions } from '../../src/model/load.js';
import type { Model } from '../../src/model/model.js';
import type { Violation } from '../../src/model/validation/violation.js';
import { graphOf, type Graph } from '../../src/rdf/graph.js';
import { factory, type Iri, iri, namedNode } from '../../src/rdf/terms.js';
import { standardNamespaces } from '../../src/rdf/vocabulary.js';

const silent = { warn: (): void => undefined };

let strict: Promise<Model> | undefined;

/** The shipped model in strict mode, loaded once for all tests. */
export function shippedModel(): Promise<Model> {
  strict ??= load();
  return strict;
}

export function load(options: Partial<ModelOptions> = {}): Promise<Model> {
  return loadModel({ namespaces: standardNamespaces, mode: 'strict', log: silent, ...options });
}

const prefixes = `
  @prefix cargo: <${standardNamespaces.cargo}> .
  @prefix api: <${standardNamespaces.api}> .
  @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
  @prefix ex: <https://example.org/terms#> .
  @prefix rule: <https://operator.example/rules#> .
  @prefix lo: <https://1r.example.com/logistics-objects/> .
`;

export function turtle(text: string): Graph {
  return graphOf(new Parser({ factory, blankNodePrefix: '' }).parse(prefixes + text));
}

export const cargo = (name: string): Iri => iri(standardNamespaces.cargo + name);
export const api = (name: string): Iri => iri(standardNamespaces.api + name);
export const code = (list: string, name: string): Iri => iri(`${standardNamespaces.codeLists}${list}#${name}`);
export const root = namedNode('https://1r.example.com/logistics-objects/p1');

/** The violations of a document whose root is `lo:p1`. */
export async function violations(text: string, model?: Model): Promise<readonly Violation[]> {
  return (model ?? (await shippedModel())).check(turtle(text), [root]);
}

export async function messages(text: string, model?: Model): Promise<string[]> {
  return (await violations(text, model)).map(({ message }) => message);
}
