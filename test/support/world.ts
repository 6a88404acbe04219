/** A node with its parties, and requests for many tests. */
import { expect } from 'chai';
import { changeBody, type OperationLike } from './changes.js';
import { aclBody } from './exchange.js';
import {
  context,
  type Json,
  list,
  member,
  type Party,
  type Reply,
  startTestNode,
  type TestNode,
  type TestNodeOptions,
} from './node.js';

/** A JSON object in a test's source. */
export type JsonObject = Record<string, Json>;

export class TestContext {
  private constructor(
    readonly node: TestNode,
    /** A partner: authenticated, not internal. */
    readonly partner: Party,
    /** Another partner. */
    readonly otherPartner: Party,
  ) {}

  static async start(options: TestNodeOptions = {}): Promise<TestContext> {
    const node = await startTestNode(options);
    return new TestContext(node, await node.party('partner'), await node.party('rival'));
  }

  /** The same node, some time later: its parties have new tokens, which are valid for an hour. */
  async later(seconds: number): Promise<TestContext> {
    this.node.clock.advance(seconds);
    const node = { ...this.node, holder: await this.node.party('holder') };
    return new TestContext(node, await node.party('partner'), await node.party('rival'));
  }

  get holder(): Party {
    return this.node.holder;
  }

  get anonymous(): Party {
    return this.node.anonymous;
  }

  stop(): Promise<void> {
    return this.node.stop();
  }

  /** The full URI of a path. */
  uri(path: string): string {
    return this.node.url + path;
  }

  /** The path of a URI of this node. */
  path(uri: string | null): string {
    if (uri?.startsWith(this.node.url) !== true) expect.fail(`${String(uri)} is no address of this node`);
    return uri.slice(this.node.url.length);
  }

  /** Posts a Logistics Object as the holder, with the usual context unless the content has its own. */
  post(content: JsonObject, headers: Record<string, string> = {}): Promise<Reply> {
    return this.holder.post('/logistics-objects', { '@context': context, ...content }, headers);
  }

  /** Creates a Logistics Object and returns its path. */
  async create(content: JsonObject): Promise<string> {
    const reply = await this.post(content);
    expect(reply.status, reply.text).to.equal(201);
    return this.path(reply.headers.get('location'));
  }

  piece(content: JsonObject = {}): Promise<string> {
    return this.create({ '@type': 'cargo:Piece', 'cargo:goodsDescription': 'Oranges', ...content });
  }

  /** A piece that every partner may read: the node tells a requestor without access nothing about an object (D73). */
  async openPiece(content: JsonObject = {}): Promise<string> {
    return this.open(await this.piece(content));
  }

  /** Lets every partner read an object. */
  async open(object: string): Promise<string> {
    const everybody = { 'acl:agentClass': { '@id': 'http://www.w3.org/ns/auth/acl#AuthenticatedAgent' } };
    const reply = await this.holder.put(`${object}/acl`, aclBody(this.uri(object), everybody, ['acl:Read']));
    expect(reply.status, reply.text).to.equal(204);
    return object;
  }

  /** The holder's read of a path, as JSON. */
  async read(path: string): Promise<Json> {
    const reply = await this.holder.get(path);
    expect(reply.status, reply.text).to.equal(200);
    return reply.json;
  }

  async revision(object: string): Promise<number> {
    const reply = await this.holder.send('HEAD', object);
    return Number(reply.headers.get('latest-revision'));
  }

  /** Submits a Change, of the latest revision unless another is named. */
  async send(
    party: Party,
    object: string,
    operations: readonly OperationLike[],
    { revision, ...more }: { revision?: number; readonly [member: string]: Json } = {},
  ): Promise<Reply> {
    const body = changeBody(this.uri(object), revision ?? (await this.revision(object)), operations, more);
    return party.patch(object, body);
  }

  /** Submits a Change that waits for a decision, and returns the path of its request. */
  async submit(
    party: Party,
    object: string,
    operations: readonly OperationLike[],
    more: { revision?: number; readonly [member: string]: Json } = {},
  ): Promise<string> {
    const reply = await this.send(party, object, operations, more);
    expect(reply.status, reply.text).to.equal(201);
    return this.path(reply.headers.get('location'));
  }

  decide(request: string, status: 'REQUEST_ACCEPTED' | 'REQUEST_REJECTED', body?: Json): Promise<Reply> {
    return this.holder.patch(`${request}?status=${status}`, body);
  }

  accept(request: string): Promise<Reply> {
    return this.decide(request, 'REQUEST_ACCEPTED');
  }

  /** Creates the next revision, and returns the path of its request. */
  async change(object: string, operations: readonly OperationLike[]): Promise<string> {
    const request = await this.submit(this.partner, object, operations);
    const reply = await this.accept(request);
    expect(reply.status, reply.text).to.equal(204);
    return request;
  }

  /** The short name of a request's status. */
  async status(request: string): Promise<string> {
    return idIn(member(await this.read(request), 'api:hasRequestStatus')).replace('api:', '');
  }

  /** The codes in a request's `hasError`. */
  async errorCodes(request: string): Promise<Json[]> {
    return list(member(await this.read(request), 'api:hasError'))
      .flatMap((error) => list(member(error, 'api:hasErrorDetail')))
      .map((detail) => member(detail, 'api:hasCode'));
  }

  /**
   * The state that a rejected request must not change: the object's bytes, its audit trail, and the numbers of objects
   * and requests.
   */
  async state(object: string): Promise<string> {
    const paths = [object, `${object}/audit-trail`, '/action-requests?limit=0', '/logistics-objects?limit=0'];
    const replies = await Promise.all(paths.map((path) => this.holder.get(path)));
    return replies
      .map(({ status, text, headers }) => [status, headers.get('latest-revision'), headers.get('etag'), text].join(' '))
      .join('\n');
  }

  /**
   * A request that must be rejected without changing the object, its audit trail or the numbers of requests and
   * objects.
   */
  async expectRejected(object: string, status: number, call: () => Promise<Reply>): Promise<Reply> {
    const before = await this.state(object);
    const reply = await call();
    expect(reply.status, reply.text).to.equal(status);
    expect(await this.state(object), 'state after the rejection').to.equal(before);
    return reply;
  }
}

/** The last part of a path: an object's id. */
export function idOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A text in JSON. */
export function text(value: Json): string {
  return typeof value === 'string' ? value : expect.fail(`${JSON.stringify(value)} is no text`);
}

/** The `@id` of an object in JSON. */
export function idIn(value: Json): string {
  return text(member(value, '@id'));
}

/** The time in an xsd:dateTime of JSON-LD. */
export function timeIn(value: Json): number {
  return Date.parse(text(member(value, '@value')));
}
