/** The use cases of Logistics Objects: create, read a revision, relocate. */
import { turns } from '../async/turns.js';
import type { Tombstones } from '../access/tombstones.js';
import type { Services } from '../services.js';
import { type ErrorDetail, ServiceError } from '../errors.js';
import type { Decider } from '../http/caller.js';
import { type Iri, isIri, node } from '../rdf/terms.js';
import type { JsonLdDocument } from '../rdf/jsonld/reader.js';
import type { Transaction } from '../store/store.js';
import type { Transactions } from '../transactions.js';
import type { LaterLinks } from './later-links.js';
import { splitIntoObjects, type SplitterServices, type SplitObject } from './object-splitter.js';
import type { Head, Revision, Revisions } from './revisions.js';

/** The time of a read: the revision valid until then. */
export interface AsOf {
  readonly until: Date;
}

/** Objects of a body that are checked or written in a step. */
const IN_STEP = 5;

export class LogisticsObjects {
  constructor(
    private readonly transactions: Transactions,
    private readonly revisions: Revisions,
    private readonly services: SplitterServices &
      Pick<Services, 'clock'> & { readonly laterLinks: Pick<LaterLinks, 'wholesOf'>; readonly tombstones: Tombstones },
  ) {}

  /**
   * Creates the objects that a body describes, all or none of them.
   *
   * @param agent the creator.
   * @param also writes more in the same transaction.
   * @returns the object that the body is about.
   * @throws ServiceError `invalid-resource` for violations of the data model (D6, D7, D38), `conflict` for a URI in use
   *   (D7, D43).
   */
  async create(
    { root, data }: JsonLdDocument,
    { agent, trace }: Decider,
    also: (tx: Transaction) => Promise<void> = () => Promise.resolve(),
    lockKeys: readonly Iri[] = [],
  ): Promise<SplitObject> {
    const { model, lenient } = this.services;
    const objects: SplitObject[] = [];
    const violations: ErrorDetail[] = [];
    for (const [index, object] of (await splitIntoObjects(root, data, this.services)).entries()) {
      const statements = model.normalize(object.statements);
      objects.push({ ...object, statements });
      violations.push(...(await model.check(statements, [node(object.uri)])));
      if (index % IN_STEP === IN_STEP - 1) await turns.next();
    }
    if (!lenient && violations.length > 0) throw new ServiceError('invalid-resource', violations);
    const [main] = objects;
    if (main === undefined) throw new TypeError('a body has a root object');

    const uris = objects.map(({ uri }) => uri);
    const wholes = [...(await this.services.laterLinks.wholesOf(objects))];
    await this.transactions.transact(
      [...lockKeys, ...uris, ...wholes],
      async (tx) => {
        await this.#assertUnused(tx, uris);
        const at = this.services.clock.now();
        for (const [index, { uri, types, statements }] of objects.entries()) {
          if (index % IN_STEP === IN_STEP - 1) await turns.next();
          const type = model.mostSpecific(types);
          await this.revisions.create(tx, uri, type, statements, { agent, at });
          tx.raise({ kind: 'object-created', object: uri, types, revision: 1, wholes });
        }
        await also(tx);
        tx.answer({ status: 201, location: main.uri, type: model.mostSpecific(main.types) });
      },
      trace,
    );
    return main;
  }

  /**
   * The object's head.
   *
   * @param part whose readers are told that the object was erased (P32): the object, or its list of events.
   * @throws ServiceError `not-found` if this node has no such object, `internal` for an unreadable head; ErasedResource.
   */
  async getOrThrow(object: Iri, part: 'object' | 'events' = 'object'): Promise<Head> {
    const head = await this.revisions.head(object);
    if (head !== undefined) return head;
    const { tombstones, uris } = this.services;
    await tombstones.assertNotErased(object, part === 'object' ? object : uris.events(object));
    if (this.revisions.isDamaged(object)) {
      const message = 'the stored data of this Logistics Object cannot be read; the log has the reason';
      throw new ServiceError('internal', { message, resource: object });
    }
    throw new ServiceError('not-found', {
      message: 'this node has no Logistics Object with this URI',
      resource: object,
    });
  }

  /** The heads of these objects, in the same order, without unreadable ones. */
  async readable(objects: readonly Iri[]): Promise<Head[]> {
    const heads = await Promise.all(objects.map((object) => this.revisions.head(object)));
    return heads.filter((head) => head !== undefined);
  }

