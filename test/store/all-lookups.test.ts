import { expect } from 'chai';
import { createLookups, listOf } from '../../src/lookups.js';
import { iri } from '../../src/rdf/terms.js';
import { createVocabulary, standardNamespaces } from '../../src/rdf/vocabulary.js';
import { UriScheme } from '../../src/uris.js';
import { lookupDefinitions } from './lookup-definitions.js';

describe('The lookups of the node', () => {
  const [uris, vocabulary] = [new UriScheme(iri('http://node.example')), createVocabulary(standardNamespaces)];
  const lookups = createLookups(uris, vocabulary);
  const kept = listOf(lookups);

  it('all have an index, each under a name of its own', () => {
    const named = Object.values(lookups).flatMap((one): unknown[] =>
      typeof one.covers === 'function' ? [one] : Object.values(one),
    );
    expect(new Set(kept).size).to.equal(kept.length);
    expect(kept).to.have.members(named);
    expect(new Set(kept.map(({ name }) => name)).size).to.equal(kept.length);
  });

  it('all have a definition in SPARQL', () => {
    expect([...lookupDefinitions(uris, vocabulary).keys()]).to.have.members(kept.map(({ name }) => name));
  });
});
