/**
 * The example exchange: two partners, a shipment of three pieces with its waybill, pending and decided changes, events,
 * delegations, a withdrawn access, an unreachable subscriber, and one that is notified late. `npm run sample` and the
 * console of an empty development node create it through the API, so nothing here may depend on Node.js.
 */
import { type SampleNode, SampleError, type SampleParty, type SampleReply } from './sample-node.js';
import {
  type Body,
  change,
  codes,
  delegation,
  event,
  list,
  literalOf,
  organization,
  piece,
  rejection,
  subscription,
  type SampleOperation,
} from './sample-payloads.js';

/** Nothing listens there: its notifications wait. */
const DEAD_SUBSCRIBER = 'http://localhost:9/logistics-objects/_data-holder';

const fullAccess = ['GET_LOGISTICS_OBJECT', 'GET_LOGISTICS_EVENT', 'PATCH_LOGISTICS_OBJECT', 'POST_LOGISTICS_EVENT'];

type Grants = readonly (readonly [agent: string | undefined, modes: readonly string[]])[];

class Sample {
  constructor(
    private readonly node: SampleNode,
    private readonly holder: SampleParty,
    private readonly airline: SampleParty,
    private readonly handler: SampleParty,
    private readonly report: (step: string) => void,
  ) {}

  #uri(id: string): string {
    return `${this.node.base}/logistics-objects/${id}`;
  }

  async #call(
    party: SampleParty,
    method: string,
    address: string,
    body: Body | string | undefined,
    status: number,
  ): Promise<SampleReply> {
    const reply = await party.send(method, address, body);
    if (reply.status === status) return reply;
    throw new SampleError(
      `${method} ${address} was answered ${reply.status}: ${JSON.stringify(reply.body ?? null).slice(0, 500)}`,
    );
  }

  async #create(party: SampleParty, method: 'POST' | 'PATCH', address: string, body: Body): Promise<string> {
    return (await this.#call(party, method, address, body, 201)).location ?? '';
  }

  async #decide(request: string, status: string, body?: Body, expected = 204): Promise<void> {
    await this.#call(this.holder, 'PATCH', `${request}?status=${status}`, body, expected);
  }

  async #propose(
    party: SampleParty,
    id: string,
    revision: number,
    description: string,
    operations: readonly SampleOperation[],
  ): Promise<string> {
    const uri = this.#uri(id);
    return this.#create(party, 'PATCH', uri, change(uri, revision, description, operations));
  }

  /** A weight of the first piece that the airline measures and the holder accepts. */
  async #weigh(revision: number, description: string, before: string, after: string): Promise<void> {
    const { body } = await this.#call(this.holder, 'GET', this.#uri('piece-1'), undefined, 200);
    const weight = literalOf(body, 'cargo:grossWeight', '@id');
    const request = await this.#propose(this.airline, 'piece-1', revision, description, [
      { op: 'DELETE', s: weight, p: 'numericalValue', value: before, datatype: 'double' },
      { op: 'ADD', s: weight, p: 'numericalValue', value: after, datatype: 'double' },
    ]);
    await this.#decide(request, 'REQUEST_ACCEPTED');
  }

  /** Grants agents permissions on objects, in the name of the holder. */
  async #share(ids: readonly string[], grants: Grants): Promise<void> {
    for (const id of ids) await this.#call(this.holder, 'PUT', `${this.#uri(id)}/acl`, list(grants), 204);
  }

  async parties(): Promise<void> {
    this.report('two partners');
    await this.#create(
      this.holder,
      'POST',
      '/logistics-objects',
      organization(this.#uri('airline'), 'Carrier', 'Example Air'),
    );
    await this.#create(
      this.holder,
      'POST',
      '/logistics-objects',
      organization(this.#uri('handler'), 'Company', 'Example Handling'),
    );
    await this.#share(['airline', 'handler'], [[undefined, ['GET_LOGISTICS_OBJECT']]]);
  }

  async subscriptions(): Promise<void> {
    this.report('subscriptions: of the airline, of a partner whose server is down, of one that is told late');
    const dead = await this.node.party('visitor', DEAD_SUBSCRIBER);
    const { server } = this.node;
    const subscribers: (readonly [party: SampleParty, subscriber: string, type: string])[] = [
      [this.airline, this.#uri('airline'), 'Piece'],
      [dead, DEAD_SUBSCRIBER, 'Shipment'],
      [dead, DEAD_SUBSCRIBER, 'Piece'],
    ];
    if (server !== undefined) subscribers.push([await this.node.party('visitor', server.agent), server.agent, 'Piece']);
    for (const [party, subscriber, type] of subscribers) {
      const request = await this.#create(party, 'POST', '/subscriptions', subscription(subscriber, type));
      await this.#decide(request, 'REQUEST_ACCEPTED');
    }
  }

  async shipment(): Promise<void> {
    this.report('a shipment of three pieces with its waybill');
    const pieces = [
      piece(this.#uri('piece-1'), 'Printed brochures', 20, 'UPID-0001'),
      piece(this.#uri('piece-2'), 'Display stand', 25.5, 'UPID-0002'),
      piece(this.#uri('piece-3'), 'Lamps', 7.2, 'UPID-0003'),
    ];
    for (const body of pieces) await this.#create(this.holder, 'POST', '/logistics-objects', body);
    await this.#create(this.holder, 'POST', '/logistics-objects', {
      '@id': this.#uri('waybill-1'),
      '@type': 'cargo:Waybill',
      'cargo:waybillPrefix': '123',
      'cargo:waybillNumber': '12345675',
      'cargo:agentReference': 'EXH-2026-07',
    });
    await this.#create(this.holder, 'POST', '/logistics-objects', {
      '@id': this.#uri('shipment-1'),
      '@type': 'cargo:Shipment',
      'cargo:goodsDescription': 'Exhibition materials',
      'cargo:pieces': ['piece-1', 'piece-2', 'piece-3'].map((id) => ({ '@id': this.#uri(id), '@type': 'cargo:Piece' })),
      'cargo:waybill': { '@id': this.#uri('waybill-1'), '@type': 'cargo:Waybill' },
    });
    const grants: Grants = [
      [this.#uri('airline'), fullAccess],
      [this.#uri('handler'), ['GET_LOGISTICS_OBJECT', 'GET_LOGISTICS_EVENT', 'POST_LOGISTICS_EVENT']],
    ];
    await this.#share(['shipment-1', 'waybill-1', 'piece-2'], grants);
    await this.#share(['piece-1'], [...grants, ...this.#readers()]);
  }

  /** The subscribers with their own servers may read the objects in their notifications. */
  #readers(): Grants {
    const { server } = this.node;
    return [DEAD_SUBSCRIBER, ...(server === undefined ? [] : [server.agent])].map((agent) => [
      agent,
      ['GET_LOGISTICS_OBJECT'],
    ]);
  }

  async decided(): Promise<void> {
    this.report('changes: accepted, rejected with a reason, failed');
    await this.#weigh(1, 'Weighed again at the counter', '20', '22');
    const coded = await this.#propose(this.airline, 'piece-1', 2, 'Valuable cargo', [
      {
        op: 'ADD',
        s: this.#uri('piece-1'),
        p: 'specialHandlingCodes',
        value: codes.valuable,
        code: 'SpecialHandlingCode',
      },
    ]);
    await this.#decide(coded, 'REQUEST_ACCEPTED');
    const renumbered = await this.#propose(this.handler, 'waybill-1', 1, 'Number as on the label', [
      { op: 'DELETE', s: this.#uri('waybill-1'), p: 'waybillNumber', value: '12345675', datatype: 'string' },
      { op: 'ADD', s: this.#uri('waybill-1'), p: 'waybillNumber', value: '12345686', datatype: 'string' },
    ]);
    await this.#decide(
      renumbered,
      'REQUEST_REJECTED',
      rejection('The label is wrong', 'the number on the waybill is the booked one', 'waybillNumber'),
    );
    const impossible = await this.#propose(this.handler, 'shipment-1', 1, 'Other goods', [
      { op: 'DELETE', s: this.#uri('shipment-1'), p: 'goodsDescription', value: 'Exhibits', datatype: 'string' },
    ]);
    await this.#decide(impossible, 'REQUEST_ACCEPTED', undefined, 422);
  }

  async events(): Promise<void> {
    this.report('events');
    const at = (id: string): string => `${this.#uri(id)}/logistics-events`;
    await this.#create(this.handler, 'POST', at('piece-1'), event('RCS', 'Ready for carriage', '2026-03-01T08:15:00Z'));
    await this.#create(this.handler, 'POST', at('piece-2'), event('RCS', 'Ready for carriage', '2026-03-01T08:20:00Z'));
    await this.#create(this.airline, 'POST', at('shipment-1'), event('DEP', 'Departed', '2026-03-01T11:40:00Z'));
    await this.#create(this.handler, 'POST', at('piece-1'), event('ARR', 'Arrived', '2026-03-01T17:05:00Z'));
    await this.#create(this.handler, 'POST', at('piece-2'), event('ARR', 'Arrived', '2026-03-01T17:10:00Z'));
    await this.#create(this.handler, 'POST', at('piece-1'), event('DLV', 'Delivered', '2026-03-02T09:35:00Z'));
  }

  async access(): Promise<void> {
    this.report('a delegation, one that waits, and access that is withdrawn');
    const [airline, handler] = [this.#uri('airline'), this.#uri('handler')];
    // The handler has done its part, and may not read the piece any more.
    await this.#share(['piece-1'], [[airline, fullAccess], ...this.#readers()]);
    const own = delegation(
      'To plan the loading',
      [this.#uri('piece-3')],
      [airline],
      ['GET_LOGISTICS_OBJECT', 'GET_LOGISTICS_EVENT'],
    );
    const accepted = await this.#create(this.airline, 'POST', '/access-delegations', own);
    await this.#decide(accepted, 'REQUEST_ACCEPTED');
    const further = delegation('For the handling agent', [this.#uri('piece-3')], [handler], ['GET_LOGISTICS_OBJECT']);
    await this.#create(this.airline, 'POST', '/access-delegations', further);
  }

  /** Whether the handler should have known the last weight: it could not read it, and asks. */
  async claim(): Promise<void> {
    this.report('a change after the withdrawal, and the handler that asks for access again');
    await this.node.server?.hasReceived(2);
    await this.#weigh(3, 'Weighed once more before loading', '22', '23.5');
    await this.#call(this.handler, 'GET', this.#uri('piece-1'), undefined, 403);
    const again = delegation(
      'To answer a claim about the weight',
      [this.#uri('piece-1')],
      [this.#uri('handler')],
      ['GET_LOGISTICS_OBJECT'],
    );
    await this.#create(this.handler, 'POST', '/access-delegations', again);
  }

  async pending(): Promise<void> {
    this.report('changes that wait, two of them rivals');
    const stand = this.#uri('piece-2');
    const describe = (text: string): SampleOperation[] => [
      { op: 'DELETE', s: stand, p: 'goodsDescription', value: 'Display stand', datatype: 'string' },
      { op: 'ADD', s: stand, p: 'goodsDescription', value: text, datatype: 'string' },
    ];
    await this.#propose(this.airline, 'piece-2', 1, 'As on the invoice', describe('Display stand, aluminium'));
    await this.#propose(this.handler, 'piece-2', 1, 'As on the box', describe('Exhibition stand'));
    await this.#propose(this.airline, 'shipment-1', 1, 'Say how to load', [
      {
        op: 'ADD',
        s: this.#uri('shipment-1'),
        p: 'textualHandlingInstructions',
        value: 'Keep upright',
        datatype: 'string',
      },
    ]);
  }

  /** A consolidation of a forwarder without a node. */
  async messages(): Promise<void> {
    const { messages = [] } = this.node;
    if (messages.length === 0) return;
    this.report('Cargo-XML messages: a waybill, its houses, statuses, a correction');
    for (const { xml } of messages) await this.#call(this.holder, 'POST', '/internal/messages', xml, 201);
  }
}

/**
 * Creates the example on a node without objects, under the development identity provider.
 *
 * @param report is called with a description of the next step.
 * @returns the URI of the shipment.
 * @throws SampleError if the node refuses a step, for example because it already has the example.
 */
export async function createSample(
  node: SampleNode,
  report: (step: string) => void = () => undefined,
): Promise<string> {
  const [holder, airline, handler] = await Promise.all([
    node.party('holder'),
    node.party('airline'),
    node.party('handler'),
  ]);
  const sample = new Sample(node, holder, airline, handler, report);
  await sample.parties();
  // Before anyone subscribes: nobody waits to hear of them.
  await sample.messages();
  await sample.subscriptions();
  await sample.shipment();
  await sample.decided();
  await sample.events();
  await sample.access();
  await sample.claim();
  await sample.pending();
  await node.server?.hasReceived(3);
  return `${node.base}/logistics-objects/shipment-1`;
}
