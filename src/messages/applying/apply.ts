/** Applies a message: all its objects, Changes, events and the message itself in one transaction, or nothing (X53). */
import { turns } from '../../async/turns.js';
import { RequestFailure } from '../../action-requests/decisions.js';
import type { ChangeRequests } from '../../change-requests/change-requests.js';
import { ServiceError } from '../../errors.js';
import type { LogisticsEvents } from '../../logistics-events/logistics-events.js';
import { messageTerms, type MessageTerms } from '../../rdf/message-terms.js';
import { type Graph, graphOf } from '../../rdf/graph.js';
import { type Iri, iri } from '../../rdf/terms.js';
import type { EventTransaction } from '../../transactions.js';
import { describe } from '../describe.js';
import { appliedPartition, type MessageServices } from '../lookups.js';
import type { Mappings } from '../mapping/mappings.js';
import { readStoredMessage, type StoredMessage } from '../message.js';
import { readMessage, type ReadMessage } from '../reading/read-message.js';
import type { MessageOutcome, MessageReport } from '../schemas.js';
import type { XmlElement } from '../xml/xml-element.js';
import { leaveOutErased, withoutObjects } from './erased-objects.js';
import { MessageEvents } from './events.js';
import { Identities, type Identity } from './identity.js';
import { KnownObjects, type StateReader } from './known-objects.js';
import { Planning } from './plan.js';
import { type Changed, RecordedState } from './recorded-state.js';
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
  /** The message that says the same. */
  readonly repeats: StoredMessage | undefined;
}

/** A message with the things that it is about. */
interface Prepared {
  readonly message: ReadMessage;
  readonly identity: Identity;
  readonly stated: Stated;
  readonly last: StoredMessage | undefined;
  /** What the last message said; undefined without one, for a status, and for a message that repeats it. */
  readonly before: Graph | undefined;
  /** Whether the message says what the last one said, word for word. */
  readonly isRepeated: boolean;
  readonly locks: ReadonlySet<Iri>;
}

/** A message that was prepared outside of a transaction: it can be applied once, to the state that it was made from. */
class Preparation {
  readonly locks: ReadonlySet<Iri>;
  #prepared: Prepared | undefined;

  /**
   * @param state that it was prepared from.
   * @param changedSince the graphs that commits have changed since then.
   */
  constructor(
    prepared: Prepared,
    private readonly state: RecordedState,
    private readonly changedSince: () => Promise<Changed>,
  ) {
    this.#prepared = prepared;
    this.locks = prepared.locks;
  }

  /**
   * The message, if it was not taken before: applying it alters its findings.
   *
   * @returns it with the state, which goes on in the given one.
   */
  async take(within: StateReader): Promise<{ prepared: Prepared; state: StateReader } | undefined> {
    const prepared = this.#prepared;
    this.#prepared = undefined;
    if (prepared === undefined || !(await this.state.continueIn(within, await this.changedSince()))) return undefined;
    return { prepared, state: this.state };
  }
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

