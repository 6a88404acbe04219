/** Applies a message: all its objects, Changes, events and the message itself in one transaction, or nothing (X53). */
import { turns } from '../../async/turns.js';
import { RequestFailure } from '../../action-requests/decisions.js';
import type { ChangeRequests } from '../../change-requests/change-requests.js';
import { ServiceError } from '../../errors.js';
import type { LogisticsEvents } from '../../logistics-events/logistics-events.js';
import { messageTerms, type MessageTerms } from '../../rdf/message-terms.js';
import { type Graph, graphOf } from '../../rdf/graph.js';
import { type Iri, iri } from '../../rdf/terms.js';
import type { GraphReader } from '../../store/store.js';
import type { EventTransaction } from '../../transactions.js';
import { describe } from '../describe.js';
import { appliedPartition, type MessageServices } from '../lookups.js';
import type { Mappings } from '../mapping/mappings.js';
import { readStoredMessage, type StoredMessage } from '../message.js';
import { readMessage, type ReadMessage } from '../reading/read-message.js';
import type { MessageOutcome, MessageReport } from '../schemas.js';
import type { XmlElement } from '../xml/xml-element.js';
import { MessageEvents } from './events.js';
import { Identities, type Identity } from './identity.js';
import { KnownObjects, type StateReader } from './known-objects.js';
import { Planning } from './plan.js';
import { sharedAliases } from './shared-objects.js';
import { Stated } from './stated.js';
import { delete_, unlinkHouses } from './withdrawals.js';

export interface ApplyOptions {
  readonly isStrict: boolean;
  /** The URI of the message. */
  readonly uri: Iri;
}

/** What a message has done. */
export interface Applied {
  readonly message: ReadMessage;
  readonly outcome: MessageOutcome;
  readonly waybill: Iri;
  readonly received: Date;
  readonly done: Pick<MessageReport, 'created' | 'changed' | 'events'>;
  /** What the message says, as it was applied. */
  readonly stated: Stated;
}

/** A message with the things that it is about. */
interface Prepared {
  readonly message: ReadMessage;
  readonly identity: Identity;
  readonly stated: Stated;
  readonly last: StoredMessage | undefined;
  readonly before: Graph | undefined;
  readonly locks: ReadonlySet<Iri>;
}

/** Objects that are written in a step. */
const IN_STEP = 5;

export class Applying {
  readonly #identities: Identities;
  readonly #events: MessageEvents;
  readonly #ext: MessageTerms;

  constructor(
    private readonly services: MessageServices,
    private readonly mappings: Mappings,
    private readonly changes: ChangeRequests,
    events: LogisticsEvents,
  ) {
    this.#identities = new Identities(services);
    this.#events = new MessageEvents(services, events);
    this.#ext = messageTerms(services.uris.extensions);
  }

  /** The lock keys of a message as things are now. @throws ServiceError as `readMessage`. */
  async locks(root: XmlElement): Promise<readonly Iri[]> {
    const { locks } = await this.#prepare(root, this.#visible());
    return [...locks];
  }

