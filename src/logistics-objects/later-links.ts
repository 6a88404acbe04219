/**
 * What objects get from a shipment when they are linked to it, in the commit of the link (K47, K48): access and
 * subscriptions that are for later pieces and waybills, too.
 */
import type { DomainEvent } from '../domain-events.js';
import type { Services } from '../services.js';
import type { Graph } from '../rdf/graph.js';
import { type Iri, isIri, type NamedNode, node } from '../rdf/terms.js';
import { terms } from '../rdf/vocabulary.js';
import type { GraphReader } from '../store/store.js';
import type { EventTransaction } from '../transactions.js';

/** Something that a shipment passes on to what is linked to it later. */
export interface PassedOn {
  isPassedOn(reader: GraphReader, whole: Iri): Promise<boolean>;
  follow(tx: EventTransaction, whole: Iri, object: Iri): Promise<void>;
}

/** The properties by which a shipment names what it consists of, and those of the other side. */
const DOWNWARDS = ['pieces', 'shipmentOfPieces', 'waybill'] as const;
const UPWARDS = ['shipment', 'ofShipment'] as const;

interface LaterLink {
  readonly whole: Iri;
  readonly object: Iri;
}

export class LaterLinks {
  readonly #downwards: readonly NamedNode[];
  readonly #upwards: readonly NamedNode[];
  readonly #properties: ReadonlySet<string>;

  constructor(
    private readonly services: Pick<Services, 'store' | 'uris' | 'vocabulary'>,
    private readonly passedOn: readonly PassedOn[],
  ) {
    const named = terms(services.vocabulary.namespaces.cargo, [...DOWNWARDS, ...UPWARDS]);
    this.#downwards = DOWNWARDS.map((name) => named[name]);
    this.#upwards = UPWARDS.map((name) => named[name]);
    this.#properties = new Set(Object.values(named).map(({ value }) => value));
  }

  /**
   * The shipments that new objects name and that pass something on: lock keys of the transaction that creates them.
   *
   * @param objects their URIs and statements.
   */
  async wholesOf(objects: readonly { readonly uri: Iri; readonly statements: Graph }[]): Promise<ReadonlySet<Iri>> {
    const named = new Set(
      objects.flatMap(({ uri, statements }) => this.#links(statements, uri, this.#upwards).map(({ whole }) => whole)),
    );
    const found = new Set<Iri>();
    for (const whole of named) if (await this.#isPassedOn(this.services.store, whole)) found.add(whole);
    return found;
  }

  /**
   * The lock keys of a Change that may link something to a shipment: its list, and those of the objects.
   *
   * @param operations of the Change.
   */
  lockKeys(operations: readonly { readonly p: string; readonly o: readonly { readonly value: string }[] }[]): Iri[] {
    const { uris } = this.services;
    const linking = operations.filter(({ p }) => this.#properties.has(p));
    if (linking.length === 0) return [];
    const linked = linking.flatMap(({ o }) => o.map(({ value }) => value));
    return [uris.accessDelegations, ...linked.filter((uri): uri is Iri => uris.objectId(uri) !== undefined)];
  }

  /** Passes on what follows from an event, in its transaction: before anybody is notified (A13). */
  readonly follow = async (tx: EventTransaction, event: DomainEvent): Promise<void> => {
    const { uris } = this.services;
    if (event.kind === 'object-created') {
      const { object, wholes = [] } = event;
      if (wholes.length === 0) return;
      const data = await tx.read(uris.revision(object, event.revision));
      for (const link of this.#links(data, object, this.#upwards))
        if (wholes.includes(link.whole)) await this.#pass(tx, link);
      return;
    }
    if (event.kind !== 'object-updated') return;
    const { object, revision, changedProperties } = event;
    if (!changedProperties.some((property) => this.#properties.has(property))) return;
    const [before, after] = await Promise.all([
      tx.read(uris.revision(object, revision - 1)),
      tx.read(uris.revision(object, revision)),
    ]);
    const linksIn = (data: Graph): LaterLink[] => [
      ...this.#links(data, object, this.#upwards),
      ...this.#links(data, object, this.#downwards).map(({ whole, object: on }) => ({ whole: on, object: whole })),
    ];
    const old = new Set(linksIn(before).map((link) => keyOf(link)));
    for (const link of linksIn(after)) if (!old.has(keyOf(link))) await this.#pass(tx, link);
  };

  async #pass(tx: EventTransaction, { whole, object }: LaterLink): Promise<void> {
    const isHere = (await tx.read(this.services.uris.head(object))).size > 0;
    if (!isHere || !(await this.#isPassedOn(tx, whole))) return;
    for (const each of this.passedOn) await each.follow(tx, whole, object);
  }

  async #isPassedOn(reader: GraphReader, whole: Iri): Promise<boolean> {
    for (const each of this.passedOn) if (await each.isPassedOn(reader, whole)) return true;
    return false;
  }

  /** What an object names by some properties, as far as it is of this node; the named one is the whole. */
  #links(data: Graph, object: Iri, properties: readonly NamedNode[]): LaterLink[] {
    const named = properties.flatMap((property) => data.objects(node(object), property)).map(({ value }) => value);
    return [...new Set(named)].flatMap((whole) =>
      isIri(whole) && this.services.uris.objectId(whole) !== undefined ? [{ whole, object }] : [],
    );
  }
}

const keyOf = ({ whole, object }: LaterLink): string => `${whole} ${object}`;
