import { expect } from 'chai';
import { uuidSource } from '../../src/clock.js';
import { Representations } from '../../src/http/representation/representation.js';
import { describeErrorBody } from '../../src/rdf/error-description.js';
import { graphOf } from '../../src/rdf/graph.js';
import { iri } from '../../src/rdf/terms.js';
import { createVocabulary, standardNamespaces } from '../../src/rdf/vocabulary.js';

const vocabulary = createVocabulary(standardNamespaces);
const representations = new Representations(vocabulary);
const { namespaces } = vocabulary;

const details = [
  { message: 'has no class' },
  { message: 'is missing', property: iri(`${namespaces.cargo}coload`) },
  { message: 'is not a number', property: iri(`${namespaces.cargo}grossWeight`) },
  { message: 'is twice there', property: iri(`${namespaces.cargo}grossWeight`) },
  { message: 'is twice there', property: iri(`${namespaces.cargo}grossWeight`), resource: iri('http://x.example/1') },
  { message: 'is unknown', property: iri(`${namespaces.cargo}wings`) },
];

describe('An Error (D33)', () => {
  for (const syntax of ['jsonld', 'turtle', 'ntriples'] as const) {
    it(`has its details in the same order each time, as ${syntax}`, async () => {
      const orders = new Set<string>();
      for (let round = 0; round < 12; round++) {
        // In whatever order they were found.
        const found = [...details.slice(round % 6), ...details.slice(0, round % 6)];
        const { root, statements } = describeErrorBody({ title: 'No', details: found }, uuidSource.next(), vocabulary);
        const data = graphOf(statements);
        const form = { syntax, version: '2.0.0', jsonLd: 'compacted' } as const;
        const written = await representations.write({ root, data }, form);
        orders.add(written.toString().replace(/internal:[0-9a-f-]{36}/g, 'internal:id'));
      }
      expect(orders.size).to.equal(1);
    });
  }
});
