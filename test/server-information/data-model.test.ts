import { expect } from 'chai';
import { readTurtle } from '../support/turtle.js';
import { type Party, startTestNode, type TestNode } from '../support/node.js';

describe('the ontologies and shapes of the node', () => {
  let node: TestNode;
  let partner: Party;

  before(async () => {
    node = await startTestNode();
    partner = await node.party('partner');
  });
  after(() => node.stop());

  for (const path of ['/ontology/cargo', '/ontology/api', '/ontology/code-lists', '/shapes/cargo', '/shapes/api']) {
    it(`are served to every partner as Turtle and as JSON-LD: ${path}`, async () => {
      const turtle = await partner.get(path, { headers: { Accept: 'text/turtle' } });
      expect(turtle.status).to.equal(200);
      expect(readTurtle(turtle.text).size).to.be.greaterThan(50);
      const jsonld = await partner.get(path);
      expect(jsonld.headers.get('content-type')).to.match(/^application\/ld\+json/);
      expect(jsonld.json).to.have.property('@graph');
      const again = await partner.get(path, { headers: { 'If-None-Match': jsonld.headers.get('etag') ?? '' } });
      expect(again.status).to.equal(304);
    });
  }

  it('have no other names', async () => {
    expect((await partner.get('/ontology/other')).status).to.equal(404);
    expect((await partner.get('/shapes/code-lists')).status).to.equal(404);
  });
});
