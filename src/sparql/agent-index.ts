/**
 * Who is mentioned where: which access control lists and requests name an agent, kept up by the commit feed. A query for
 * them would hold everybody up for as long as it takes to list what a partner may read, thousands of objects perhaps.
 * What a mention means is said by the rooms that decide it; one that is taken back stays, and means nothing.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Iri, detachString } from '../rdf/terms.js';
import { acl, vcard, type Vocabulary } from '../rdf/vocabulary.js';
import { lines } from '../store/oxigraph/ntriples.js';
import type { CopiedStore } from './query-worker.js';

/** What the main thread may be kept busy for at a time, in milliseconds. */
const SLICE_MS = 1;

/** A statement, as the store writes it. A list may name an agent by a literal: no IRI has what is escaped in one. */
const STATEMENT = /^<[^>]*> <([^>]*)> (?:<([^>]*)>|"([^\n]*)"(?:@[^"]*|\^\^<[^>"]*>)?) \.$/;

export interface AgentIndexContext {
  readonly store: CopiedStore;
  readonly vocabulary: Vocabulary;
  /** Whether a graph is an access control list or a request. */
  readonly matters: (graph: Iri) => boolean;
}

export class AgentIndex {
  readonly #byAgent = new Map<string, Set<Iri>>();
  readonly #properties: ReadonlySet<string>;
  #reading: Promise<void> | undefined;

  constructor(private readonly context: AgentIndexContext) {
    const { api } = context.vocabulary;
    const properties = [
      acl.agent,
      acl.agentClass,
      vcard.hasMember,
      api.isRequestedBy,
      api.isRequestedFor,
      api.hasSubscriber,
    ];
    this.#properties = new Set(properties.map(({ value }) => value));
    context.store.onCommit(({ graphs }) => {
      // Before anybody asks there is nothing to keep up.
      if (this.#reading === undefined) return;
      for (const graph of graphs) if (context.matters(graph)) this.#take(graph, context.store.text(graph));
    });
  }

  /**
   * The graphs that mention an agent, or every authenticated one, as of the last commit when this is called or a later
   * one; some, perhaps, that no longer do.
   *
   * @throws what the store throws; the next call tries again.
   */
  async of(agent: Iri): Promise<Iri[]> {
    this.#reading ??= this.#read();
    try {
      await this.#reading;
    } catch (error) {
      this.#reading = undefined;
      throw error;
    }
    return [...(this.#byAgent.get(agent) ?? []), ...(this.#byAgent.get(acl.AuthenticatedAgent.value) ?? [])];
  }

  async #read(): Promise<void> {
    const { store, matters } = this.context;
    let since = performance.now();
    for (const { graph, text } of store.graphs()) {
      // What is overtaken by a commit here is read in its old form after its new one, and mentions no less.
      if (matters(graph)) this.#take(graph, text);
      if (performance.now() - since < SLICE_MS) continue;
      await nextTurn();
      since = performance.now();
    }
    // What the disk had and readers did not: its commits are told of by now.
    await store.settled();
  }

  #take(graph: Iri, text: string): void {
    for (const line of lines(text)) {
      const [, property = '', iri, literal] = STATEMENT.exec(line) ?? [];
      if (!this.#properties.has(property)) continue;
      const agent = iri ?? literal ?? '';
      const known = this.#byAgent.get(agent);
      if (known === undefined) this.#byAgent.set(detachString(agent), new Set([graph]));
      else known.add(graph);
    }
  }
}