  /**
   * The revision that a read is about (D10).
   *
   * @throws ServiceError `not-found` when the object did not exist at that time.
   */
  async revision(head: Head, at: AsOf | undefined): Promise<Revision> {
    if (at === undefined) return this.revisions.latest(head);
    const revision = await this.revisions.validAt(head, at.until);
    if (revision !== undefined) return revision;
    throw new ServiceError('not-found', {
      message: 'the Logistics Object did not exist at that time',
      resource: head.object,
    });
  }

  /**
   * Marks an object as moved: requests for it are then redirected with 301 or 302. Without `moved` the redirect is
   * removed.
   *
   * @param allow receives the object's head before the change, and throws if a precondition fails.
   * @throws ServiceError `invalid-body` for a location that redirects back, `not-found` for removing the redirect of an
   * object that has not moved.
   */
  async relocate(
    object: Iri,
    { moved, agent }: { readonly moved: Head['moved']; readonly agent: Iri },
    allow: (current: Head) => void,
  ): Promise<void> {
    // One at a time: two concurrent relocations must not redirect to each other.
    await this.transactions.transact([object, this.services.uris.relocations], async (tx) => {
      const head = (await this.revisions.headIn(tx, object)) ?? (await this.getOrThrow(object));
      if (moved === undefined && head.moved === undefined) throw notRelocated(object);
      allow(head);
      if (moved !== undefined) await this.#assertNoRedirectLoop(tx, object, moved.location);
      await this.revisions.relocate(tx, head, moved, agent);
    });
  }

  /** Follows the redirects of this node from a location: none may lead back to the object. */
  async #assertNoRedirectLoop(tx: Transaction, object: Iri, location: string): Promise<void> {
    const visited = new Set<Iri>();
    let next = this.services.uris.objectAt(location);
    while (next !== undefined && !visited.has(next)) {
      if (next === object) {
        throw new ServiceError('invalid-body', {
          message: `the Logistics Object cannot be moved to <${location}>, which leads back to itself`,
          resource: object,
        });
      }
      visited.add(next);
      const { moved } = (await this.revisions.headIn(tx, next)) ?? {};
      next = moved === undefined ? undefined : this.services.uris.objectAt(moved.location);
    }
  }

  /** @throws ServiceError `unprocessable` for an object that has moved: it cannot be changed on this node. */
  async assertNotMoved(object: Iri): Promise<void> {
    const { moved } = await this.getOrThrow(object);
    if (moved === undefined) return;
    throw new ServiceError('unprocessable', {
      message: `the Logistics Object has moved to ${moved.location}`,
      resource: object,
    });
  }

  /** Whether this node has a Logistics Object with this URI. */
  async exists(uri: string): Promise<boolean> {
    return (
      isIri(uri) && this.services.uris.objectId(uri) !== undefined && (await this.revisions.head(uri)) !== undefined
    );
  }

  async #assertUnused(tx: Transaction, uris: readonly Iri[]): Promise<void> {
    const tombstones = await Promise.all(uris.map((uri) => tx.read(this.services.uris.tombstone(uri))));
    const erased = uris.filter((_, index) => (tombstones[index]?.size ?? 0) > 0);
    if (erased.length > 0) throw await this.#erased(erased);
    const heads = await Promise.all(uris.map((uri) => this.revisions.headBeforeCreation(tx, uri)));
    const taken = heads.flatMap((head) => (head === undefined ? [] : [head.object]));
    if (taken.length === 0) return;
    throw new ServiceError(
      'conflict',
      taken.map((resource) => ({ message: 'a Logistics Object with this URI already exists', resource })),
    );
  }

  /** The URI of an erased object is used up (P35). */
  async #erased(uris: readonly Iri[]): Promise<ServiceError> {
    const found = await Promise.all(uris.map((uri) => this.services.tombstones.find(uri)));
    const details = uris.map((resource, index) => ({
      message: `a Logistics Object with this URI was erased on ${found[index]?.deletedAt.toISOString() ?? 'an unknown date'}`,
      resource,
    }));
    return new ServiceError('conflict', details);
  }
}

export function notRelocated(resource: Iri): ServiceError {
  return new ServiceError('not-found', { message: 'this Logistics Object has not moved', resource });
}
