import { tmpdir } from 'node:os';
import { expect } from 'chai';
import { createPiece, tokenFor } from '../support/exchange.js';
import { Party } from '../support/node.js';
import { spawnNode } from '../support/process.js';

/** 100,000 rows, as many as SPARQL_MAX_ROWS allows, of about 100 characters. */
const digit = (name: string): string => `VALUES ?${name} { 0 1 2 3 4 5 6 7 8 9 }`;
const MANY_ROWS =
  `SELECT ?a ?b ?c ?d ?e ?text { ${['a', 'b', 'c', 'd', 'e'].map(digit).join(' ')} ` +
  'BIND(CONCAT("some text that is long enough to be a description of goods ", STR(?a)) AS ?text) }';

describe('a heap of 64 MB', () => {
  it('a query with 100,000 rows is answered or rejected with 503, and the exchange continues', async () => {
    const env = { PORT: '0', STORE_URL: 'memory:', NODE_OPTIONS: '--max-old-space-size=64' };
    const node = spawnNode(tmpdir(), env);
    try {
      const url = await node.listening;
      const agent = `${url}/logistics-objects/_data-holder`;
      const holder = new Party(url, agent, await tokenFor(url, agent));
      for (const accept of ['application/sparql-results+json', 'text/csv']) {
        const path = `/sparql?query=${encodeURIComponent(MANY_ROWS)}`;
        const { status, text } = await holder.get(path, { headers: { Accept: accept } });
        // By what else the heap holds at this moment; an answer is a whole one.
        expect(status, accept).to.be.oneOf([200, 503]);
        if (status === 200) expect(text.split('some text that is long').length - 1, accept).to.equal(100_000);
        await createPiece(holder);
      }
      node.kill('SIGTERM');
      expect(await node.ended).to.deep.equal({ code: 0, signal: null });
    } finally {
      node.kill('SIGKILL');
      await node.ended;
    }
  });
});
