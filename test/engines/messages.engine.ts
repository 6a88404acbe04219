/** Cargo-XML messages through two nodes of one PostgreSQL database (X49, X53, X55, X94). */
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { MessageReport } from '../../src/messages/schemas.js';
import { Cluster, type ClusterParty } from '../cluster/support/cluster.js';
import { postXml, reportIn, waybillValues, xml } from '../messages/node.js';
import { required, type Values } from '../messages/support.js';
import { list, member } from '../support/node.js';
import { scaled } from '../support/size.js';
import { describeOnPostgres } from './support/postgres.js';

const GROSS = 'MasterConsignment/IncludedTareGrossWeightMeasure';
const ISSUED = 'MessageHeaderDocument/IssueDateTime';
const STATUS = 'MasterConsignment/ReportedStatus/AssociatedStatusConsignment';
const at = (minute: number): Values => ({ [ISSUED]: new Date(Date.UTC(2021, 2, 10, 0, minute)).toISOString() });

describeOnPostgres('messages that come through two nodes', function (server) {
  let cluster: Cluster;
  let nodes: ClusterParty[];
  let numbers = 0;

  before(async () => {
    cluster = await Cluster.start(await server().newDatabase(), 2);
    const holder = await cluster.holder();
    nodes = cluster.members.map(({ url }) => holder.at(url));
  });
  after(() => cluster.stop());

  const another = (): string => {
    numbers += 1;
    return `125-${String(60_000_000 + numbers * 11)}`;
  };
  const waybill = (awb: string, values: Values = {}): Promise<string> =>
    xml('XFWB', { ...waybillValues, 'BusinessHeaderDocument/ID': awb, ...values });

  /**
   * Sends messages at the same moment, one node after the other, and gives their reports as they are stored. On a busy
   * machine a database may be silent for too long: what is answered by 503 is sent again, as the command does.
   */
  async function sent(bodies: readonly string[]): Promise<MessageReport[]> {
    const replies = await Promise.all(
      bodies.map(async (body, number) => {
        const node = nodes[number % nodes.length] ?? expect.fail();
        let reply = await postXml(node, body);
        while (reply.status === 503) {
          await delay(200);
          reply = await postXml(node, body);
        }
        expect(reply.status, reply.text).to.be.oneOf([200, 201]);
        return reportIn(reply.json);
      }),
    );
    return Promise.all(
      replies.map(async ({ message }) => reportIn((await nodes[0]?.get(message ?? expect.fail()))?.json)),
    );
  }

  it('at the same moment are one message, whichever node takes it', async () => {
    for (let round = 0; round < scaled(10); round += 1) {
      const awb = another();
      const body = await waybill(awb);
      const reports = await sent([body, body, body, body]);
      expect(new Set(reports.map((report) => JSON.stringify(report))).size).to.equal(1);
      expect(reports[0]?.outcome).to.equal('applied');
      for (const node of nodes) {
        const read = await node.get(`/logistics-objects/awb-${awb}`);
        expect([read.status, read.headers.get('latest-revision')]).to.deep.equal([200, '1']);
      }
    }
  });

  it('about one waybill are applied one after another: the newest wins, and no revision is lost', async () => {
    for (let round = 0; round < scaled(4); round += 1) {
      const awb = another();
      const bodies = await Promise.all(
        Array.from({ length: 8 }, (_, number) => waybill(awb, { ...at(number), [GROSS]: String(100 + number) })),
      );
      const reports = await sent(bodies);
      // The first one has made all objects; each other one is a Change, or came too late.
      expect(reports.filter(({ created }) => created.length > 0)).to.have.length(1);
      const changes = reports.flatMap(({ changed }) => changed);
      const shipment = `/logistics-objects/awb-${awb}-shipment`;
      for (const node of nodes) {
        const read = await node.get(shipment);
        const weight = member(member(read.json, 'cargo:totalGrossWeight'), 'cargo:numericalValue');
        expect(Number(member(weight, '@value') ?? weight)).to.equal(107);
        expect(Number(read.headers.get('latest-revision'))).to.equal(1 + changes.length);
      }
      expect(changes.map(({ revision }) => revision).sort()).to.deep.equal(changes.map((_, index) => index + 2));
      const outcomes = reports.map(({ outcome }) => outcome);
      expect(outcomes.filter((one) => one === 'stale')).to.have.length(7 - changes.length);
    }
  });

  it('about many waybills that name the same places make each place once', async () => {
    const bodies = await Promise.all(
      Array.from({ length: 12 }, () => waybill(another(), { 'MasterConsignment/OriginLocation/ID': 'ZRH' })),
    );
    const reports = await sent(bodies);
    const made = reports.flatMap(({ created }) => created.map(({ object }) => object));
    expect(made.filter((object) => object.endsWith('/location-ZRH'))).to.have.length(1);
    expect(new Set(made).size).to.equal(made.length);
  });

  it('of statuses make each event once, though several messages say it at the same moment', async () => {
    const awb = another();
    const status = (minute: number): Promise<string> =>
      xml('XFSU', {
        ...required.XFSU,
        ...at(minute),
        'MasterConsignment/TransportContractDocument/ID': awb,
        [`${STATUS}/SpecifiedLogisticsTransportMovement/SpecifiedEvent/OccurrenceDateTime`]: '2021-03-10T09:00:00Z',
      });
    const bodies = await Promise.all([1, 2, 3, 4].map(status));
    const reports = await sent(bodies);
    expect(reports.flatMap(({ events }) => events)).to.have.length(1);
    for (const node of nodes) {
      const listed = await node.get(`/logistics-objects/awb-${awb}-shipment/logistics-events`);
      expect(list(member(listed.json, 'api:hasItem'))).to.have.length(1);
    }
  });
});
