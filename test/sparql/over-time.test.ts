import { expect } from 'chai';
import { overTime } from '../../src/sparql/over-time.js';

const said = (query: string): string => overTime(query, 30_000);

describe('What a caller is told whose query took too long', () => {
  it('names the limit, its setting, and nothing else where no pattern is known to cost much', () => {
    expect(said('SELECT * { ?s ?p ?o }')).to.equal(
      'the query took longer than 30 s (SPARQL_TIMEOUT_MS): reduce the query, or split it',
    );
  });

  for (const [name, query, pattern, words] of [
    ['NOT EXISTS', 'SELECT * { ?s ?p ?o filter not  exists { ?o ?q ?r } }', 'NOT EXISTS', 'MINUS'],
    ['GRAPH with a variable', 'SELECT * { GRAPH ?g { ?s ?p ?o } }', 'GRAPH', 'latest revisions'],
    ['a search in texts', 'SELECT * { ?s ?p ?o FILTER(regex(?o, "x")) }', 'REGEX', 'property'],
  ] as const)
    it(`says what to ask instead of ${name}`, () => {
      expect(said(query)).to.include(pattern).and.include(words);
    });

  it('takes no text for a pattern', () => {
    for (const query of [
      'SELECT * { ?s ?p "NOT EXISTS { } GRAPH ?g REGEX" }',
      'SELECT * { GRAPH <urn:x:NOT-EXISTS> { ?regex ?contains ?o } }',
      'SELECT * { FILTER EXISTS { ?s ?p ?o } } # NOT EXISTS',
    ])
      expect(said(query), query).to.match(/or split it$/);
  });
});
