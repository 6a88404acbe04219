import { expect } from 'chai';
import postgres from 'postgres';
import { add, changeBody } from '../support/changes.js';
import { createPiece } from '../support/exchange.js';
import { member, type Reply, startTestNode, type TestNode } from '../support/node.js';
import { describeOnPostgres } from './support/postgres.js';

const TABLES = ['graphs', 'lookups', 'counts', 'feed', 'lock_slots', 'position', 'log', 'log_newest', 'log_values'];

describeOnPostgres('a revision that a failover has lost, and another one of the same number', function (server) {
  let node: TestNode;
  let sql: postgres.Sql;

  before(async () => {
    const url = await server().newDatabase();
    sql = postgres(url, { onnotice: () => undefined });
    node = await startTestNode({ env: { STORE_URL: url } });
  });

  after(async () => {
    await node.stop();
    await sql.end();
  });

  /** All that a node shows of a piece. */
  const readings: Readonly<Record<string, (piece: string) => Promise<Reply>>> = {
    object: (piece) => node.holder.get(piece),
    'object in Turtle': (piece) => node.holder.get(piece, { headers: { Accept: 'text/turtle' } }),
    'object with what it links to': (piece) => node.holder.get(`${piece}?embedded=true`),
    'object of 2.3.0': (piece) => node.holder.get(piece, { headers: { Accept: 'application/ld+json; version=2.3.0' } }),
    history: (piece) =>
      node.holder.get(`/internal/objects/${piece.slice(piece.lastIndexOf('/') + 1)}/revisions`, {
        headers: { Accept: 'application/json' },
      }),
    query: (piece) =>
      node.holder.get(`/sparql?query=${encodeURIComponent(`SELECT ?v { <${piece}> ?p ?v }`)}`, {
        headers: { Accept: 'text/csv' },
      }),
  };

  async function revise(piece: string, text: string): Promise<void> {
    const change = changeBody(piece, 1, [add(piece, 'shippingMarks', text)]);
    const submitted = await node.holder.patch(piece, { ...change, 'api:hasDescription': `to make it ${text}` });
    expect(submitted.status, submitted.text).to.equal(201);
    const accepted = await node.holder.patch(
      `${submitted.headers.get('location') ?? ''}?status=REQUEST_ACCEPTED`,
      undefined,
    );
    expect(accepted.status, accepted.text).to.equal(204);
  }

  const readAll = async (piece: string): Promise<Map<string, Reply>> => {
    const replies = new Map<string, Reply>();
    for (const [name, read] of Object.entries(readings)) replies.set(name, await read(piece));
    return replies;
  };

  it('appears nowhere, has another tag, and satisfies no condition', async () => {
    const piece = await createPiece(node.holder);
    for (const table of TABLES) await sql.unsafe(`CREATE TABLE kept_${table} AS SELECT * FROM cargograph_${table}`);
    await revise(piece, 'Lost');
    const lost = await readAll(piece);
    for (const [name, { text }] of lost) expect(text, name).to.include('Lost');
    await sql.begin(async (tx) => {
      for (const table of TABLES) {
        await tx.unsafe(`DELETE FROM cargograph_${table}`);
        await tx.unsafe(`INSERT INTO cargograph_${table} SELECT * FROM kept_${table}`);
      }
    });
    await revise(piece, 'Kept');
    const kept = await readAll(piece);
    for (const [name, { text, headers }] of kept) {
      expect(text, name).to.include('Kept').and.not.include('Lost');
      const tag = headers.get('etag');
      if (tag !== null) expect(tag, name).to.not.equal(lost.get(name)?.headers.get('etag'));
    }
    for (const name of ['object', 'object in Turtle', 'object with what it links to']) {
      const [old, current] = [lost, kept].map((replies) => replies.get(name)?.headers.get('etag') ?? '');
      const change = changeBody(piece, 2, [add(piece, 'upid', name)]);
      expect((await node.holder.patch(piece, change, { 'If-Match': old ?? '' })).status, name).to.equal(412);
      expect((await node.holder.patch(piece, change, { 'If-Match': current ?? '' })).status, name).to.equal(201);
    }
    const again = await node.holder.get(piece, {
      headers: { 'If-None-Match': lost.get('object')?.headers.get('etag') ?? '' },
    });
    expect(again.status).to.equal(200);
    expect(member(again.json, 'cargo:shippingMarks')).to.not.equal(undefined);
  });
});
