import { expect } from 'chai';
import type { RepresentationFormat } from '../../src/http/representation/negotiation.js';
import { type RdfResource, Representations } from '../../src/http/representation/representation.js';
import { graphOf } from '../../src/rdf/graph.js';
import { factory, iri, node, type Quad, triple } from '../../src/rdf/terms.js';
import { createVocabulary, rdfTerms } from '../../src/rdf/vocabulary.js';

const vocabulary = createVocabulary();
const { api, namespaces } = vocabulary;
const representations = new Representations(vocabulary);

const MANY = 20_000;
const root = node(iri('http://localhost:8080/logistics-objects/1'));
const property = node(iri(`${namespaces.cargo}upid`));
const range = Array.from({ length: MANY }, (_, index) => index);

/** By the way in which a resource is large. */
const large: Readonly<Record<string, (index: number) => readonly Quad[]>> = {
  'values of a property': (index) => [triple(root, property, factory.literal(`${(index * 7919) % MANY}`))],
  properties: (index) => [triple(root, node(iri(`http://example.org/${index}`)), factory.literal('1'))],
  types: (index) => [triple(root, rdfTerms.type, node(iri(`http://example.org/${index}`)))],
  'nodes in it': (index) => {
    const nested = node(iri(`internal:${index}`));
    return [triple(root, api.hasItem, nested), triple(nested, property, factory.literal(String(index)))];
  },
  'nodes beside it': (index) => [
    triple(node(iri(`http://example.org/${(index * 7919) % MANY}`)), property, factory.literal('1')),
  ],
};

const forms: readonly RepresentationFormat[] = [
  ...(['compacted', 'expanded', 'flattened', 'vocab'] as const).map(
    (jsonLd) => ({ syntax: 'jsonld', version: '2.3.0', jsonLd }) as const,
  ),
  { syntax: 'jsonld', version: '2.0.0', jsonLd: 'compacted' },
  { syntax: 'turtle', version: '2.3.0', jsonLd: 'compacted' },
  { syntax: 'ntriples', version: '2.3.0', jsonLd: 'compacted' },
];

/** How many turns the event loop takes meanwhile. */
async function turnsDuring<Result>(work: () => Promise<Result>): Promise<readonly [Result, number]> {
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const result = await work();
  isDone = true;
  return [result, turns];
}

describe('a large representation', () => {
  for (const [how, statements] of Object.entries(large)) {
    const resource: RdfResource = { root, data: graphOf(range.flatMap(statements)) };
    for (const form of forms)
      it(`is written in parts, and as in one: many ${how}, ${form.syntax}, ${form.jsonLd}, ${form.version}`, async () => {
        const [body, turns] = await turnsDuring(() => representations.write(resource, form));
        expect(turns, 'turns of the event loop').to.be.at.least(3);
        expect(body.equals(representations.writeAtOnce(resource, form))).to.equal(true);
        if (form.syntax === 'jsonld')
          expect(`${JSON.stringify(JSON.parse(body.toString()))}\n`, 'the JSON').to.equal(body.toString());
      });
  }

  it('is not waited for: a small one is written at once', async () => {
    const form = forms[0] ?? expect.fail();
    const [, turns] = await turnsDuring(() =>
      representations.write({ root, data: graphOf([triple(root, property, root)]) }, form),
    );
    expect(turns).to.equal(0);
  });
});
