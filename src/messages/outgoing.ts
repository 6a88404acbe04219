/** Messages that are written from the objects of this node, as a caller may read them (X75 to X84). */
import { turns } from '../async/turns.js';
import { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import type { TimeParameter } from '../http/query-parameters.js';
import { canonical } from '../logistics-objects/identifiers.js';
import { identifierPartition, identifierStart, OBJECT_ID, parseIdentifierEntry } from '../logistics-objects/lookups.js';
import type { Head } from '../logistics-objects/revisions.js';
import type { LogisticsEvent } from '../logistics-events/logistics-event.js';
import type { LogisticsEvents } from '../logistics-events/logistics-events.js';
import type { Graph } from '../rdf/graph.js';
import { type Iri, node } from '../rdf/terms.js';
import { DamagedDataError } from '../store/quarantine.js';
import { HousesOfStatuses } from './houses-of-statuses.js';
import type { MessageServices } from './lookups.js';
import type { Mappings, MessageMapping, MessageType } from './mapping/mappings.js';
import { readAwbNumber } from './reading/awb-number.js';
import { type Branches, branchesOf } from './writing/branches.js';
import type { Lost } from './writing/carriage.js';
import { Gathering, type ObjectSource, type ReadEvent, type ReadObject } from './writing/gather.js';
import { type PartyName, writeMessage, type WrittenMessage } from './writing/write-message.js';

/** What a request for a message says. */
export interface Asked {
  readonly version: string | undefined;
  readonly at: TimeParameter | undefined;
  readonly recipient: PartyName | undefined;
  readonly event: Iri | undefined;
}

/** The types of waybills that a message is about. */
const typesOf: Readonly<Record<MessageType, readonly string[]>> = {
  XFWB: ['DIRECT', 'MASTER'],
  XFZB: ['HOUSE'],
  XFHL: ['MASTER'],
  XFSU: ['DIRECT', 'MASTER'],
};

/** Statuses of a message; of more the last ones (X80). */
const MAX_STATUSES = 100;
/** ULDs of a waybill that are looked for. */
const MAX_ULDS = 1000;
const EVENTS_AT_A_TIME = 50;

/** Statuses of a message, and events that are not in it. */
interface Statuses {
  readonly read: readonly ReadEvent[];
  readonly lost: readonly Lost[];
}

export class Outgoing {
  readonly #branches = new Map<MessageType, Branches>();
  readonly #houses: HousesOfStatuses;

  constructor(
    private readonly services: MessageServices,
    private readonly mappings: Mappings,
    private readonly events: LogisticsEvents,
  ) {
    this.#houses = new HousesOfStatuses(services, mappings.names, events);
    for (const [type, mapping] of mappings.messages) this.#branches.set(type, branchesOf(mapping, mappings));
  }

  /** The mapping of a type of message. @throws ServiceError `not-found` for a name of none. */
  mapping(name: string): MessageMapping {
    const mapping = [...this.mappings.messages.values()].find(({ type }) => type === name);
    if (mapping !== undefined) return mapping;
    throw new ServiceError(
      'not-found',
      `there is no message of this type; there are ${[...this.mappings.messages.keys()].join(', ')}`,
    );
  }

  /**
   * Writes a message about a waybill that the caller may read.
   *
   * @throws ServiceError `not-found` for an object that is no waybill, or a shipment without the statuses; `unprocessable`
   * for a waybill that the message cannot be about; `forbidden` for statuses that the caller may not read.
   */
  async write(head: Head, mapping: MessageMapping, caller: Caller, asked: Asked): Promise<WrittenMessage> {
    const { objects, contents, settings } = this.services;
    const { type } = mapping;
    const waybill = head.object;
    const data = await contents.read((await objects.revision(head, asked.at)).graph);
    this.#assertFits(waybill, data, mapping);
    const branches = this.#branches.get(type) ?? branchesOf(mapping, this.mappings);
    const branch = type === 'XFHL' ? branches.waybill.children.get('masterWaybill') : branches.waybill;
    if (branch === undefined) throw new TypeError(`the table of ${type} has no master`);
    const statuses: Statuses =
      type === 'XFSU' ? await this.#statuses(waybill, data, caller, asked) : { read: [], lost: [] };
    const gathered = await new Gathering(this.#source(caller, asked.at), this.mappings.names).gather(
      { waybill, branch, ulds: type === 'XFSU' ? await this.#ulds(waybill) : [], events: statuses.read },
      branches,
    );
    const sender = parseParty(settings.messages.sender);
    const written = await turns.run(
      writeMessage(waybill, gathered, mapping, this.mappings, {
        version: asked.version ?? mapping.versions.at(-1) ?? '',
        timeZone: settings.messages.timeZone,
        sender,
        recipient: asked.recipient ?? sender,
      }),
    );
    return { ...written, loss: { ...written.loss, lost: [...written.loss.lost, ...statuses.lost] } };
  }

  #assertFits(waybill: Iri, data: Graph, { type }: MessageMapping): void {
    const { names } = this.mappings;
    const subject = node(waybill);
    if (!data.types(subject).includes(names.class('Waybill')))
      throw new ServiceError('not-found', {
        message: 'messages are about waybills; this object is none',
        resource: waybill,
      });
    const stated = data.iri(subject, node(names.property('waybillType')));
    const types = typesOf[type];
    if (stated !== undefined && !types.some((name) => names.individual(name) === stated))
      throw unprocessable(
        waybill,
        `${type} is about a waybill of the type ${types.join(' or ')}, this one has ${stated}`,
      );
    const text = (property: string): string => data.object(subject, node(names.property(property)))?.value ?? '';
    const number = text('waybillNumber');
    if (number === '') throw unprocessable(waybill, 'this waybill has no waybillNumber');
    if (type !== 'XFZB' && readAwbNumber(`${text('waybillPrefix')}-${number}`) === undefined)
      throw unprocessable(waybill, 'waybillPrefix and waybillNumber are no AWB number: three digits and eight');
  }

  #source(caller: Caller, at: TimeParameter | undefined): ObjectSource {
    const { access, contents, revisions, uris } = this.services;
    const revisionOf = async (object: Iri): Promise<ReadObject | undefined> => {
      const head = await revisions.head(object);
      if (head === undefined || head.moved !== undefined) return undefined;
      if (!(await access.isAllowed(caller, 'GET_LOGISTICS_OBJECT', object))) return undefined;
      const revision = at === undefined ? revisions.latest(head) : await revisions.validAt(head, at.until);
      return (
        revision && {
          data: await contents.read(revision.graph),
          number: revision.number,
          createdAt: revision.createdAt,
        }
      );
    };
    return {
      isObject: (uri) => uris.objectId(uri) !== undefined,
      read: async (object) => {
        try {
          return await revisionOf(object);
        } catch (error) {
          // Reading the object itself reports the error.
          if (error instanceof DamagedDataError) return undefined;
          throw error;
        }
      },
    };
  }

  /** The last statuses of the shipment, the oldest first. */
  async #statuses(waybill: Iri, data: Graph, caller: Caller, { at, event }: Asked): Promise<Statuses> {
    const { names } = this.mappings;
    const { access } = this.services;
    const shipment = data.iri(node(waybill), node(names.property('shipment')));
    const none = (): ServiceError =>
      new ServiceError('not-found', { message: 'the shipment of this waybill has no such status', resource: waybill });
    if (shipment === undefined || (await this.services.revisions.head(shipment)) === undefined) throw none();
    await access.assertAllowed(caller, 'GET_LOGISTICS_EVENT', shipment);
    const known: { readonly event: LogisticsEvent; readonly recordedAt: Date | undefined }[] = [];
    const all = (await this.events.forObject(shipment)).filter(({ uri }) => event === undefined || uri === event);
    for (let from = 0; from < all.length; from += EVENTS_AT_A_TIME) {
      const some = all.slice(from, from + EVENTS_AT_A_TIME);
      const times = await Promise.all(some.map((one) => this.events.recordedAt(one)));
      for (const [index, one] of some.entries()) {
        const recordedAt = times[index];
        if (at === undefined || (recordedAt !== undefined && recordedAt <= at.until))
          known.push({ event: one, recordedAt });
      }
    }
    const isStatus = ({ codes }: LogisticsEvent): boolean =>
      codes.some((code) => names.code('StatusCode', names.listedCode(code) ?? '') === code);
    const coded = known
      .filter((one) => isStatus(one.event))
      .toSorted((one, other) => order(one.event) - order(other.event) || compareUris(one.event, other.event));
    if (coded.length === 0) throw none();
    const lost = (one: LogisticsEvent, reason: Lost['reason']): Lost => ({
      object: one.uri,
      property: names.property('eventCode'),
      value: one.codes[0] ?? '',
      reason,
    });
    const told = coded.slice(-MAX_STATUSES);
    const events = told.map((one) => one.event);
    const houses = await this.#houses.of(waybill, data, events, { source: this.#source(caller, at), caller, at });
    return {
      read: told.map(({ event: { uri, data: statements }, recordedAt }) => ({
        ...{ uri, data: statements, recordedAt, houses: houses.get(uri) ?? [] },
      })),
      lost: [
        ...coded.slice(0, -MAX_STATUSES).map((one) => lost(one.event, 'too-many')),
        ...known.filter((one) => !isStatus(one.event)).map((one) => lost(one.event, 'no-element')),
      ],
    };
  }

  /** The ULDs of a waybill: nothing links to those that only a status has named (X16). */
  async #ulds(waybill: Iri): Promise<Iri[]> {
    const { store, lookups, uris } = this.services;
    const prefix = `${uris.objectId(waybill) ?? ''}-uld-`;
    const form = canonical(prefix);
    const entries = await store.lookup(lookups.objects.identifiers, identifierPartition(form), {
      after: { order: 0, value: identifierStart(form) },
      limit: MAX_ULDS,
    });
    return entries
      .map(({ value }) => parseIdentifierEntry(value))
      .filter(({ property, id }) => property === OBJECT_ID && id.startsWith(prefix))
      .map(({ id }) => uris.object(id));
  }
}

/** The parts of `<scheme>:<id>`. */
export function parseParty(text: string): PartyName {
  const end = text.indexOf(':');
  return { scheme: text.slice(0, end), id: text.slice(end + 1) };
}

const order = ({ eventDate, creationDate }: LogisticsEvent): number =>
  Number.isFinite(eventDate) ? eventDate : Number.isFinite(creationDate) ? creationDate : Number.MAX_SAFE_INTEGER;

const compareUris = ({ uri: one }: LogisticsEvent, { uri: other }: LogisticsEvent): number =>
  one < other ? -1 : Number(one > other);

const unprocessable = (resource: Iri, message: string): ServiceError =>
  new ServiceError('unprocessable', { message, resource });
