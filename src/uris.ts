/** The mapping between identifiers and this node's URIs and graph names. */
import { createHash } from 'node:crypto';
import { isId } from './graph-kind-row.js';
import { type GraphKind, kindsOf } from './graph-kinds.js';
import { extended, type Iri, iri, localName } from './rdf/terms.js';

const PROVENANCE = '/provenance';

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The characters of a hash in the names of graphs of the mirror. */
const KEY_LENGTH = 32;

/** The key of a URI of a partner in the names of graphs (M25). */
export const copyKey = (uri: string): string => digestOf(uri).slice(0, KEY_LENGTH);

/** The id of a queue's graphs: its receiver and topic may be too long for a name. */
const queueId = (receiver: Iri, topic: Iri | undefined): string => digestOf(`${receiver} ${topic ?? ''}`);

export class UriScheme {
  readonly #objectPrefix: string;
  /** The kind of a graph by its name; undefined for an unknown graph. */
  readonly graphKind: (graph: string) => GraphKind | undefined;

  /** @param base `{base_url}`: an absolute URL without a trailing slash. */
  constructor(readonly base: Iri) {
    this.#objectPrefix = `${base}/logistics-objects/`;
    this.graphKind = kindsOf(base);
  }

  get root(): Iri {
    return extended(this.base, '/');
  }

  get objects(): Iri {
    return extended(this.base, '/logistics-objects');
  }

  get actionRequests(): Iri {
    return extended(this.base, '/action-requests');
  }

  get accessDelegations(): Iri {
    return extended(this.base, '/access-delegations');
  }

  get subscriptions(): Iri {
    return extended(this.base, '/subscriptions');
  }

  /** The vocabulary of this node's extensions; `#` and a name follow in its terms (D66). */
  get extensions(): Iri {
    return extended(this.base, '/ns/extensions');
  }

  /** The list of received notifications, and the receiver of those forwarded to the back end. */
  get receivedNotifications(): Iri {
    return extended(this.base, '/internal/notifications');
  }

  /** The lock key of all relocations. */
  get relocations(): Iri {
    return extended(this.base, '/internal/relocations');
  }

  /** Where notifications are received. */
  get inbox(): Iri {
    return extended(this.base, '/notifications');
  }

  /** The event stream of what a caller may read (W50). */
  get feed(): Iri {
    return extended(this.base, '/feed');
  }

  /** The description of the node's data, in VoID (W24). */
  get datasetDescription(): Iri {
    return extended(this.base, '/.well-known/void');
  }

  /** Which form the heads of all objects have at least (`migrateHeads`). */
  get headForm(): Iri {
    return extended(this.base, '/internal/head-form');
  }

  /** The last run of what is erased by its age, and its rules (P45). */
  get retention(): Iri {
    return extended(this.base, '/internal/retention');
  }

  object(id: string): Iri {
    return extended(this.base, `/logistics-objects/${id}`);
  }

  actionRequest(id: string): Iri {
    return extended(this.base, `/action-requests/${id}`);
  }

  /** The URI of the object with this id; undefined for an invalid id (D7). */
  findObject(id: string): Iri | undefined {
    return isId(id) ? this.object(id) : undefined;
  }

  findActionRequest(id: string): Iri | undefined {
    return isId(id) ? this.actionRequest(id) : undefined;
  }

  findEvent(object: Iri, id: string): Iri | undefined {
    return isId(id) ? this.event(object, id) : undefined;
  }

  /** The id of a Logistics Object of this node by its URI; undefined for any other URI or an invalid id (D7). */
  objectId(uri: string): string | undefined {
    return this.#idAfter(this.#objectPrefix, uri);
  }

  /** The object of this node at or above a URL, which may be written with escapes; undefined for any other URL. */
  objectAt(url: string): Iri | undefined {
    if (!URL.canParse(url)) return undefined;
    const { origin, pathname } = new URL(url);
    const objects = new URL(this.objects);
    const prefix = `${objects.pathname}/`;
    if (origin !== objects.origin || !pathname.startsWith(prefix)) return undefined;
    const [id = ''] = pathname.slice(prefix.length).split('/');
    // A URL may have any character of an id as an escape (RFC 3986, section 2.3).
    return this.findObject(id.replace(/%[0-7][0-9a-f]/gi, (escape) => decodeURIComponent(escape)));
  }

