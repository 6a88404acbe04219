/** Requests that are repeated with their `Idempotency-Key` after a kill (K25). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { freePorts, tokenFor } from '../support/exchange.js';
import { context, member, Party, type Reply } from '../support/node.js';
import { type NodeProcess, spawnNode } from '../support/process.js';

describe('a node that is killed (kill -9)', () => {
  it('has done a request once that is repeated with its key, whether its answer had arrived or not', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cargograph-keys-'));
    const [port = 0] = await freePorts(1);
    const url = `http://localhost:${port}`;
    const agent = `${url}/logistics-objects/_data-holder`;
    let node: NodeProcess | undefined;
    const start = async (): Promise<Party> => {
      node = spawnNode(folder, { PORT: String(port), STORE_URL: 'file:data' });
      await node.listening;
      return new Party(url, agent, await tokenFor(url, agent));
    };
    const create = (holder: Party, key: string): Promise<Reply> =>
      holder.post(
        '/logistics-objects',
        { '@context': context, '@type': 'cargo:Piece', 'cargo:goodsDescription': 'Oranges' },
        { 'Idempotency-Key': key },
      );
    try {
      let holder = await start();
      const first = await create(holder, 'answered');
      expect(first.status, first.text).to.equal(201);
      // Whether it is done is not known.
      const lost = create(holder, 'lost').then(
        () => undefined,
        () => undefined,
      );
      node?.kill('SIGKILL');
      await Promise.all([node?.ended, lost]);
      holder = await start();
      const again = await create(holder, 'answered');
      expect(again.headers.get('location')).to.equal(first.headers.get('location'));
      expect(again.headers.get('idempotent-replayed')).to.equal('true');
      const [one, other] = [await create(holder, 'lost'), await create(holder, 'lost')];
      expect([one.status, other.status]).to.deep.equal([201, 201]);
      expect(other.headers.get('location')).to.equal(one.headers.get('location'));
      const { json } = await holder.get('/logistics-objects?limit=0');
      // The data holder, and a piece for each key.
      expect(JSON.stringify(member(json, 'api:hasTotalItems'))).to.match(/\b3\b/);
    } finally {
      node?.kill('SIGKILL');
      await node?.ended;
      await rm(folder, { recursive: true });
    }
  });
});
