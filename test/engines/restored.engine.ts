import { expect } from 'chai';
import postgres from 'postgres';
import { createPiece, fastRetries, Receiver, respondWith, subscribe, tokenFor } from '../support/exchange.js';
import { cargo, Party, startTestNode, type TestNode } from '../support/node.js';
import { describeOnPostgres } from './support/postgres.js';

describeOnPostgres('a node whose database is restored while it runs', function (server) {
  let node: TestNode;
  let receiver: Receiver;
  let sql: postgres.Sql;

  before(async () => {
    const url = await server().newDatabase();
    sql = postgres(url, { onnotice: () => undefined });
    receiver = await Receiver.start();
    node = await startTestNode({ env: { STORE_URL: url, ...fastRetries } });
  });

  after(async () => {
    await node.stop();
    await receiver.close();
    await sql.end();
  });

  /** The last commit becomes another one than the node has seen, as after a restore. */
  const otherHistory = async (): Promise<void> => {
    await sql`
      UPDATE cargograph_feed SET batch = 'another' WHERE sequence = (SELECT sequence FROM cargograph_position)`;
  };

  it('delivers its waiting notifications', async () => {
    await subscribe(node.holder, new Party(node.url, receiver.agent, await tokenFor(node.url, receiver.agent)), {
      topic: `${cargo}Piece`,
    });
    receiver.behaviour = respondWith(503);
    const piece = await createPiece(node.holder);
    const isPiece = ({ object }: { readonly object: string }): boolean => object === piece;
    await receiver.until((received) => received.some(isPiece));
    for (const table of ['graphs', 'lookups', 'counts'])
      await sql.unsafe(`CREATE TABLE kept_${table} AS SELECT * FROM cargograph_${table}`);
    receiver.behaviour = respondWith(204);
    for (let waiting = 1; waiting > 0;)
      waiting = (await sql`SELECT 1 FROM cargograph_graphs WHERE name LIKE '%/outbox/%'`).length;
    const delivered = receiver.received.length;
    await sql.begin(async (tx) => {
      for (const table of ['graphs', 'lookups', 'counts']) {
        await tx.unsafe(`DELETE FROM cargograph_${table}`);
        await tx.unsafe(`INSERT INTO cargograph_${table} SELECT * FROM kept_${table}`);
      }
    });
    await otherHistory();
    await receiver.until((received) => received.slice(delivered).some(isPiece));
    expect(receiver.received.slice(0, delivered).some(isPiece), 'before the restore').to.equal(true);
  });

  it('queries its own data, and no lost data', async () => {
    const piece = await createPiece(node.holder, { 'cargo:goodsDescription': 'Lost in the restore' });
    const query = `/sparql?query=${encodeURIComponent('ASK { ?s ?p "Lost in the restore" }')}`;
    const ask = async (): Promise<boolean> => {
      const reply = await node.holder.get(query, { headers: { Accept: 'application/sparql-results+json' } });
      expect(reply.status, reply.text).to.equal(200);
      return reply.text.includes('true');
    };
    expect(await ask()).to.equal(true);
    await sql`DELETE FROM cargograph_graphs WHERE name LIKE ${`${piece}/%`}`;
    await otherHistory();
    expect((await node.holder.get(piece)).status).to.equal(404);
    expect(await ask()).to.equal(false);
  });
});
