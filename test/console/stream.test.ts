/** The stream of changes: who is told what, and how it goes on. */
import { expect } from 'chai';
import { aclBody, createPiece, eventBody, eventually, requestDelegation } from '../support/exchange.js';
import { context, type Party, startTestNode, type TestNode } from '../support/node.js';
import { Listener } from '../support/listener.js';

describe('the stream of changes', () => {
  let node: TestNode;
  let partner: Party;
  const listeners: Listener[] = [];
  const listen = async (agent: string, last?: string): Promise<Listener> => {
    const listener = await Listener.open(node.url, agent, last);
    listeners.push(listener);
    await eventually(() => Promise.resolve(listener.events.length > 0));
    return listener;
  };
  const readable = async (piece: string, ...modes: string[]): Promise<void> => {
    const body = aclBody(piece, { 'acl:agent': { '@id': partner.agent } }, modes);
    expect((await node.holder.put(`${piece.slice(node.url.length)}/acl`, body)).status).to.equal(204);
  };

  beforeEach(async () => {
    node = await startTestNode();
    partner = await node.party('partner');
  });
  afterEach(async () => {
    for (const listener of listeners.splice(0)) listener.close();
    await node.stop();
  });

  it('notifies internal agents of all changes, and partners of those that they may read', async () => {
    const [holder, other] = [await listen(node.holder.agent), await listen(partner.agent)];
    const [open, closed] = [await createPiece(node.holder), await createPiece(node.holder)];
    await readable(open, 'acl:Read');
    await node.holder.post(`${open.slice(node.url.length)}/logistics-events`, eventBody());
    await node.holder.post(`${closed.slice(node.url.length)}/logistics-events`, eventBody());
    const request = await requestDelegation(partner, { objects: [closed], delegates: [partner.agent] });
    await node.holder.post('/notifications', {
      '@context': context,
      '@type': 'api:Notification',
      'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_CREATED' },
    });
    await holder.until((changes) => changes.some(({ kind }) => kind === 'notification'));
    await other.until((changes) => changes.some(({ kind }) => kind === 'request'));
    const kinds = holder.changes.map(({ kind }) => kind);
    expect([...new Set(kinds)]).to.include.members(['object', 'access', 'event', 'request', 'notification']);
    expect(holder.changes).to.deep.include({ kind: 'object', uri: closed });
    expect(other.changes).to.deep.include({ kind: 'access', uri: `${open}/acl`, object: open });
    expect(other.changes.filter(({ kind }) => kind === 'event').map(({ object }) => object)).to.deep.equal([open]);
    expect(other.changes).to.deep.include({ kind: 'request', uri: request, status: 'REQUEST_PENDING', object: closed });
    const strange = other.changes.filter(
      ({ kind, uri }) => kind === 'notification' || kind === 'delivery' || uri === closed,
    );
    expect(strange).to.deep.equal([]);
    const ids = holder.events.map(({ id }) => parseInt(id, 10));
    expect(ids).to.deep.equal([...ids].sort((one, two) => one - two));
  });

  it('is silent about an object after a withdrawal of access', async () => {
    const piece = await createPiece(node.holder);
    await readable(piece, 'acl:Read');
    const listener = await listen(partner.agent);
    const first = await node.holder.post(`${piece.slice(node.url.length)}/logistics-events`, eventBody());
    await listener.until((changes) => changes.some(({ kind }) => kind === 'event'));
    await readable(piece, 'acl:Append');
    await node.holder.post(`${piece.slice(node.url.length)}/logistics-events`, eventBody());
    const request = await requestDelegation(partner, { objects: [piece], delegates: [partner.agent] });
    await listener.until((changes) => changes.some(({ uri }) => uri === request));
    const events = listener.changes.filter(({ kind }) => kind === 'event');
    expect(events.map(({ uri }) => uri)).to.deep.equal([first.headers.get('location')]);
  });

  it('continues after Last-Event-ID, or reports missed changes', async () => {
    const listener = await listen(node.holder.agent);
    const { id } = listener.events[0] ?? { id: '' };
    listener.close();
    const piece = await createPiece(node.holder);
    const again = await listen(node.holder.agent, id);
    await again.until((changes) => changes.some(({ uri }) => uri === piece));
    expect(again.events[0]).to.deep.equal({ id, event: 'ready', data: '{}' });
    const last = again.events.at(-1)?.id ?? '';
    expect((await listen(node.holder.agent, last)).events).to.deep.equal([{ id: last, event: 'ready', data: '{}' }]);
    const [, start = ''] = /^\d+-(.*)$/.exec(last) ?? [];
    for (const unknown of [`999999999-${start}`, `-1-${start}`, `1e3-${start}`, '1', `1-${start}1`, 'x'])
      expect((await listen(node.holder.agent, unknown)).events[0]?.event, unknown).to.equal('reset');
    const partnerAgain = await listen(partner.agent, id);
    expect(partnerAgain.changes).to.deep.equal([]);
  });

  it('does not continue from an id of an earlier start', async () => {
    const other = await startTestNode();
    try {
      const listener = await Listener.open(other.url, other.holder.agent);
      listeners.push(listener);
      await eventually(() => Promise.resolve(listener.events.length > 0));
      const { id = '' } = listener.events[0] ?? {};
      // The number of a commit that there is here, too.
      const here = await listen(node.holder.agent);
      const foreign = `${String(parseInt(here.events[0]?.id ?? '', 10))}-${id.replace(/^\d+-/, '')}`;
      const again = await listen(node.holder.agent, foreign);
      expect(again.events[0]).to.include({ event: 'reset', data: '{}' });
      expect((await listen(node.holder.agent, again.events[0]?.id)).events[0]?.event).to.equal('ready');
    } finally {
      await other.stop();
    }
  });

  it('reports once that more changed than single events can say', async () => {
    const listener = await listen(node.holder.agent);
    const { id } = listener.events[0] ?? { id: '' };
    listener.close();
    for (let count = 0; count < 201; count += 1) await createPiece(node.holder);
    const again = await listen(node.holder.agent, id);
    await eventually(() => Promise.resolve(again.events.some(({ event }) => event === 'reset')));
    expect(again.changes).to.deep.equal([]);
  });

  it('needs a token, and has no parameters; one agent has at most 20', async () => {
    expect((await node.anonymous.get('/internal/stream')).status).to.equal(401);
    expect((await node.holder.get('/internal/stream?x=1')).status).to.equal(400);
    expect((await node.holder.get('/internal/stream', { headers: { Accept: 'application/json' } })).status).to.equal(
      406,
    );
    for (let count = 0; count < 20; count += 1) await listen(partner.agent);
    const { status, headers } = await partner.get('/internal/stream');
    expect(status).to.equal(429);
    expect(headers.get('retry-after')).to.equal('60');
    listeners.pop()?.close();
    await eventually(async () => {
      try {
        await listen(partner.agent);
        return true;
      } catch {
        return false;
      }
    });
  });
});
