import { request } from 'node:http';
import { expect } from 'chai';
import { messages, type Party } from '../support/node.js';
import { TestContext } from '../support/world.js';
import { eventually } from '../support/exchange.js';
import { ask, queryPath, resultsOf, rows, truth } from './support.js';

/** Never ends: a cross product of all statements. */
const ENDLESS =
  'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n1 ?o . ?q ?r ?s . ?t ?u ?v }';

async function partnerToken(url: string): Promise<string> {
  const response = await fetch(`${url}/dev-idp/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from('partner:partner-secret').toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return `Bearer ${((await response.json()) as { access_token: string }).access_token}`;
}

/** Sends a query without end, and disconnects after a while. */
function disconnectAfter(url: string, token: string, ms: number): Promise<void> {
  return new Promise((fulfil) => {
    const call = request(url + queryPath(ENDLESS), { headers: { Authorization: token } });
    call.on('error', () => undefined);
    call.on('close', () => {
      fulfil();
    });
    call.end();
    setTimeout(() => call.destroy(), ms);
  });
}

/** Asks again while the node says so: after a query was stopped with its worker, the dataset is filled anew. */
async function truthAtLast(party: Party, query: string): Promise<boolean | undefined> {
  let reply = await ask(party, query);
  await eventually(async () => {
    if (reply.status !== 503) return true;
    reply = await ask(party, query);
    return false;
  });
  return resultsOf(reply).boolean;
}

describe('Limits of a query', () => {
  const startWith = async (env: Readonly<Record<string, string>>): Promise<TestContext> => {
    const world = await TestContext.start({ env });
    for (let number = 0; number < 6; number += 1) {
      await world.piece({
        'cargo:goodsDescription': `"${String(number)}",\n<result>`,
        'cargo:upid': `piece ${String(number)}`,
        'cargo:coload': true,
        'cargo:stackable': true,
        'cargo:turnable': true,
      });
    }
    return world;
  };

  describe('rows', () => {
    let world: TestContext;
    before(async () => {
      world = await startWith({ SPARQL_MAX_ROWS: '3' });
    });
    after(() => world.stop());

    const five = (party: Party): Promise<string[]> => rows(party, 'SELECT ?n { VALUES ?n { 1 2 3 } }');
    const lines: Readonly<Record<string, (text: string) => number>> = {
      'application/sparql-results+json': (text) =>
        (JSON.parse(text) as { results: { bindings: unknown[] } }).results.bindings.length,
      'application/sparql-results+xml': (text) => text.split('<result>').length - 1,
      'text/csv': (text) => text.split('\r\n').length - 2,
      'text/tab-separated-values': (text) => text.split('\n').length - 2,
      'application/n-triples': (text) => text.split('\n').length - 1,
      'text/turtle': (text) => text.split('goodsDescription').length - 1,
      'application/ld+json': (text) => text.split('goodsDescription').length - 1,
    };
    for (const [accept, count] of Object.entries(lines)) {
      const select = 'SELECT ?d { ?s cargo:goodsDescription ?d } ORDER BY ?d';
      const construct = 'CONSTRUCT { ?s cargo:goodsDescription ?d } WHERE { ?s cargo:goodsDescription ?d }';
      const isGraph = /turtle|triples|ld\+json/.test(accept);
      it(`the first ones are returned, marked as truncated: ${accept}`, async () => {
        const reply = await ask(world.holder, isGraph ? construct : select, { accept });
        expect(reply.status, reply.text).to.equal(200);
        expect(reply.headers.get('truncated')).to.equal('true');
        expect(count(reply.text), reply.text).to.equal(3);
      });
      it(`as many as there may be are not truncated: ${accept}`, async () => {
        const reply = await ask(world.holder, `${isGraph ? construct : select} LIMIT 3`, { accept });
        expect(reply.headers.get('truncated')).to.equal(null);
        expect(count(reply.text), reply.text).to.equal(3);
      });
    }

    it('a larger LIMIT of the query is reduced, a smaller one stays, with its OFFSET', async () => {
      const select = (more: string): Promise<string[]> =>
        rows(world.holder, `SELECT ?n { ?s cargo:upid ?n } ORDER BY ?n ${more}`);
      expect(await select('LIMIT 5')).to.have.length(3);
      expect(await select('LIMIT 2 OFFSET 4')).to.deep.equal(['piece 4', 'piece 5']);
      expect(await select('OFFSET 5')).to.deep.equal(['piece 5']);
      expect(await select('LIMIT 0')).to.deep.equal([]);
      expect(await five(world.holder)).to.have.length(3);
    });

    it('CONSTRUCT that creates few statements from many solutions is truncated, too', async () => {
      const reply = await ask(world.holder, 'CONSTRUCT { <urn:a> <urn:b> <urn:c> } WHERE { ?s cargo:upid ?n }');
      expect(reply.headers.get('truncated')).to.equal('true');
      expect(reply.text).to.contain('urn:a').and.not.to.contain('internal:');
    });

    it('DESCRIBE of too much is truncated', async () => {
      const reply = await ask(world.holder, 'DESCRIBE ?s { ?s cargo:upid ?n }', { accept: 'application/n-triples' });
      expect(reply.headers.get('truncated')).to.equal('true');
      expect(reply.text.trim().split('\n')).to.have.length(3);
      const same = await ask(world.holder, 'DESCRIBE <urn:none> { ?s cargo:upid ?n }');
      expect(same.headers.get('truncated')).to.equal('true');
    });
  });

  describe('time', () => {
    let world: TestContext;
    before(async () => {
      world = await startWith({ SPARQL_TIMEOUT_MS: '700' });
    });
    after(() => world.stop());

    it('a query that takes too long is stopped with 503, and the next one is answered', async () => {
      const reply = await ask(world.holder, ENDLESS);
      expect(reply.status, reply.text).to.equal(503);
      expect(messages(reply).join(' ')).to.contain('0.7 s');
      expect(await truthAtLast(world.holder, 'ASK { ?s a cargo:Piece }')).to.equal(true);
    });

    it('other queries are answered while one runs into its limit', async () => {
      const slow = ask(world.holder, ENDLESS);
      expect(await truthAtLast(world.partner, 'ASK { ?s a cargo:Organization }')).to.equal(true);
      expect((await slow).status).to.equal(503);
    });

    it('a property path that never ends is stopped, too', async () => {
      const path = ['?a (!<urn:x>)* ?b', '?c (!<urn:x>)* ?d', '?e (!<urn:x>)* ?f', '?g (!<urn:x>)* ?h'].join(' . ');
      const reply = await ask(world.holder, `SELECT (COUNT(*) AS ?n) { ${path} }`);
      expect(reply.status, reply.text).to.equal(503);
      expect(messages(reply).join(' ')).to.contain('0.7 s');
      expect(await truthAtLast(world.holder, 'ASK { ?s a cargo:Piece }')).to.equal(true);
    });

    it('a query that uses up the memory is stopped, too', async () => {
      const grow = Array.from(
        { length: 40 },
        (_, index) => `BIND(CONCAT(?x${String(index)}, ?x${String(index)}) AS ?x${String(index + 1)})`,
      );
      const query = `SELECT (STRLEN(?x40) AS ?n) { BIND("0123456789" AS ?x0) ${grow.join(' ')} }`;
      const reply = await ask(world.holder, query);
      expect(reply.status, reply.text).to.equal(503);
      expect(await truthAtLast(world.holder, 'ASK { ?s a cargo:Piece }')).to.equal(true);
    });
  });
});

describe('The queue of queries', () => {
  let world: TestContext;

  before(async () => {
    world = await TestContext.start();
    for (let number = 0; number < 6; number += 1) await world.piece();
    await truth(world.holder, 'ASK {}');
  });
  after(() => world.stop());

  it('is bounded, for all and for each caller: 429 with Retry-After past it', async () => {
    const aborted = new AbortController();
    const asked = Array.from({ length: 14 }, () => ask(world.holder, ENDLESS, { signal: aborted.signal }));
    const first = await Promise.any(
      asked.map(async (reply) => {
        const { status, headers } = await reply;
        if (status !== 429) throw new Error('in turn');
        return headers.get('retry-after');
      }),
    );
    expect(Number(first)).to.be.above(0);
    // Another caller has its own share.
    const other = ask(world.partner, 'ASK {}');
    expect((await world.partner.get('/')).status).to.equal(200);
    // What nobody waits for any more is stopped, or never begins: then it is the other one's turn.
    aborted.abort();
    expect((await other).status).to.equal(200);
    await Promise.allSettled(asked);
  });
});

describe('A query that runs', () => {
  it('does not hold up the exchange', async () => {
    const world = await TestContext.start();
    try {
      for (let number = 0; number < 6; number += 1) await world.piece();
      await truth(world.holder, 'ASK {}');
      const aborted = new AbortController();
      const slow = ask(world.holder, ENDLESS, { signal: aborted.signal }).then(
        () => 'answered',
        () => 'given up',
      );
      for (let reads = 0; reads < 20; reads += 1) {
        expect((await world.holder.get('/logistics-objects?limit=1')).status).to.equal(200);
      }
      aborted.abort();
      expect(await slow).to.equal('given up');
    } finally {
      await world.stop();
    }
  });
});

describe('A caller that disconnects', () => {
  it('has its queries stopped before their limit, and the next one runs', async () => {
    // Longer than this test may take.
    const world = await TestContext.start({ env: { SPARQL_TIMEOUT_MS: '60000' } });
    try {
      for (let number = 0; number < 6; number += 1) await world.piece();
      const token = await partnerToken(world.node.url);
      await truth(world.holder, 'ASK {}');
      await Promise.all(Array.from({ length: 3 }, () => disconnectAfter(world.node.url, token, 50)));
      expect(await truth(world.holder, 'ASK { ?s a cargo:Piece }')).to.equal(true);
    } finally {
      await world.stop();
    }
  });
});