  actionRequestId(uri: string): string | undefined {
    const kind = this.graphKind(uri);
    return kind?.kind === 'action-request' ? kind.id : undefined;
  }

  /** The object that a graph holds an event of; undefined for any other graph. */
  eventObject(graph: string): Iri | undefined {
    const kind = this.graphKind(graph);
    return kind?.kind === 'event' ? kind.object : undefined;
  }

  /** The event whose provenance a graph holds; undefined for any other graph. */
  provenanceEvent(graph: string): Iri | undefined {
    const kind = this.graphKind(graph);
    return kind?.kind === 'event-provenance' ? kind.event : undefined;
  }

  /** The object of a revision or event, by its graph; undefined for any other graph. */
  memberObject(graph: string): Iri | undefined {
    const kind = this.graphKind(graph);
    return kind?.kind === 'revision' || kind?.kind === 'event' ? kind.object : undefined;
  }

  /** Whether a URI belongs to this node. */
  isOwn(uri: string): boolean {
    return uri === this.base || uri.startsWith(`${this.base}/`);
  }

  isOfKind(graph: string, kind: GraphKind['kind']): boolean {
    return this.graphKind(graph)?.kind === kind;
  }

  #idAfter(prefix: string, uri: string): string | undefined {
    if (!uri.startsWith(prefix)) return undefined;
    const id = uri.slice(prefix.length);
    return isId(id) ? id : undefined;
  }

  #objectOf(wanted: 'head' | 'links' | 'words' | 'access-list', graph: Iri): Iri | undefined {
    const kind = this.graphKind(graph);
    return kind?.kind === wanted ? kind.object : undefined;
  }

  // Named graphs. An object's are under its own URI.
  head = (object: Iri): Iri => extended(object, '/head');
  /** The object whose head a graph is. */
  headObject = (graph: Iri): Iri | undefined => this.#objectOf('head', graph);
  /** The graph with all objects that the revisions of an object have linked to. */
  links = (object: Iri): Iri => extended(object, '/links');
  /** The object whose links a graph holds. */
  linksObject = (graph: Iri): Iri | undefined => this.#objectOf('links', graph);
  /** The graph with the words by which an object is found (K35). */
  words = (object: Iri): Iri => extended(object, '/words');
  /** The object whose words a graph holds. */
  wordsObject = (graph: Iri): Iri | undefined => this.#objectOf('words', graph);
  revision = (object: Iri, number: number): Iri => extended(object, `/revisions/${number}`);
  provenance = (subject: Iri): Iri => extended(subject, PROVENANCE);
  /** The resource that a provenance graph is about. */
  subjectOf = (provenance: Iri): Iri =>
    iri(provenance.endsWith(PROVENANCE) ? provenance.slice(0, -PROVENANCE.length) : provenance);
  acl = (object: Iri): Iri => extended(object, '/acl');
  /** The object whose access control list a graph is. */
  aclObject = (graph: Iri): Iri | undefined => this.#objectOf('access-list', graph);
  /** A list that was replaced. */
  aclRevision = (object: Iri, number: number): Iri => extended(object, `/acl/revisions/${number}`);
  /** The object and number of a list that was replaced, by the name of its graph; undefined for any other graph. */
  aclRevisionOf = (graph: Iri): { readonly object: Iri; readonly number: number } | undefined => {
    const kind = this.graphKind(graph);
    return kind?.kind === 'replaced-access-list' ? kind : undefined;
  };
  /** What is left of an erased object or event. */
  tombstone = (resource: Iri): Iri => extended(resource, '/tombstone');
  /** The resource of a tombstone; undefined for any other graph. */
  erasedResource = (graph: Iri): Iri | undefined => {
    const kind = this.graphKind(graph);
    if (kind?.kind === 'tombstone') return kind.object;
    return kind?.kind === 'event-tombstone' ? kind.event : undefined;
  };
  erasure = (id: string): Iri => extended(this.base, `/internal/erasures/${id}`);
  findErasure = (id: string): Iri | undefined => (isId(id) ? this.erasure(id) : undefined);
  erasureState = (erasure: Iri): Iri => extended(this.base, `/internal/erasure-states/${localName(erasure)}`);
  /** The legal hold on an object of this node, or on anything else by its URI. */
  hold = (held: Iri): Iri => extended(this.base, `/internal/holds/${this.objectId(held) ?? digestOf(held)}`);
  /** The list of an object's revisions with their times (RFC 7089). */
  timeMap = (object: Iri): Iri => extended(object, '/timemap');
  auditTrail = (object: Iri): Iri => extended(object, '/audit-trail');
  events = (object: Iri): Iri => extended(object, '/logistics-events');
  /** The prefix of the names of an object's event graphs. */
  eventsPrefix = (object: Iri): Iri => extended(object, '/logistics-events/');
  event = (object: Iri, id: string): Iri => extended(object, `/logistics-events/${id}`);
  outboxEntry = (id: string): Iri => extended(this.base, `/outbox/${id}`);
  /** The entry of the outbox with a URI, or of the notification with this `@id` (D59); undefined for any other URI. */
  findOutboxEntry = (uri: string): Iri | undefined => {
    const id = uri.startsWith('urn:uuid:') ? uri.slice('urn:uuid:'.length) : this.#idAfter(`${this.base}/outbox/`, uri);
    return id !== undefined && isId(id) ? this.outboxEntry(id) : undefined;
  };
  inboxEntry = (id: string): Iri => extended(this.base, `/inbox/${id}`);
  /** The entry of the inbox with a URI; undefined for any other URI. */
  findInboxEntry = (uri: string): Iri | undefined => {
    const kind = this.graphKind(uri);
    return kind?.kind === 'inbox-entry' ? this.inboxEntry(kind.id) : undefined;
  };
  /** Receipts of deliveries that were confirmed together. */
  receipts = (id: string): Iri => extended(this.base, `/receipts/${id}`);

  /** What has ended of receipts in one transaction (P2). */
  receiptExpiry = (id: string): Iri => extended(this.base, `/internal/expired-receipts/${id}`);
  /** The pause of a queue of deliveries; without a topic that of all queues of a receiver. */
  deliveryPause = (receiver: Iri, topic: Iri | undefined): Iri =>
    extended(this.base, `/delivery-pauses/${queueId(receiver, topic)}`);
  /** A pause that has ended. */
  endedDeliveryPause = (id: string): Iri => extended(this.base, `/ended-delivery-pauses/${id}`);
  /** Why the first notification of a queue could not be delivered. */
  deliveryFailure = (receiver: Iri, topic: Iri): Iri =>
    extended(this.base, `/delivery-failures/${queueId(receiver, topic)}`);

  // Messages.
  message = (id: string): Iri => extended(this.base, `/internal/messages/${id}`);
  findMessage = (id: string): Iri | undefined => (isId(id) ? this.message(id) : undefined);
  /** The statements that a message maps to. */
  messageStatements = (message: Iri): Iri => extended(message, '/statements');
  messageReport = (message: Iri): Iri => extended(this.base, `/internal/message-reports/${localName(message)}`);
  /** A message as received. */
  messageBytes = (message: Iri): Iri => extended(this.base, `/internal/message-bytes/${localName(message)}`);
  /** The lock key of all messages about a waybill. */
  messagesOfWaybill = (id: string): Iri => extended(this.base, `/internal/waybills/${id}/messages`);

  /** An `Idempotency-Key` of an agent. */
  idempotencyKey = (agent: Iri, key: string): Iri =>
    extended(this.base, `/internal/idempotency-keys/${digestOf(`${agent} ${key}`)}`);

  /** The start of a log of proofs, or a later change of its keys. */
  logStart = (epoch: number, number: number): Iri => extended(this.base, `/internal/log/${epoch}-${number}`);

  /** The address of an entry of a log, by its index (P13). */
  logEntry = (epoch: number, index: number): Iri => extended(this.base, `/log/${epoch}/entries/${index}`);

  /** That what is stored without an entry gets one (P51). */
  logBackfill = (run: number): Iri => extended(this.base, `/internal/log/backfill-${run}`);

  /** The lock key of what says how far that is. */
  get logBackfills(): Iri {
    return extended(this.base, '/internal/log/backfills');
  }

  /** The lock key of the log's checkpoints, keys and epochs. */
  get logLock(): Iri {
    return extended(this.base, '/internal/log');
  }

  // What agents keep beside the exchange.
  draft = (id: string): Iri => extended(this.base, `/internal/drafts/${id}`);
  findDraft = (id: string): Iri | undefined => (isId(id) ? this.draft(id) : undefined);
  /** What was typed into a draft. */
  draftValues = (draft: Iri): Iri => extended(draft, '/values');
  /** The lock key of all drafts of an agent. */
  draftsOf = (agent: Iri): Iri => extended(this.base, `/internal/drafts-of/${digestOf(agent)}`);
  /** An object that an agent watches. */
  watched = (agent: Iri, object: Iri): Iri =>
    extended(this.base, `/internal/watched/${digestOf(`${agent} ${object}`)}`);
  /** The lock key of all that an agent watches. */
  watchedBy = (agent: Iri): Iri => extended(this.base, `/internal/watched-by/${digestOf(agent)}`);

  /** The name that a partner was given. */
  agentName = (agent: string): Iri => extended(this.base, `/agents/${copyKey(agent)}`);

  /** A saved question, which is read at `/internal/questions/<id>`. */
  question = (id: string): Iri => extended(this.base, `/questions/${id}`);
  findQuestion = (id: string): Iri | undefined => (isId(id) ? this.question(id) : undefined);
  questionRevision = (question: Iri, number: number): Iri => extended(question, `/revisions/${number}`);
  /** Where a saved question is read. */
  questionAddress = (id: string): Iri => extended(this.base, `/internal/questions/${id}`);
  /** The lock key of all saved questions of an agent. */
  questionsOf = (agent: Iri): Iri => extended(this.base, `/internal/questions-of/${digestOf(agent)}`);

  // The mirror: copies of partners' objects (M25), named by a hash of the object's URI.
  copyPrefix = (object: string): Iri => extended(this.base, `/internal/mirror/${copyKey(object)}`);
  copyHead = (object: string): Iri => this.copyHeadOf(copyKey(object));
  /** @param key of the copy. */
  copyHeadOf = (key: string): Iri => extended(this.base, `/internal/mirror/${key}/head`);
  copyRevision = (object: string, number: number): Iri => extended(this.copyPrefix(object), `/revisions/${number}`);
  /** The statements of a revision, or of a variant, about other subjects. */
  copyBeside = (revision: Iri): Iri => extended(revision, '/beside');
  copyVariant = (revision: Iri, number: number): Iri => extended(revision, `/variants/${number}`);
  copyEvent = (object: string, event: string): Iri =>
    extended(this.copyPrefix(object), `/logistics-events/${copyKey(event)}`);
  follow = (id: string): Iri => extended(this.base, `/internal/follows/${id}`);
  findFollow = (id: string): Iri | undefined => (isId(id) ? this.follow(id) : undefined);
  /** The objects of a follow of several. */
  followObjects = (id: string): Iri => extended(this.base, `/internal/follow-objects/${id}`);
  /** The lock key of all follows of one target. */
  followTarget = (key: string): Iri => extended(this.base, `/internal/follow-targets/${key}`);
  /** The server of a partner. */
  partner = (server: string): Iri => extended(this.base, `/internal/partners/${copyKey(server)}`);
  /** A subscription of this node at a partner. */
  copySubscription = (topicType: string, topic: string, server: string): Iri =>
    extended(this.base, `/internal/mirror-subscriptions/${copyKey(`${server} ${topicType} ${topic}`)}`);
  /** The last received notification that the mirror has processed. */
  mirrorPosition = (name: string): Iri => extended(this.base, `/internal/mirror-positions/${name}`);
}
