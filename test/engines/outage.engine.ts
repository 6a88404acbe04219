import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { createPiece, tokenFor, valueOf } from '../support/exchange.js';
import { member, messages, Party, startTestNode, type TestNode } from '../support/node.js';
import { freePort, spawnNode } from '../support/process.js';
import { describeOnPostgres } from './support/postgres.js';

describeOnPostgres('a node whose PostgreSQL database fails', function (server) {
  let node: TestNode;
  let piece: string;

  before(async () => {
    node = await startTestNode({ env: { STORE_URL: await server().newDatabase() } });
    piece = await createPiece(node.holder, { 'cargo:goodsDescription': 'Books' });
  });

  after(async () => {
    await node.stop();
  });

  it('answers 503 with Retry-After and not ready while it is down, and then continues', async () => {
    await server().kill();
    const read = await node.holder.get(piece);
    expect(read.status, read.text).to.equal(503);
    expect(Number(read.headers.get('retry-after'))).to.be.greaterThan(0);
    expect(messages(read).join(' ')).not.to.include('127.0.0.1');
    const written = await node.holder.post('/logistics-objects', {
      '@type': 'https://onerecord.iata.org/ns/cargo#Piece',
    });
    expect(written.status, written.text).to.equal(503);
    expect((await node.anonymous.get('/health/live')).status).to.equal(200);
    const ready = await node.anonymous.get('/health/ready');
    expect(ready.status).to.equal(503);
    expect(ready.text).to.include('database');
    expect((await node.anonymous.get('/openapi.json')).status).to.equal(200);

    await server().run();
    for (let status = 503; status !== 200;) ({ status } = await node.holder.get(piece));
    expect((await node.anonymous.get('/health/ready')).status).to.equal(200);
    expect(await createPiece(node.holder)).to.be.a('string');
  });

  it('writes each acknowledged object once when the server ends its connections', async () => {
    const { url } = node;
    let acknowledged = 0;
    for (let round = 0; round < 5; round += 1) {
      const writing = Promise.all(
        Array.from({ length: 8 }, async () => {
          for (let count = 0; count < 5; count += 1) {
            const reply = await node.holder.post('/logistics-objects', {
              '@type': 'https://onerecord.iata.org/ns/cargo#Company',
            });
            // 503 where the server ended the connection before it was known to be written.
            expect(reply.status, reply.text).to.be.oneOf([201, 503]);
            if (reply.status === 201) {
              acknowledged += 1;
              const { status } = await node.holder.get(reply.headers.get('location') ?? '');
              // 503 where the connections end between the two requests; never 404.
              expect(status).to.be.oneOf([200, 503]);
            }
          }
        }),
      );
      await server().endConnections();
      await writing;
    }
    for (let status = 503; status !== 200;) ({ status } = await node.holder.get(`${url}/logistics-objects`));
    const list = await node.holder.get('/logistics-objects?type=Company&limit=1');
    const total = Number(valueOf(member(list.json, 'api:hasTotalItems')));
    expect(total).to.be.at.least(acknowledged);
  });

  it('does not end when the server is killed while it writes, and loses nothing that was acknowledged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outage-'));
    const port = await freePort();
    const process = spawnNode(folder, {
      PORT: String(port),
      STORE_URL: await server().newDatabase(),
      LOG_LEVEL: 'error',
    });
    try {
      const url = await process.listening;
      const agent = `${url}/logistics-objects/_data-holder`;
      const holder = new Party(url, agent, await tokenFor(url, agent));
      const acknowledged: string[] = [];
      for (let round = 0; round < 4; round += 1) {
        const { length: before } = acknowledged;
        let isDone = false;
        const writing = Promise.all(
          Array.from({ length: 6 }, async () => {
            while (!isDone) {
              const reply = await holder.post('/logistics-objects', {
                '@type': 'https://onerecord.iata.org/ns/cargo#Company',
              });
              // 503 while the server is down.
              expect(reply.status, reply.text).to.be.oneOf([201, 503]);
              if (reply.status === 201) acknowledged.push(reply.headers.get('location') ?? '');
              else await sleep(50);
            }
          }),
        );
        const isWritten = async (count: number): Promise<void> => {
          while (acknowledged.length < count) await sleep(10);
        };
        await Promise.race([writing, isWritten(before + 20)]);
        await server().kill();
        await sleep(300);
        await server().run();
        await Promise.race([writing, isWritten(acknowledged.length + 20)]);
        isDone = true;
        await writing;
      }
      for (const uri of acknowledged) expect((await holder.get(uri)).status).to.equal(200);
    } finally {
      process.kill('SIGTERM');
      await process.ended;
      await rm(folder, { recursive: true });
    }
  });
});
