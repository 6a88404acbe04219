/**
 * The epochs of the log (P21) and the keys of each (P49), as graphs state them: `{base}/internal/log/<epoch>-<n>`. The first
 * graph of an epoch is its entry 0; each later one is a change of its keys.
 */
import type { Graph } from '../rdf/graph.js';
import { logTerms, type LogTerms } from '../rdf/log-terms.js';
import { factory, type Iri, node, type Quad, triple } from '../rdf/terms.js';
import { prov, rdfTerms, xsd } from '../rdf/vocabulary.js';
import type { Services } from '../services.js';

/** A key with the sizes of the log between which it signs. */
export interface PublishedKey {
  readonly key: string;
  readonly from: number;
  readonly until: number | null;
}

export interface Epoch {
  readonly number: number;
  /** `{host}/log/<number>`. */
  readonly origin: string;
  /** The position of its entry 0. */
  readonly start: number;
  /** The position after its last entry; undefined for the newest epoch. */
  readonly end: number | undefined;
  /** Oldest first. */
  readonly keys: readonly [PublishedKey, ...PublishedKey[]];
}

/** Why a log begins, or its key changes. */
export interface LogStart {
  readonly key: string;
  readonly previousKey?: string | undefined;
  /** The log before it, and its last checkpoint where this store has it. */
  readonly previousOrigin?: string | undefined;
  readonly previous?: { readonly size: number; readonly root: string } | undefined;
  readonly reason?: string | undefined;
}

/** A graph of an epoch with the position of its entry. */
interface FoundGraph {
  readonly data: Graph;
  readonly graph: Iri;
  readonly position: number;
}

interface FoundEpoch {
  readonly number: number;
  readonly graphs: readonly FoundGraph[];
}

type EpochServices = Pick<Services, 'uris' | 'store' | 'dataHolder' | 'clock'>;

/** The host of a base URL, with its path: the origin of a log begins with it. */
export const hostOf = (base: Iri): string => base.slice(base.indexOf('//') + 2);

export class Epochs {
  readonly #terms: LogTerms;
  /** The positions of the entries of graphs that start logs: they never change. */
  readonly #positions = new Map<Iri, number>();

  constructor(private readonly services: EpochServices) {
    this.#terms = logTerms(services.uris.extensions);
  }

  originOf(epoch: number): string {
    return `${hostOf(this.services.uris.base)}/log/${epoch}`;
  }

  /**
   * All epochs with entries in this store, oldest first; none before the log has begun. An import has the graphs of
   * others: their logs are elsewhere.
   */
  async all(): Promise<Epoch[]> {
    const found: FoundEpoch[] = [];
    for (let number = 1; ; number += 1) {
      const graphs: FoundGraph[] = [];
      for (let change = 1; ; change += 1) {
        const graph = this.services.uris.logStart(number, change);
        const data = await this.services.store.read(graph);
        if (data.size === 0 && change === 1) return this.#epochsOf(found);
        if (data.size === 0) break;
        const position = await this.#position(graph);
        if (position !== undefined) graphs.push({ data, graph, position });
      }
      if (graphs.length > 0) found.push({ number, graphs });
    }
  }

  #epochsOf(found: readonly FoundEpoch[]): Epoch[] {
    return found.flatMap(({ number, graphs }, index) => {
      const [first] = graphs;
      if (first === undefined) return [];
      const start = first.position;
      const keys = graphs.map(({ data, graph, position }, at): PublishedKey => {
        const next = graphs[at + 1];
        return {
          key: data.object(node(graph), this.#terms.key)?.value ?? '',
          from: position - start,
          until: next === undefined ? null : next.position - start,
        };
      });
      const [oldest = { key: '', from: 0, until: null }, ...others] = keys;
      const end = found[index + 1]?.graphs[0]?.position;
      return [{ number, origin: this.originOf(number), start, end, keys: [oldest, ...others] as const }];
    });
  }

  /** The highest number of an epoch that a graph names, also of a log elsewhere; 0 without any. */
  async lastNumber(): Promise<number> {
    let number = 0;
    while ((await this.services.store.read(this.services.uris.logStart(number + 1, 1))).size > 0) number += 1;
    return number;
  }

  /** The epoch in which entries are made now. */
  async newest(): Promise<Epoch | undefined> {
    return (await this.all()).at(-1);
  }

  async numbered(number: number): Promise<Epoch | undefined> {
    return (await this.all()).find((epoch) => epoch.number === number);
  }

  /**
   * Begins a log, or changes the keys of one: a graph of a kind that makes an entry.
   *
   * @returns false if there is such a graph.
   */
  async begin(epoch: number, change: number, start: LogStart): Promise<boolean> {
    const { store, uris } = this.services;
    const graph = uris.logStart(epoch, change);
    return store.transact([uris.logLock], async (tx) => {
      if ((await tx.read(graph)).size > 0) return false;
      await tx.insert(graph, this.#describe(graph, epoch, start));
      return true;
    });
  }

  #describe(graph: Iri, epoch: number, { key, previousKey, previousOrigin, previous, reason }: LogStart): Quad[] {
    const { dataHolder, clock } = this.services;
    const subject = node(graph);
    const terms = this.#terms;
    const text = (property: LogTerms[keyof LogTerms], value: string | undefined): Quad[] =>
      value === undefined ? [] : [triple(subject, property, factory.literal(value))];
    return [
      triple(subject, rdfTerms.type, terms.ProofLog),
      triple(subject, prov.generatedAtTime, factory.literal(clock.now().toISOString(), xsd.dateTime)),
      triple(subject, prov.wasAttributedTo, node(dataHolder)),
      ...text(terms.origin, this.originOf(epoch)),
      ...text(terms.key, key),
      ...text(terms.previousKey, previousKey),
      ...text(terms.previousOrigin, previousOrigin),
      ...text(terms.previousRoot, previous?.root),
      ...text(terms.reason, reason),
      ...(previous === undefined
        ? []
        : [triple(subject, terms.previousSize, factory.literal(String(previous.size), xsd.integer))]),
    ];
  }

  async #position(graph: Iri): Promise<number | undefined> {
    const known = this.#positions.get(graph);
    if (known !== undefined) return known;
    const [position] = await this.services.store.proofLog.positions([graph]);
    if (position !== undefined) this.#positions.set(graph, position);
    return position;
  }
}
