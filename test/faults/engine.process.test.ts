import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { createPiece, tokenFor } from '../support/exchange.js';
import { context, list, member, Party } from '../support/node.js';
import { freePort, type NodeProcess, spawnNode } from '../support/process.js';

const BREAKING = fileURLToPath(new URL('../support/breaking-engine.cjs', import.meta.url));

describe('an engine that breaks under a running node', () => {
  it('ends the process with code 1, and the next one has all that was acknowledged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cargograph-engine-'));
    const env = { PORT: String(await freePort()), STORE_URL: 'file:data' };
    const party = async (node: NodeProcess): Promise<Party> => {
      const url = await node.listening;
      const agent = `${url}/logistics-objects/_data-holder`;
      return new Party(url, agent, await tokenFor(url, agent));
    };
    let node = spawnNode(folder, { ...env, NODE_OPTIONS: `--require=${BREAKING}` });
    try {
      const holder = await party(node);
      const piece = await createPiece(holder);
      const last = { '@context': context, '@type': 'cargo:Piece', 'cargo:goodsDescription': 'break-the-engine' };
      const answer = await holder.post('/logistics-objects', last);
      expect(answer.status).to.equal(503);
      expect(member(answer.json, 'api:hasTitle')).to.equal('Service unavailable');
      expect(await node.ended).to.deep.equal({ code: 1, signal: null });
      expect(node.stderr()).to.include('the store has failed; the process ends');

      node = spawnNode(folder, env);
      const again = await party(node);
      expect((await again.get(piece)).status).to.equal(200);
      // The data holder, the piece, and what was on disk before the engine broke: it may have happened though nobody was told.
      const objects = list(member((await again.get('/logistics-objects')).json, 'api:hasItem'));
      expect(objects.length).to.be.within(2, 3);
      await createPiece(again);
      node.kill('SIGTERM');
      expect(await node.ended).to.deep.equal({ code: 0, signal: null });
    } finally {
      node.kill('SIGKILL');
      await node.ended;
      await rm(folder, { recursive: true });
    }
  }).timeout(30_000);
});