  /**
   * Applies a message in a transaction with these lock keys.
   *
   * @returns undefined if the message needs other keys by now.
   */
  async apply(
    tx: EventTransaction,
    root: XmlElement,
    locks: readonly Iri[],
    options: ApplyOptions,
  ): Promise<Applied | undefined> {
    const state = this.#within(tx);
    const prepared = await this.#prepare(root, state);
    if ([...prepared.locks].some((key) => !locks.includes(key))) return undefined;
    const { message, stated, last } = prepared;
    const received = this.#receivedAt(last);
    const nothing = { created: [], changed: [], events: [] };
    const result = { message, waybill: stated.waybill, received, stated };
    const { type, header, findings } = message;
    const issued = header.issued === undefined ? undefined : new Date(header.issued);
    const isLate = issued !== undefined && last?.issued !== undefined && issued < last.issued;
    if (isLate && type !== 'XFSU') return { ...result, outcome: 'stale', done: nothing };
    const place = { path: `/${root.name}`, line: root.line, column: root.column };
    // A deleted list of houses that never came as one has the links that it names.
    const isWithdrawn = header.purpose === 'delete' && type === 'XFHL' && prepared.before === undefined;
    const before = isWithdrawn ? graphOf(stated.statements) : prepared.before;
    if (header.purpose === 'delete') {
      findings.note('deleted', place);
      if (type === 'XFSU') return { ...result, outcome: 'unchanged', done: nothing };
      delete_(stated, type, this.#withdrawals(before));
    }
    if (type === 'XFHL') unlinkHouses(stated, this.#withdrawals(before));
    const planning = new Planning(this.services, this.mappings, state, stated, findings, {
      type,
      before: type === 'XFSU' ? undefined : before,
      isStrict: options.isStrict,
      isLate,
      isDeletion: header.purpose === 'delete',
      description: `${type} ${header.id ?? ''}`.trim(),
      root: place,
    });
    const plan = await planning.plan();
    const isThere = planning.isPresent(stated.waybill);
    if (header.purposeCode !== undefined && (header.purpose === 'create') === isThere && header.purpose !== 'delete')
      findings.note('purpose', place, header.purposeCode);
    const events = await this.#events.plan(
      { message, stated, planning, identity: prepared.identity, state, isStrict: options.isStrict },
      options.uri,
    );

    const { clock, revisions, dataHolder: agent } = this.services;
    const at = clock.now();
    for (const [index, { uri, type: of, statements }] of plan.creations.entries()) {
      if (index % IN_STEP === IN_STEP - 1) await turns.next();
      await revisions.create(tx, uri, of, statements, { agent, at, derivedFrom: options.uri });
      tx.raise({ kind: 'object-created', object: uri, types: [of], revision: 1 });
    }
    const changed: { object: Iri; revision: number; request: Iri }[] = [];
    for (const change of plan.changes) {
      const request = await this.#recorded(() => this.changes.record(tx, change, options.uri));
      changed.push({ object: change.object, revision: change.revision + 1, request: request.uri });
    }
    await this.#events.record(tx, events, at);
    const done = {
      created: plan.creations.map(({ uri, type: of }) => ({ object: uri, type: of.replace(/^.*[#/]/, '') })),
      changed,
      events: events.map(({ uri }) => uri),
    };
    const isSame = done.created.length + changed.length + events.length === 0;
    return { ...result, outcome: isSame ? 'unchanged' : 'applied', done };
  }

  async #recorded<Result>(record: () => Promise<Result>): Promise<Result> {
    try {
      return await record();
    } catch (error) {
      throw error instanceof RequestFailure ? error.error : error;
    }
  }

  /** Later than the message before: the index has them in the order of their receipt. */
  #receivedAt(last: StoredMessage | undefined): Date {
    const now = this.services.clock.now();
    return last === undefined || now > last.received ? now : new Date(last.received.getTime() + 1);
  }

  #withdrawals(before: Graph | undefined): Parameters<typeof unlinkHouses>[1] {
    return { uris: this.services.uris, cargo: this.services.vocabulary.namespaces.cargo, before };
  }

  async #prepare(root: XmlElement, state: StateReader): Promise<Prepared> {
    const { services, mappings } = this;
    const { uris, settings, vocabulary } = services;
    const { timeZone, maxPieces } = settings.messages;
    const message = await turns.run(readMessage(root, mappings, { timeZone, maxPieces }));
    const identity = await this.#identities.resolve(message, state);
    const objectUri = (id: string): Iri => uris.object(id);
    const { presentId, ids, aliases } = identity;
    const description = await turns.run(describe(message, mappings, { objectUri, presentId, ids }));
    const waybill = aliases.get(description.waybill.uri) ?? description.waybill.uri;
    const last = await this.#last(message, waybill, state);
    const before = last === undefined ? undefined : await state.read(uris.messageStatements(last.uri));
    const shared = await sharedAliases(description.objects, new KnownObjects(services, state), before);
    const names = new Map([...aliases, ...shared]);
    const stated = new Stated(description, names, (name) => iri(vocabulary.namespaces.cargo + name));
    const locks = new Set<Iri>([uris.messagesOfWaybill(description.waybill.id)]);
    const named = [
      ...stated.objects,
      ...(before?.subjects() ?? []).flatMap(({ value }) => {
        const id = uris.objectId(value);
        return id === undefined ? [] : [{ uri: uris.object(id), isShared: false }];
      }),
    ];
    for (const { uri, isShared } of named) {
      // What all waybills share is only created.
      if (isShared && (await services.revisions.head(uri)) !== undefined) continue;
      locks.add(uri);
      locks.add(uris.events(uri));
    }
    return { message, identity, stated, last, before, locks };
  }

  /** The last message of the type that was compared with the waybill. */
  async #last(message: ReadMessage, waybill: Iri, state: GraphReader): Promise<StoredMessage | undefined> {
    const { store, lookups } = this.services;
    const partition = appliedPartition(message.type, waybill);
    const [entry] = await store.lookup(lookups.messages.messages, partition, { limit: 1, reverse: true });
    return entry && readStoredMessage(await state.read(entry.value), entry.value, this.#ext);
  }

  #visible(): StateReader {
    const { store, revisions } = this.services;
    return { head: (object) => revisions.head(object), read: (graph) => store.read(graph) };
  }

  #within(tx: EventTransaction): StateReader {
    const { revisions } = this.services;
    return { head: (object) => revisions.headIn(tx, object), read: (graph) => tx.read(graph) };
  }
}

/** A message that was applied to other things than it was prepared for, time and again. */
export const contended = (): ServiceError =>
  new ServiceError('unavailable', 'the waybill is being changed by other messages: send the message again');
