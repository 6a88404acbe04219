import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { DatabaseLink } from '../engines/support/database-link.js';
import { describeOnPostgres } from '../engines/support/postgres.js';
import { createPiece, Receiver, subscribe, withoutRepetitions } from '../support/exchange.js';
import { cargo, member } from '../support/node.js';
import { Random, SEED, seeded } from '../support/random.js';
import { scaled } from '../support/size.js';
import { Cluster, type ClusterParty } from './support/cluster.js';
import { change, contentOf, Writer } from './support/writer.js';

describeOnPostgres('three nodes on one PostgreSQL database', function (server) {
  let cluster: Cluster;
  let holder: ClusterParty;
  let receiver: Receiver;

  before(async () => {
    receiver = await Receiver.start();
    // They create the tables, the data holder and the signing key at the same time.
    cluster = await Cluster.start(await server().newDatabase(), 3);
    holder = await cluster.holder();
  });

  after(async () => {
    await cluster.stop();
    await receiver.close();
  });

  it('make one data holder when they start at the same time', async () => {
    for (const { url } of cluster.members) {
      const read = await holder.at(url).get('/logistics-objects/_data-holder');
      expect(read.status, read.text).to.equal(200);
      expect(read.headers.get('latest-revision')).to.equal('1');
    }
  });

  it('read acknowledged writes of another one at once', async () => {
    for (let round = 0; round < scaled(20); round += 1) {
      const piece = await createPiece(holder, { 'cargo:goodsDescription': contentOf(1) });
      const reads = await Promise.all(cluster.members.map(({ url }) => holder.at(url).get(piece)));
      expect(reads.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
      const proposed = await holder.patch(piece, change(piece, 1));
      expect(proposed.status, proposed.text).to.equal(201);
      const decided = await holder.patch(`${proposed.headers.get('location') ?? ''}?status=REQUEST_ACCEPTED`);
      expect(decided.status, decided.text).to.equal(204);
      const after = await Promise.all(cluster.members.map(({ url }) => holder.at(url).get(piece)));
      expect(after.map(({ headers }) => headers.get('latest-revision'))).to.deep.equal(['2', '2', '2']);
      expect(after.map(({ json }) => member(json, 'cargo:goodsDescription'))).to.deep.equal(
        after.map(() => contentOf(2)),
      );
      // Linked data is as of all acknowledged commits, too (W80).
      for (const [path, accept] of [
        [`${piece}/revisions/2`, 'text/turtle'],
        [`${piece}/timemap`, 'application/link-format'],
        [`${piece}/changes`, 'application/rdf-patch'],
      ] as const) {
        const answers = await Promise.all(
          cluster.members.map(({ url }) => holder.at(url).get(path, { headers: { Accept: accept } })),
        );
        expect(
          answers.map(({ status }) => status),
          path,
        ).to.deep.equal([200, 200, 200]);
        expect(new Set(answers.map(({ text }) => text)).size, path).to.equal(1);
      }
    }
  });

  it('accept one of two rivals that are accepted on different nodes at once', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < scaled(15); round += 1) {
      const piece = await createPiece(holder, { 'cargo:goodsDescription': contentOf(1) });
      const requests: string[] = [];
      for (const name of ['one', 'other', 'third']) {
        const proposed = await holder.patch(piece, change(piece, 1, name));
        expect(proposed.status, proposed.text).to.equal(201);
        requests.push(proposed.headers.get('location') ?? '');
      }
      const decisions = await Promise.all(
        requests.map((request, index) =>
          holder.at(cluster.members[index]?.url ?? '').patch(`${request}?status=REQUEST_ACCEPTED`),
        ),
      );
      const statuses = decisions.map(({ status }) => status).sort((one, other) => one - other);
      outcomes.add(statuses.join(' '));
      expect(
        statuses.filter((status) => status === 204),
        decisions.map(({ text }) => text).join('\n'),
      ).to.have.length(1);
      expect(statuses.every((status) => status < 500)).to.equal(true);
      const read = await holder.get(piece);
      expect(read.headers.get('latest-revision')).to.equal('2');
      const states = await Promise.all(requests.map((request) => holder.get(request)));
      const rejected = states.filter(({ text }) => text.includes('REQUEST_REJECTED'));
      expect(rejected).to.have.length(2);
    }
  });

  it('answer again by themselves soon after the first of them when all were without the database', async () => {
    const piece = await createPiece(holder, { 'cargo:goodsDescription': contentOf(1) });
    const each = (change: (network: DatabaseLink) => void) => (): Promise<void> => {
      for (const { networks } of cluster.members) for (const network of networks) change(network);
      return Promise.resolve();
    };
    const held = each((network) => {
      network.hang();
    });
    const passedOn = each((network) => {
      network.goOn();
    });
    const lost = each((network) => {
      network.lose();
    });
    const lostNoMore = each((network) => {
      network.loseNoMore();
    });
    const outages = [
      { what: 'packets were held back', begin: held, end: passedOn },
      { what: 'packets were lost', begin: lost, end: lostNoMore },
      { what: 'the server had ended', begin: () => server().kill(), end: () => server().run() },
    ];
    /** Asks a node until it answers with this status. */
    const until = async (url: string, status: number): Promise<number> => {
      while ((await holder.at(url).get(piece)).status !== status) await delay(20);
      return performance.now();
    };
    for (const { what, begin, end } of outages) {
      await begin();
      await Promise.all(cluster.members.map(({ url }) => until(url, 503)));
      // Nobody asks meanwhile but the nodes themselves.
      await delay(2_000);
      const answers = cluster.members.map(({ url }) => until(url, 200));
      await end();
      const over = performance.now();
      const seconds = (await Promise.all(answers)).map((time) => ((time - over) / 1000).toFixed(2));
      process.stdout.write(`      after ${what}: ${seconds.join(', ')} s\n`);
      // A node that has answered goes on to do so, and takes writes.
      for (const { url } of cluster.members) {
        expect((await holder.at(url).get(piece)).status).to.equal(200);
        const written = await holder.at(url).post('/logistics-objects', { '@type': `${cargo}Company` });
        expect(written.status, written.text).to.equal(201);
      }
    }
  });

  it('lose nothing that was acknowledged when nodes are killed, stopped, or cut off from the database', async () => {
    const random = new Random(seeded(SEED));
    const subscriber = await cluster.party(receiver.agent);
    await subscribe(holder, subscriber, { topic: `${cargo}Piece` });
    const writers = Array.from({ length: 4 }, (_, number) => new Writer(holder, new Random(seeded(SEED + number))));
    let isOver = false;
    const writing = Promise.all(writers.map((writer) => writer.write(() => isOver)));
    for (let round = 0; round < scaled(6); round += 1) {
      await delay(500 + random.below(1_000));
      const victim = random.one(cluster.members);
      const kind = round % 3;
      if (kind === 0) {
        await victim.end('SIGKILL');
        await delay(random.below(500));
        await victim.start();
      } else if (kind === 1) {
        // Longer than a lease is held.
        victim.kill('SIGSTOP');
        await delay(11_000 + random.below(2_000));
        victim.kill('SIGCONT');
      } else {
        victim.cut();
        await delay(11_000 + random.below(2_000));
        victim.restore();
      }
    }
    isOver = true;
    await writing;
    const pieces = writers.flatMap((writer) => writer.pieces);
    expect(pieces.length, 'pieces').to.be.greaterThan(20);
    for (const piece of pieces) await piece.verify(holder);
    await holder.get('/logistics-objects');
    await receiver.until(() => {
      const updates = withoutRepetitions(receiver.received);
      return pieces.every(
        ({ uri, revision }) =>
          updates.filter((one) => one.object === uri && one.eventType === 'LOGISTICS_OBJECT_UPDATED').length >=
          revision - 1,
      );
    });
    const distinct = withoutRepetitions(receiver.received);
    for (const { uri, revision, events } of pieces) {
      const of = distinct.filter(({ object }) => object === uri).map(({ eventType }) => eventType);
      expect(of[0], uri).to.equal('LOGISTICS_OBJECT_CREATED');
      expect(of.filter((type) => type === 'LOGISTICS_OBJECT_CREATED')).to.have.length(1);
      expect(of.filter((type) => type === 'LOGISTICS_OBJECT_UPDATED')).to.have.length(revision - 1);
      expect(of.filter((type) => type === 'LOGISTICS_EVENT_RECEIVED').length).to.be.at.least(events.length);
    }
  });
});
