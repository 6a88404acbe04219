/** Cargo-XML messages while the node is killed: each is wholly applied, or has never come (X53). */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { postXml, reportIn, waybillValues, xml } from '../messages/node.js';
import { required, type Values } from '../messages/support.js';
import { freePorts, tokenFor } from '../support/exchange.js';
import { list, member, Party } from '../support/node.js';
import { type NodeProcess, spawnNode } from '../support/process.js';
import { Random, SEED as TEST_SEED, seeded } from '../support/random.js';
import { scaled } from '../support/size.js';

/** For a long run: `FAULT_ROUNDS=500`. */
const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? scaled(1));
const SEED = Number(process.env['FAULT_SEED'] ?? TEST_SEED);
/** Senders at the same time, each with waybills of its own. */
const SENDERS = 4;

const GROSS = 'MasterConsignment/IncludedTareGrossWeightMeasure';
const ISSUED = 'MessageHeaderDocument/IssueDateTime';
const STATUS = 'MasterConsignment/ReportedStatus/AssociatedStatusConsignment';

interface Sent {
  readonly awb: string;
  readonly body: string;
  /** The weight that an applied XFWB has set. */
  readonly weight: number | undefined;
  readonly isFirst: boolean;
  isAcknowledged: boolean;
}

/** Its URI has the beginning of its digest (X49). */
const pathOf = ({ body }: Sent): string =>
  `/internal/messages/${createHash('sha256').update(body).digest('hex').slice(0, 32)}`;

class Sender {
  readonly sent: Sent[] = [];
  #number = 0;
  #awb = '';
  #step = 0;

  constructor(
    private readonly sender: number,
    private readonly random: Random,
  ) {}

  /** Sends until the node is gone. */
  async send(holder: Party, acknowledged: () => void): Promise<void> {
    for (;;) {
      const message = await this.#next();
      this.sent.push(message);
      try {
        const reply = await postXml(holder, message.body);
        expect(reply.status, reply.text).to.equal(201);
      } catch (error) {
        // The connection was closed or refused.
        if (error instanceof TypeError) return;
        throw error;
      }
      message.isAcknowledged = true;
      acknowledged();
    }
  }

  /** A waybill, then corrections of its weight and statuses. */
  async #next(): Promise<Sent> {
    const isFirst = this.#step === 0 || this.random.chance(0.2);
    if (isFirst) {
      this.#number += 1;
      this.#awb = `125-${this.sender}${String(this.#number).padStart(6, '0')}1`;
    }
    this.#step += 1;
    const awb = this.#awb;
    const issued = new Date(Date.UTC(2021, 2, 10) + this.#step * 60_000).toISOString();
    if (!isFirst && this.random.chance(0.5)) {
      const values: Values = {
        ...required.XFSU,
        [ISSUED]: issued,
        'MasterConsignment/TransportContractDocument/ID': awb,
        [`${STATUS}/SpecifiedLogisticsTransportMovement/SpecifiedEvent/OccurrenceDateTime`]: issued,
      };
      return { awb, body: await xml('XFSU', values), weight: undefined, isFirst, isAcknowledged: false };
    }
    const weight = this.#step;
    const values = { ...waybillValues, [ISSUED]: issued, 'BusinessHeaderDocument/ID': awb, [GROSS]: String(weight) };
    return { awb, body: await xml('XFWB', values), weight, isFirst, isAcknowledged: false };
  }
}

describe('a node that is killed again and again while messages are applied (kill -9)', () => {
  it('has each message wholly or not at all, and takes those that it does not have when they come again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cargograph-messages-'));
    const [port = 0] = await freePorts(1);
    const url = `http://localhost:${port}`;
    const agent = `${url}/logistics-objects/_data-holder`;
    const random = new Random(seeded(SEED));
    let node: NodeProcess | undefined;
    const start = async (): Promise<Party> => {
      node = spawnNode(folder, { PORT: String(port), STORE_URL: 'file:data' });
      await node.listening;
      return new Party(url, agent, await tokenFor(url, agent));
    };
    const kill = async (): Promise<void> => {
      node?.kill('SIGKILL');
      await node?.ended;
    };
    const senders = Array.from(
      { length: SENDERS },
      (_, number) => new Sender(number, new Random(seeded(SEED + number))),
    );
    const counts = { lost: 0, kept: 0 };
    const sending: Promise<void>[] = [];
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        const holder = await start();
        let left = 5 + random.below(40);
        const enough = new Promise<void>((resolve) => {
          for (const sender of senders) {
            const done = sender.send(holder, () => {
              left -= 1;
              if (left === 0) resolve();
            });
            sending.push(done);
          }
        });
        await Promise.race([enough, ...sending]);
        await kill();
        await Promise.all(sending.splice(0));
        const again = await start();
        for (const sender of senders) await settle(again, sender.sent, counts);
        await kill();
      }
      expect(counts.kept, 'messages that were acknowledged').to.be.greaterThan(ROUNDS);
    } catch (error) {
      process.stdout.write(`      FAULT_SEED=${SEED}\n`);
      throw error;
    } finally {
      await kill();
      await rm(folder, { recursive: true });
    }
  }).timeout(120_000 + ROUNDS * 60_000);
});

/** Looks at the last messages of a sender, and sends the one in doubt again. */
async function settle(holder: Party, sent: readonly Sent[], counts: { lost: number; kept: number }): Promise<void> {
  const last = sent.slice(-5);
  for (const message of last) {
    const kept = await holder.get(pathOf(message));
    expect(kept.status, kept.text).to.be.oneOf(message.isAcknowledged ? [200] : [200, 404]);
    if (kept.status === 200) await expectWhole(holder, message, kept.json);
    else if (message.isFirst)
      expect((await holder.get(`/logistics-objects/awb-${message.awb}`)).status, 'nothing of it').to.equal(404);
    counts[kept.status === 200 ? 'kept' : 'lost'] += 1;
    const again = await postXml(holder, message.body);
    expect(again.status, again.text).to.equal(kept.status === 200 ? 200 : 201);
    message.isAcknowledged = true;
    const report = reportIn(again.json);
    expect(report.outcome).to.equal(kept.status === 200 ? 'duplicate' : 'applied');
  }
  const weights = sent.filter(({ awb, weight }) => awb === last.at(-1)?.awb && weight !== undefined);
  const shipment = await holder.get(`/logistics-objects/awb-${last.at(-1)?.awb ?? ''}-shipment`);
  const weight = member(member(shipment.json, 'cargo:totalGrossWeight'), 'cargo:numericalValue');
  expect(Number(member(weight, '@value') ?? weight)).to.equal(weights.at(-1)?.weight);
}

/** All that a stored message has done is there. */
async function expectWhole(holder: Party, { body }: Sent, json: Parameters<typeof reportIn>[0]): Promise<void> {
  const report = reportIn(json);
  for (const object of [...report.created.map((one) => one.object), ...report.events])
    expect((await holder.get(object)).status, object).to.equal(200);
  for (const { object, revision, request } of report.changed) {
    expect((await holder.get(`${object}/revisions/${revision}`)).status, object).to.equal(200);
    expect(JSON.stringify((await holder.get(request)).json)).to.include('REQUEST_ACCEPTED');
  }
  const listed = await holder.get(`/internal/messages?waybill=${encodeURIComponent(report.waybill)}`);
  expect(list(member(listed.json, 'items')).map((one) => member(one, 'message'))).to.include(report.message);
  const stored = await holder.get(report.message ?? '', { headers: { Accept: 'application/xml' } });
  expect(stored.text).to.equal(body);
}
