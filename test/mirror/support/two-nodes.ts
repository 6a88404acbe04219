/** Two nodes of ours, as partners: one holds objects, the other one mirrors them. */
import { add, changeBody, remove } from '../../support/changes.js';
import { TestClock } from '../../support/clock.js';
import { accept, aclBody, createPiece, created, fastRetries, freePorts, trusting } from '../../support/exchange.js';
import { api, type Json, list, member, type Party, startTestNode, type TestNode } from '../../support/node.js';

import { expect } from 'chai';
import { Mirror } from './mirror.js';

/** Everything a mirror asks for. */
const READING = [`${api}GET_LOGISTICS_OBJECT`, `${api}GET_LOGISTICS_EVENT`];

export interface MirrorPairOptions {
  /** Such as `API_VERSIONS`. */
  readonly partner?: Readonly<Record<string, string>>;
  readonly own?: Readonly<Record<string, string>>;
}

export class MirrorPair {
  private constructor(
    readonly partner: TestNode,
    readonly own: TestNode,
    readonly mirror: Mirror,
    readonly clock: TestClock,
  ) {}

  static async start({ partner: partnerEnv = {}, own: ownEnv = {} }: MirrorPairOptions = {}): Promise<MirrorPair> {
    const clock = new TestClock();
    const [one = 0, other = 0] = await freePorts(2);
    const [partnerUrl, ownUrl] = [`http://localhost:${one}`, `http://localhost:${other}`];
    const common = { ...fastRetries, AUTO_ACCEPT: 'all' };
    const [partner, own] = await Promise.all([
      startTestNode({ clock, env: { ...common, PORT: String(one), ...trusting(ownUrl), ...partnerEnv } }),
      startTestNode({ clock, env: { ...common, PORT: String(other), ...trusting(partnerUrl), ...ownEnv } }),
    ]);
    return new MirrorPair(partner, own, new Mirror(own.url, own.holder), clock);
  }

  async stop(): Promise<void> {
    await Promise.all([this.own.stop(), this.partner.stop()]);
  }

  /** Makes a piece at the partner that the mirroring node may read. */
  async piece(more: Parameters<typeof createPiece>[1] = {}): Promise<string> {
    const object = await createPiece(this.partner.holder, more);
    await this.open(object);
    return object;
  }

  /** Gives the mirroring node access. */
  async open(object: string): Promise<void> {
    await this.#setReaders(object, this.own.holder.agent);
  }

  /** Withdraws its access. */
  async close(object: string): Promise<void> {
    await this.#setReaders(object, 'https://somebody.example/logistics-objects/else');
  }

  async #setReaders(object: string, agent: string): Promise<void> {
    const reply = await this.partner.holder.put(
      `${object}/acl`,
      aclBody(object, { 'acl:agent': { '@id': agent } }, READING),
    );
    expect(reply.status, reply.text).to.be.oneOf([200, 201, 204]);
  }

  /** Changes the description of a piece. @returns the number of the revision. */
  async change(object: string, text: string): Promise<number> {
    const { holder } = this.partner;
    const { json, headers } = await holder.get(object);
    const before = member(json, 'cargo:goodsDescription');
    const revision = Number(headers.get('revision'));
    const operations = [
      ...(typeof before === 'string' ? [remove(object, 'goodsDescription', before)] : []),
      add(object, 'goodsDescription', text),
    ];
    const reply = await holder.patch(object, changeBody(object, revision, operations));
    const request = created(reply);
    const { json: shown } = await holder.get(request);
    if (statusOf(shown) === 'api:REQUEST_PENDING') await accept(holder, request);
    return revision + 1;
  }

  /** The body of a revision as the mirroring node reads it at the partner, and as of a time. */
  async body(object: string, at?: string): Promise<Json> {
    const { json } = await this.partner.holder.get(at === undefined ? object : `${object}?at=${at}`);
    return json;
  }

  /** The subscriptions at the partner that are accepted. */
  async subscriptions(party: Party = this.partner.holder): Promise<Json[]> {
    const { json } = await party.get('/action-requests?type=SubscriptionRequest&status=REQUEST_ACCEPTED');
    return list(member(json, 'api:hasItem'));
  }
}

const statusOf = (request: Json): Json => member(member(request, 'api:hasRequestStatus'), '@id');
