/** `new-log` on a database (P21): another epoch, while no node runs on it. */
import { expect } from 'chai';
import { newLog } from '../../src/commands/new-log.js';
import { retention } from '../../src/commands/retention.js';
import { readSettings } from '../../src/settings/settings.js';
import { StoreError } from '../../src/store/store-error.js';
import { failure } from '../store/support/open.js';
import { createPiece } from '../support/exchange.js';
import { member, startTestNode } from '../support/node.js';
import { freePort } from '../support/ports.js';
import { describeOnPostgres } from './support/postgres.js';

describeOnPostgres('another epoch of the log', function (server) {
  it('is begun by new-log while no node runs, and retention is shown beside nodes', async () => {
    const env = { STORE_URL: await server().newDatabase(), PORT: String(await freePort()) };
    const rules = { RETENTION: '[{"type": "cargo:Piece", "days": 1}]' };
    const origin = async (): Promise<unknown> => {
      const node = await startTestNode({ env });
      const piece = await createPiece(node.holder);
      const wrong = await failure(newLog('a reason', readSettings(env)));
      expect(wrong).to.be.instanceOf(StoreError);
      const later = new Date(node.clock.now().getTime() + 172_800_000);
      expect(await retention(readSettings({ ...env, ...rules }), later)).to.contain(piece);
      const { json } = await node.anonymous.get('/.well-known/cargograph-log.json');
      await node.stop();
      return member(json, 'origin');
    };
    expect(await origin()).to.match(/\/log\/1$/);
    expect(await newLog('pg_restore', readSettings(env))).to.match(/\/log\/2 from now on$/);
    expect(await origin()).to.match(/\/log\/2$/);
  });
});
