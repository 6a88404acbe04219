/** The messages of docs/examples/cargo-xml, as a newcomer sends them. */
import { expect } from 'chai';
import { sampleMessages } from '../../scripts/sample-messages.js';
import type { MessageReport } from '../../src/messages/schemas.js';
import { idOf, TestContext } from '../support/world.js';
import { postXml, reportIn } from './node.js';

describe('the example messages', () => {
  let world: TestContext;
  const reports = new Map<string, MessageReport>();

  before(async () => {
    world = await TestContext.start();
    for (const { name, xml } of await sampleMessages()) {
      const reply = await postXml(world.holder, xml);
      expect(reply.status, `${name}: ${reply.text}`).to.equal(201);
      reports.set(name, reportIn(reply.json));
    }
  });
  after(() => world.stop());

  const reportOf = (name: string): MessageReport => reports.get(name) ?? expect.fail(`there is no ${name}`);

  it('are of every type, and each does something', () => {
    const of = Array.from(reports.values(), ({ type, outcome }) => [type, outcome]);
    expect(of).to.deep.equal(['XFWB', 'XFHL', 'XFZB', 'XFSU', 'XFWB', 'XFSU'].map((type) => [type, 'applied']));
  });

  it('have all that their tables demand, and little that has no place', () => {
    for (const [name, { notes, unmapped }] of reports) {
      expect(
        notes.filter(({ reason }) => reason === 'missing'),
        name,
      ).to.deep.equal([]);
      expect(unmapped.length, name).to.be.at.most(2);
      for (const { reason } of unmapped) expect(reason, name).to.be.oneOf(['no-place', 'shared']);
    }
  });

  it('correct a weight by one change of the shipment, and report the flight as an event', () => {
    const corrected = reportOf('5-xfwb-update.xml').changed.map(({ object, revision }) => [idOf(object), revision]);
    expect(corrected).to.deep.include(['awb-123-10000001-shipment', 2]);
    expect(reportOf('6-xfsu-dep.xml').events).to.have.lengthOf(1);
  });
});
