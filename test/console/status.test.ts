/** What runs here, for internal agents, without secrets. */
import { expect } from 'chai';
import type { StatusAnswer } from '../../src/console/responses.js';
import { programVersion } from '../../src/version.js';
import { startTestNode } from '../support/node.js';

describe('GET /internal/status', () => {
  it('shows version, settings, identity providers and own token to internal agents only', async () => {
    const secret = 'webhook-secret-that-nobody-may-see';
    const env = { INBOX_WEBHOOK_URL: 'http://localhost:9/in?key=hidden', INBOX_WEBHOOK_SECRET: secret };
    const node = await startTestNode({ env });
    try {
      const { status, text } = await node.holder.get('/internal/status');
      expect(status, text).to.equal(200);
      const answer = JSON.parse(text) as StatusAnswer;
      expect(answer).to.include({ version: programVersion(), startedAt: node.clock.now().toISOString() });
      expect(answer.settings).to.include({ BASE_URL: node.url, VALIDATION: 'strict', RECEIPT_DAYS: '90' });
      expect(answer.ownToken).to.deep.equal({ ok: true, lastError: null });
      expect(answer.issuers.map(({ issuer }) => issuer)).to.deep.equal([`${node.url}/dev-idp`]);
      expect(text).to.not.include(secret).and.not.include('hidden');
      const partner = await node.party('partner');
      expect((await partner.get('/internal/status')).status).to.equal(403);
      expect((await node.anonymous.get('/internal/status')).status).to.equal(401);
      expect((await node.holder.get('/internal/status?x=1')).status).to.equal(400);
    } finally {
      await node.stop();
    }
  });
});
