/** `RETENTION` (P45): what is old enough is erased at the time of the purge, and nothing else. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { pino } from 'pino';
import { retention } from '../../src/commands/retention.js';
import { readSettings } from '../../src/settings/settings.js';
import { send, waybillValues } from '../messages/node.js';
import { add, changeBody } from '../support/changes.js';
import { TestClock } from '../support/clock.js';
import { createPiece, created, delegationBody, eventBody, freePorts } from '../support/exchange.js';
import { context, type Json, list, member, type Party, startTestNode, type TestNode, textIn } from '../support/node.js';
import type { JsonObject } from '../support/world.js';

const DAY = 86_400;
const json = { 'Content-Type': 'application/json' };
const hour = (clock: TestClock): string => clock.now().toISOString().slice(11, 16);

/** A node with rules, whose runs a test awaits. */
class Keeper {
  readonly #counts: number[] = [];
  readonly #waiting: ((count: number) => void)[] = [];
  #node: TestNode | undefined;
  #holder: Party | undefined;

  constructor(readonly clock = new TestClock()) {}

  get node(): TestNode {
    if (this.#node === undefined) throw new Error('the node is not started');
    return this.#node;
  }

  get holder(): Party {
    return this.#holder ?? this.node.holder;
  }

  async start(rules: Json, env: Record<string, string> = {}): Promise<void> {
    const write = (line: string): void => {
      const { erasures, msg } = JSON.parse(line) as { erasures?: number; msg: string };
      if (!msg.includes('RETENTION') || erasures === undefined) return;
      const waiting = this.#waiting.shift();
      if (waiting === undefined) this.#counts.push(erasures);
      else waiting(erasures);
    };
    this.#holder = undefined;
    this.#node = await startTestNode({
      clock: this.clock,
      log: pino({ level: 'info' }, { write }),
      env: {
        ...(rules !== undefined && { RETENTION: JSON.stringify(rules) }),
        PROOF_PURGE_AT: hour(this.clock),
        ...env,
      },
    });
  }

  /** The erasures of the next run with any. */
  run(): Promise<number> {
    const count = this.#counts.shift();
    return count === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(count);
  }

  /** Tokens do not last so long. */
  async after(days: number): Promise<void> {
    this.clock.advance(days * DAY);
    this.#holder = await this.node.party('holder');
  }

  /** What was erased, as paths. */
  async erased(): Promise<string[]> {
    const { json: answer } = await this.holder.get('/internal/erasures?limit=1000', {
      headers: { Accept: 'application/json' },
    });
    return list(member(answer, 'items')).map((item) => {
      expect(member(item, 'reason')).to.equal('RETENTION');
      expect(member(item, 'by')).to.equal(this.holder.agent);
      return textIn(member(item, 'object'));
    });
  }

  async create(type: string, more: JsonObject = {}): Promise<string> {
    return created(await this.holder.post('/logistics-objects', { '@context': context, '@type': type, ...more }));
  }

  stop(): Promise<void> {
    return this.node.stop();
  }
}

