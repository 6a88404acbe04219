/** A store with copies of partners' objects, written in the layout of the mirror before a node opens it. */
import { pino } from 'pino';
import { createLookups } from '../../../src/lookups.js';
import { type CopyFacts, type CopyHead, newHead } from '../../../src/mirror/copies/copy-facts.js';
import { changedHead, describeHead, readHead } from '../../../src/mirror/copies/head.js';
import { describeEventProvenance, describeProvenance, provenanceOf } from '../../../src/mirror/copies/provenance.js';
import { readAnswer } from '../../../src/mirror/fetching/answer-reader.js';
import type { ReadRequest, ReadResult } from '../../../src/mirror/fetching/received.js';
import { type MirrorTerms, mirrorTerms } from '../../../src/rdf/mirror-terms.js';
import { factory, type Iri, iri, node, triple } from '../../../src/rdf/terms.js';
import { createVocabulary, standardNamespaces, xsd } from '../../../src/rdf/vocabulary.js';
import type { GraphStore } from '../../../src/store/graph-store/graph-store.js';
import { openStore } from '../../../src/store/open-store.js';
import { UriScheme } from '../../../src/uris.js';

const log = pino({ level: 'silent' });
const PREFIXES = `PREFIX api: <${standardNamespaces.api}> PREFIX cargo: <${standardNamespaces.cargo}>`;

interface Received {
  /** In Turtle; `api:` and `cargo:` are declared. */
  readonly body: string;
  readonly at: string;
}

interface ReceivedRevision extends Received {
  readonly number: number;
  /** The partner's `Last-Modified`. */
  readonly modified?: string;
}

export class CopiedStore {
  readonly #uris: UriScheme;
  readonly #ext: MirrorTerms;
  readonly #vocabulary = createVocabulary(standardNamespaces);

  private constructor(
    private readonly store: GraphStore,
    base: Iri,
  ) {
    this.#uris = new UriScheme(base);
    this.#ext = mirrorTerms(this.#uris.extensions);
  }

  /** Writes to the store in a folder, which nothing else has open. */
  static async write(folder: string, base: string, work: (copies: CopiedStore) => Promise<void>): Promise<void> {
    const { indexes } = createLookups(new UriScheme(iri(base)), createVocabulary(standardNamespaces));
    const location = { kind: 'folder', path: folder } as const;
    const store = await openStore({ location, base: iri(base), lookups: indexes, log });
    try {
      await work(new CopiedStore(store, iri(base)));
    } finally {
      await store.close();
    }
  }

  /** Changes what is known about a copy. */
  async change(object: Iri, change: (head: CopyHead) => Partial<CopyFacts>, at = new Date()): Promise<void> {
    const graph = this.#uris.copyHead(object);
    await this.store.transact([graph], async (tx) => {
      const server = serverOf(object);
      const about = { object, server, due: undefined, silence: undefined };
      const reaches = [{ follow: this.#uris.follow('follow'), distance: 0 }];
      const before = readHead(await tx.read(graph), graph, this.#ext) ?? newHead(at, { ...about, reaches });
      await tx.replace(graph, describeHead(graph, changedHead(before, change(before), at), this.#ext));
    });
  }

  async receive(object: Iri, { body, at, number, modified }: ReceivedRevision): Promise<void> {
    const read = await this.#read('object', object, body);
    if (read.kind !== 'object') throw new TypeError(JSON.stringify(read));
    const revision = this.#uris.copyRevision(object, number);
    await this.#write(object, revision, { number, at, modified, read });
    await this.change(
      object,
      (head) => ({
        ...{ access: { kind: 'granted' }, held: Math.max(head.held, number), seen: Math.max(head.seen, number) },
        ...{ checkedAt: new Date(at), found: { ...head.found, start: head.found.start + 1 } },
        ...(number > head.held && {
          ...{ type: read.object.types[0], label: read.object.label, identifiers: read.object.identifiers },
        }),
      }),
      new Date(at),
    );
  }

  /** Another body for a revision that is held; `decided` is when it was accepted. */
  async contradict(object: Iri, { body, at, number, decided }: ReceivedRevision & { decided?: string }): Promise<void> {
    const read = await this.#read('object', object, body);
    if (read.kind !== 'object') throw new TypeError(JSON.stringify(read));
    const revision = this.#uris.copyRevision(object, number);
    const variant = this.#uris.copyVariant(revision, 1);
    await this.#write(object, variant, { number, at, modified: undefined, read });
    const one = factory.literal('1', xsd.integer);
    await this.store.transact([revision], (tx) =>
      tx.insert(this.#uris.provenance(revision), [triple(node(revision), this.#ext.variants, one)]),
    );
    if (decided === undefined) return;
    const time = factory.literal(new Date(decided).toISOString(), xsd.dateTime);
    await this.store.transact([variant], (tx) =>
      tx.insert(this.#uris.provenance(variant), [triple(node(variant), this.#ext.decided, time)]),
    );
  }

  async receiveEvents(object: Iri, { body, at }: Received): Promise<void> {
    const read = await this.#read('events', object, body);
    if (read.kind !== 'events') throw new TypeError(JSON.stringify(read));
    await this.store.transact([this.#uris.copyHead(object)], async (tx) => {
      for (const event of read.events) {
        const graph = this.#uris.copyEvent(object, event.event);
        await tx.write(graph, event.main);
        await tx.replace(
          this.#uris.provenance(graph),
          describeEventProvenance(graph, object, event, new Date(at), this.#ext),
        );
      }
    });
    await this.change(object, ({ events }) => ({ events: events + read.events.length }));
  }

  #read(kind: ReadRequest['kind'], object: Iri, body: string): Promise<ReadResult> {
    return readAnswer({
      ...{ kind, object, url: object, server: serverOf(object), mediaType: 'text/turtle', at: undefined },
      bytes: Buffer.from(`${PREFIXES} ${body}`),
      namespaces: standardNamespaces,
      nodes: iri(`${this.#uris.copyPrefix(object)}/nodes/`),
    });
  }

  async #write(
    object: Iri,
    subject: Iri,
    {
      number,
      at,
      modified,
      read,
    }: {
      readonly number: number;
      readonly at: string;
      readonly modified: string | undefined;
      readonly read: Extract<ReadResult, { kind: 'object' }>;
    },
  ): Promise<void> {
    const answer = {
      ...{
        url: object,
        revision: number,
        latest: number,
        modified: modified === undefined ? undefined : new Date(modified),
      },
      ...{ etag: `"${number}"`, version: '2.3.0', bytes: 100, timeMap: undefined, object: read.object },
      holder: iri(`${serverOf(object)}/logistics-objects/holder`),
    };
    const finding = { by: 'start', hint: undefined, taken: undefined, isNewest: true } as const;
    const provenance = provenanceOf(subject, object, number, { answer, finding, now: new Date(at) });
    await this.store.transact([subject], async (tx) => {
      const { main, beside } = read.object;
      await tx.write(subject, main);
      if (beside !== '') await tx.write(this.#uris.copyBeside(subject), beside);
      await tx.replace(
        this.#uris.provenance(subject),
        describeProvenance(provenance, { ext: this.#ext, vocabulary: this.#vocabulary }),
      );
    });
  }
}

const serverOf = (object: Iri): Iri => iri(object.slice(0, object.indexOf('/logistics-objects/')));