  /** Reads a message and names its things, with the lock keys that it needs. @throws ServiceError as `readMessage`. */
  async prepare(root: XmlElement): Promise<Preparation> {
    const { store } = this.services;
    const since = store.follow();
    const state = this.#recorded(this.#visible());
    return new Preparation(await this.#prepare(root, state), state, async () => {
      // A transaction that other processes may overtake must have read all that it is made from.
      if (store.isShared) return undefined;
      const changes = await since.changes();
      return changes.kind === 'gap' ? undefined : changes.graphs;
    });
  }

  /**
   * Applies a message in a transaction with the lock keys of its preparation.
   *
   * @returns undefined if the message needs other keys by now.
   */
  async apply(
    tx: EventTransaction,
    root: XmlElement,
    preparation: Preparation,
    options: ApplyOptions,
  ): Promise<Applied | undefined> {
    const within = this.#recorded(this.#within(tx));
    const { prepared, state } = (await preparation.take(within)) ?? {
      prepared: await this.#prepare(root, within),
      state: within,
    };
    if ([...prepared.locks].some((key) => !preparation.locks.has(key))) return undefined;
    const { message, stated, last, isRepeated } = prepared;
    const received = this.#receivedAt(last);
    const nothing = { created: [], changed: [], events: [] };
    const repeats = isRepeated ? last : undefined;
    const result = { message, waybill: stated.waybill, received, stated, repeats };
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
      before,
      isRepeated,
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

    const { clock, revisions, laterLinks, dataHolder: agent } = this.services;
    const at = clock.now();
    for (const [index, { uri, type: of, statements }] of plan.creations.entries()) {
      if (index % IN_STEP === IN_STEP - 1) await turns.next();
      await revisions.create(tx, uri, of, statements, { agent, at, derivedFrom: options.uri });
      const wholes = [...(await laterLinks.wholesOf([{ uri, statements }]))];
      tx.raise({ kind: 'object-created', object: uri, types: [of], revision: 1, wholes });
    }
    const changed: { object: Iri; revision: number; request: Iri }[] = [];
    for (const change of plan.changes) {
      const request = await this.#refusing(() => this.changes.record(tx, change, options.uri));
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

  async #refusing<Result>(record: () => Promise<Result>): Promise<Result> {
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
    const read = (): Promise<Graph> | undefined => last && state.read(uris.messageStatements(last.uri));
    const shared = await sharedAliases(description.objects, new KnownObjects(services, state), async () => read());
    const names = new Map([...aliases, ...shared]);
    const stated = new Stated(description, names, (name) => iri(vocabulary.namespaces.cargo + name));
    const erased = await leaveOutErased(stated, new KnownObjects(services, state));
    const isRepeated = isRepetition(message, stated, last);
    // A status takes nothing away.
    const earlier = isRepeated || message.type === 'XFSU' ? undefined : await read();
    const before = earlier && erased.size > 0 ? withoutObjects(earlier, erased) : earlier;
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
      if (isShared && (await state.head(uri)) !== undefined) continue;
      locks.add(uri);
      locks.add(uris.events(uri));
    }
    return { message, identity, stated, last, before, isRepeated, locks };
  }

  /** The last message of the type that was compared with the waybill. */
  async #last(message: ReadMessage, waybill: Iri, state: StateReader): Promise<StoredMessage | undefined> {
    const { messages } = this.services.lookups.messages;
    const [entry] = await state.lookup(messages, appliedPartition(message.type, waybill), { limit: 1, reverse: true });
    return entry && readStoredMessage(await state.read(entry.value), entry.value, this.#ext);
  }

  #recorded(state: StateReader): RecordedState {
    return new RecordedState(state, (object) => this.services.uris.head(object));
  }

  #visible(): StateReader {
    const { store, revisions } = this.services;
    return {
      head: (object) => revisions.head(object),
      read: (graph) => store.read(graph),
      lookup: (lookup, partition, page) => store.lookup(lookup, partition, page),
    };
  }

  #within(tx: EventTransaction): StateReader {
    const { revisions } = this.services;
    return {
      ...this.#visible(),
      head: (object) => revisions.headIn(tx, object),
      read: (graph) => tx.read(graph),
    };
  }
}

/**
 * Whether a message says what the last one of its type said: then it changes nothing, whatever the objects say now (X47).
 * What only fills what is lacking may differ from what has been added since.
 */
function isRepetition({ type, header }: ReadMessage, stated: Stated, last: StoredMessage | undefined): boolean {
  if (last?.says === undefined || type === 'XFSU' || header.purpose === 'delete' || stated.hasWeak) return false;
  return last.says === stated.digest();
}

/** A message that was applied to other things than it was prepared for, time and again. */
export const contended = (): ServiceError =>
  new ServiceError('unavailable', 'the waybill is being changed by other messages: send the message again');