describe('Retention', () => {
  let keeper: Keeper;
  beforeEach(() => {
    keeper = new Keeper();
  });
  afterEach(() => keeper.stop());

  it('erases objects of a type and its subtypes by the longest rule, but not the data holder', async () => {
    await keeper.start([
      { type: 'cargo:LogisticsObject', days: 5 },
      { type: 'cargo:Piece', days: 10 },
      { type: 'https://onerecord.iata.org/ns/cargo#Piece', days: 8 },
    ]);
    const shipment = await keeper.create('cargo:Shipment', { 'cargo:goodsDescription': 'Oranges' });
    const piece = await createPiece(keeper.holder);
    const animals = await keeper.create('cargo:PieceLiveAnimals');
    await keeper.after(6);
    expect(await keeper.run()).to.equal(1);
    expect(await keeper.erased()).to.deep.equal([shipment]);
    expect((await keeper.holder.get(shipment)).status).to.equal(410);
    const young = await createPiece(keeper.holder);
    await keeper.after(5);
    expect(await keeper.run()).to.equal(2);
    expect(await keeper.erased()).to.have.members([shipment, piece, animals]);
    expect((await keeper.holder.get(young)).status).to.equal(200);
    expect((await keeper.holder.get(keeper.holder.agent)).status).to.equal(200);
    const feed = await keeper.holder.get(`/feed?since=2026-03-01T00:00:00Z&object=${encodeURIComponent(piece)}`);
    expect(feed.text).to.match(/ a <https:..www.w3.org.ns.activitystreams#Delete>/);
  });

  it('keeps what has a newer revision or event, and what is under legal hold', async () => {
    await keeper.start([{ type: 'cargo:Piece', days: 10 }]);
    const { holder } = keeper;
    const old = await createPiece(holder);
    const changed = await createPiece(holder);
    const moved = await createPiece(holder);
    const held = await createPiece(holder);
    const hold = `/internal/holds/${held.replace(/^.*\//, '')}`;
    expect((await holder.put(hold, { reason: 'claim' }, json)).status).to.equal(201);
    await keeper.after(6);
    const request = created(await keeper.holder.patch(changed, changeBody(changed, 1, [add(changed, 'upid', 'x')])));
    expect((await keeper.holder.patch(`${request}?status=REQUEST_ACCEPTED`)).status).to.equal(204);
    expect((await keeper.holder.post(`${moved}/logistics-events`, eventBody())).status).to.equal(201);
    await keeper.after(5);
    expect(await keeper.run()).to.equal(1);
    expect(await keeper.erased()).to.deep.equal([old]);
    await keeper.after(6);
    expect(await keeper.run()).to.equal(2);
    expect(await keeper.erased()).to.have.members([old, changed, moved]);
    expect((await keeper.holder.delete(hold)).status).to.equal(204);
    await keeper.after(1);
    expect(await keeper.run()).to.equal(1);
  });

  it('erases what is about several erased objects alone', async () => {
    await keeper.start([{ type: 'cargo:Piece', days: 10 }]);
    const { holder } = keeper;
    const partner = await keeper.node.party('partner');
    const objects = [await createPiece(holder), await createPiece(holder)];
    const body = delegationBody({ objects, delegates: [`${keeper.node.url}/logistics-objects/other`] });
    const request = created(await partner.post('/access-delegations', body));
    await keeper.after(11);
    expect(await keeper.run()).to.equal(2);
    expect((await keeper.holder.get(request)).status).to.equal(410);
  });

  it('erases messages that never became a waybill by their time', async () => {
    await keeper.start([{ message: 'XFWB', days: 10 }]);
    const { holder } = keeper;
    const issued = 'MessageHeaderDocument/IssueDateTime';
    const first = await send(holder, 'XFWB', { ...waybillValues, [issued]: '2026-02-02T00:00:00' });
    const late = await send(holder, 'XFWB', { ...waybillValues, [issued]: '2026-02-01T00:00:00' });
    expect([first.outcome, late.outcome]).to.deep.equal(['applied', 'stale']);
    await keeper.after(11);
    expect(await keeper.run()).to.equal(1);
    expect(await keeper.erased()).to.deep.equal([late.message]);
    expect((await keeper.holder.get(late.message ?? '', { headers: { Accept: 'application/xml' } })).status).to.equal(
      410,
    );
    expect((await keeper.holder.get(first.waybill)).status).to.equal(200);
  });

  it('erases at most 1000 in a run', async () => {
    await keeper.start([{ type: 'cargo:Piece', days: 10 }]);
    for (let count = 0; count < 1003; count += 17)
      await Promise.all(Array.from({ length: 17 }, () => createPiece(keeper.holder)));
    await keeper.after(11);
    expect(await keeper.run()).to.equal(1000);
    await keeper.after(1);
    expect(await keeper.run()).to.equal(3);
  });
});

describe('The runs of retention', () => {
  const rules = [{ type: 'cargo:Piece', days: 10 }];
  let folder: string;
  let keeper: Keeper;
  let env: Record<string, string>;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cargograph-retention-'));
    const [port = 0] = await freePorts(1);
    env = { STORE_URL: `file:${join(folder, 'data')}`, PORT: String(port), PROOF_PURGE_AT: '02:00' };
    keeper = new Keeper();
  });
  after(async () => {
    await keeper.stop();
    await rm(folder, { recursive: true });
  });
  const settings = (text: string) => readSettings({ ...env, RETENTION: text });

  it('are shown before there is any', async () => {
    await keeper.start(undefined, env);
    const pieces = [await createPiece(keeper.holder), await createPiece(keeper.holder)];
    await keeper.stop();
    keeper.clock.advance(20 * DAY);
    const lines = (await retention(settings(JSON.stringify(rules)), keeper.clock.now())).split('\n');
    expect(lines.filter((line) => pieces.some((piece) => line.startsWith(piece)))).to.have.length(2);
    expect(lines[2]).to.match(/ cargo:Piece {2}2026-03-01T10:00:00.400Z {2}10$/);
    expect(lines.at(-1)).to.equal('2 would go; 0 under legal hold stay');
    expect(await retention(settings('[{"type": "cargo:Piece", "days": 30}]'), keeper.clock.now())).to.contain(
      '0 would go',
    );
  });

  it('begin at the next time of the purge after the rules were set', async () => {
    await keeper.start(rules, env);
    expect(await keeper.erased()).to.deep.equal([]);
    await createPiece(keeper.holder);
    await keeper.after(1);
    expect(await keeper.run()).to.equal(2);
  });

  it('are made up for where no node ran at that time', async () => {
    await keeper.stop();
    keeper.clock.advance(20 * DAY);
    await keeper.start(rules, env);
    expect(await keeper.run()).to.equal(1);
  });

  for (const [wrong, reason] of [
    ['[{"type": "cargo:Piece", "days": 30}, {"type": "cargo:Peice", "days": 30}]', /^RETENTION\.1\.type: .*#Peice$/],
    ['[{"type": "cargo:Value", "days": 30}]', /^RETENTION\.0\.type: .*#Value$/],
    ['[{"message": "FWB", "days": 30}]', /^RETENTION\.0\.message: must be one of X/],
  ] as const)
    it(`are not begun with ${wrong}`, async () => {
      const error: unknown = await startTestNode({ env: { RETENTION: wrong } }).then(
        (node) => node.stop(),
        (thrown: unknown) => thrown,
      );
      expect(error).to.be.instanceOf(Error);
      expect((error as Error).message).to.match(reason);
    });
});
