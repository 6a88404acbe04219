/** Requests that are repeated with their `Idempotency-Key` at another node of one PostgreSQL database (K24, K25). */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { Cluster, type ClusterParty } from '../cluster/support/cluster.js';
import { context, member, type Reply } from '../support/node.js';
import { scaled } from '../support/size.js';
import { describeOnPostgres } from './support/postgres.js';

describeOnPostgres('a request that comes again at another node', function (server) {
  let cluster: Cluster;
  let nodes: ClusterParty[];

  before(async () => {
    cluster = await Cluster.start(await server().newDatabase(), 2);
    const holder = await cluster.holder();
    nodes = cluster.members.map(({ url }) => holder.at(url));
  });
  after(() => cluster.stop());

  const create = (node: number, key: string, goods = 'Oranges'): Promise<Reply> =>
    (nodes[node] ?? expect.fail()).post(
      '/logistics-objects',
      { '@context': context, '@type': 'cargo:Piece', 'cargo:goodsDescription': goods },
      { 'Idempotency-Key': key },
    );
  const total = async (): Promise<unknown> =>
    member((await nodes[0]?.get('/logistics-objects?limit=0'))?.json, 'api:hasTotalItems');

  it('gets the first answer, and another request with the key 422', async () => {
    const key = randomUUID();
    const first = await create(0, key);
    expect(first.status, first.text).to.equal(201);
    const before = await total();
    const again = await create(1, key);
    expect([again.status, again.headers.get('location')]).to.deep.equal([201, first.headers.get('location')]);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    expect((await create(1, key, 'Lemons')).status).to.equal(422);
    expect(await total()).to.deep.equal(before);
  });

  it('is done once when it comes to both nodes at the same moment', async () => {
    for (let round = 0; round < scaled(10); round += 1) {
      const key = randomUUID();
      const replies = await Promise.all([0, 1, 0, 1].map((node) => create(node, key)));
      const done = replies.filter(({ status }) => status === 201);
      expect(new Set(done.map(({ headers }) => headers.get('location'))).size).to.equal(1);
      for (const { status, headers, text } of replies.filter(({ status }) => status !== 201))
        expect([status, headers.get('retry-after')], text).to.deep.equal([409, '1']);
      expect(
        replies.filter(({ headers }) => headers.get('idempotent-replayed') === null && headers.has('location')),
      ).to.have.length(1);
    }
  });
});
