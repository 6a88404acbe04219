import { expect } from 'chai';
import { createLookups, type NodeLookups } from '../../src/lookups.js';
import { iri } from '../../src/rdf/terms.js';
import { createVocabulary, standardNamespaces } from '../../src/rdf/vocabulary.js';
import { type IndexedLookup, Indexes, type Lookup } from '../../src/store/lookup.js';
import { UriScheme } from '../../src/uris.js';
import { lookupDefinitions } from './lookup-definitions.js';

describe('The lookups of the node', () => {
  const [uris, vocabulary] = [new UriScheme(iri('http://node.example')), createVocabulary(standardNamespaces)];
  let lookups: NodeLookups;
  let indexes: readonly IndexedLookup[];
  before(() => {
    ({ lookups, indexes } = createLookups(uris, vocabulary));
  });

  it('are in the store as the modules declare them', () => {
    expect(Object.values(lookups).flatMap((module): unknown[] => Object.values(module))).to.have.members(indexes);
  });

  it('all have a definition in SPARQL', () => {
    expect([...lookupDefinitions(uris, vocabulary).keys()]).to.have.members(indexes.map(({ name }) => name));
  });
});

describe('A lookup', () => {
  const declared: Lookup = { name: 'declared', version: 1, covers: () => true, entries: () => [] };

  it('can be asked only where the store keeps an index of it', () => {
    const indexes = new Indexes();
    // @ts-expect-error A lookup that is only declared: asked, it would never find anything.
    const unknown: IndexedLookup = declared;
    const added: IndexedLookup = indexes.add(declared);
    expect(indexes.lookups).to.deep.equal([added]).and.not.to.include(unknown);
  });

  it('has a name of its own', () => {
    const indexes = new Indexes();
    indexes.add(declared);
    expect(() => indexes.add(declared)).to.throw('two lookups have the name declared');
  });
});
