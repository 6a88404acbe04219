/** The metrics of the mirror (M62), over a node that follows another one. */
import { expect } from 'chai';
import { add, changeBody } from '../support/changes.js';
import { TestClock } from '../support/clock.js';
import { accept, eventually, Pair } from '../support/exchange.js';
import { context, list, member } from '../support/node.js';
import { text } from '../support/world.js';

describe('The metrics of the mirror', () => {
  let pair: Pair;

  before(async () => {
    pair = await Pair.start(new TestClock());
  });
  after(() => pair.airline.stop());

  async function value(series: string): Promise<number | undefined> {
    const { text: metrics } = await pair.airline.anonymous.get('/metrics');
    const line = metrics.split('\n').find((one) => one.startsWith(`cargograph_mirror_${series} `));
    return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')));
  }
  const expectValue = (series: string, expected: number): Promise<void> =>
    eventually(async () => (await value(series)) === expected);

  it('count copies, follows, revisions, requests and notifications, and name no partner', async () => {
    const { forwarder, airline, clock } = pair;
    expect(await value('oldest_check_seconds')).to.equal(0);
    expect(await value('requests_total{status="failed"}')).to.equal(0);
    const created = await forwarder.holder.post('/logistics-objects', { '@context': context, '@type': 'cargo:Piece' });
    const piece = created.headers.get('location') ?? '';
    const acl = {
      '@context': { acl: 'http://www.w3.org/ns/auth/acl#' },
      '@id': `${piece}/acl#1`,
      '@type': 'acl:Authorization',
      'acl:agent': { '@id': airline.holder.agent },
      'acl:accessTo': { '@id': piece },
      'acl:mode': { '@id': 'acl:Read' },
    };
    expect((await forwarder.holder.put(`${piece}/acl`, acl)).status).to.equal(204);
    const reply = await airline.holder.post('/internal/follows', { object: piece });
    expect(reply.status, reply.text).to.equal(201);
    const address = reply.headers.get('location') ?? '';

    await expectValue('objects{state="fresh"}', 1);
    await expectValue('follows{state="following"}', 1);
    expect(await value('objects{state="stale"}')).to.equal(0);
    expect(await value('revisions_total{found_by="start"}')).to.equal(1);
    expect(await value('due')).to.equal(0);
    expect(await value('gaps{reason="same-second"}')).to.equal(0);
    expect(await value('requests_total{status="200"}')).to.be.greaterThan(0);
    clock.advance(90);
    expect(await value('oldest_check_seconds')).to.be.at.least(90);

    let request = '';
    await eventually(async () => {
      const { json } = await airline.holder.get(address);
      const asked = member(member(json, 'subscription'), 'request');
      request = typeof asked === 'string' ? asked : '';
      return request !== '';
    });
    await accept(forwarder.holder, request);
    const change = await forwarder.holder.patch(piece, changeBody(piece, 1, [add(piece, 'upid', 'x')]));
    await accept(forwarder.holder, change.headers.get('location') ?? '');
    await expectValue('revisions_total{found_by="notification"}', 1);
    await expectValue('notified_seconds_count', 1);
    expect(await value('missed_total')).to.equal(0);
    const { text: metrics } = await airline.anonymous.get('/metrics');
    const lines = metrics.split('\n').filter((line) => line.startsWith('cargograph_mirror_'));
    expect(lines.join('\n')).to.not.match(/https?:|localhost/);
  });

  it('show that a partner is silent, while the node is ready', async () => {
    await pair.forwarder.stop();
    const { json } = await pair.airline.holder.get('/internal/follows');
    const [item] = list(member(json, 'items'));
    const sweep = await pair.airline.holder.post(`${text(member(item, 'uri'))}/sweep`, undefined);
    expect(sweep.status, sweep.text).to.equal(202);
    await expectValue('follows{state="unreachable"}', 1);
    expect(await value('requests_total{status="failed"}')).to.be.greaterThan(0);
    const ready = await pair.airline.anonymous.get('/health/ready');
    expect(ready.status).to.equal(200);
    expect(ready.json).to.have.property('status', 'ready');
  });
});
