/**
 * Writes the graphs of commits to the engine: the visible named graphs unchanged, and a default graph with the
 * statements of the latest revisions and of all events.
 */
import type { QueriedGraph } from '../../graph-kinds.js';
import { isIri, type Iri } from '../../rdf/terms.js';
import { DamagedDataError } from '../../store/quarantine.js';
import { joinLines, lines } from '../../store/oxigraph/ntriples.js';
import type { GraphSource } from '../../store/store.js';
import { revisionOf } from '../worker/object-graphs.js';
import { ACCESS, membership, removeMembership, replaceReaders } from './permission-graph.js';
import type { PermissionSource } from './permission-rules.js';
import { CURRENT, digestOf, IS_CURRENT, type Witness } from './projection-state.js';
import { asSparql, pieces, type UpdateBatch } from './update-batch.js';

export type Texts = Pick<GraphSource, 'text'>;

/** The text of a graph. The store reports a damaged graph, and it is left out here. */
export async function textOf(source: Texts, graph: string): Promise<string> {
  if (!isIri(graph)) return '';
  try {
    return await source.text(graph);
  } catch (error) {
    if (error instanceof DamagedDataError) return '';
    throw error;
  }
}

/** Adds a graph's statements to the default graph. */
export async function addToDefault(batch: Pick<UpdateBatch, 'insert'>, graph: string, text: string): Promise<void> {
  await batch.insert([`<${graph}> ${IS_CURRENT} .`], CURRENT);
  await batch.insert(lines(text));
}

/** An engine parses VALUES more slowly than data. */
const MAX_VALUES_CHARACTERS = 64 * 1024;

/** An object with a new latest revision. */
interface Superseded {
  readonly graphs: readonly string[];
  /** Statements to remove from the default graph, unless another of its graphs has them. */
  readonly removed: readonly string[];
  readonly latest: string;
  readonly text: string;
}

/** The changes of one round of commits. */
export class GraphUpdates {
  /** The lowest and the highest number of an object's changed revisions. */
  readonly #revisions = new Map<string, { first: number; last: number }>();
  readonly #events: string[] = [];
  #witness: Witness | undefined;
  #statements = 0;

  constructor(
    private readonly batch: UpdateBatch,
    private readonly source: Texts,
    private readonly permissions: PermissionSource,
  ) {}

  get statements(): number {
    return this.#statements;
  }

  /** One of these graphs that never changes. */
  get witness(): Witness | undefined {
    return this.#witness;
  }

  /**
   * Writes the permissions that a graph decides about, as in the record. Call this before any graph is added: otherwise
   * the engine could hold data written after a withdrawal together with the withdrawn permission.
   */
  async permit(graph: Iri): Promise<void> {
    if (!this.permissions.decides(graph)) return;
    for (const permission of await this.permissions.permissionsOf(graph))
      await this.batch.operation(replaceReaders(permission));
  }

  /**
   * Takes what the engine has of a graph that was erased, wholly or in part, out of the default graph and out of the
   * graph; `add` then writes what is left (P41).
   */
  async retract(graph: Iri): Promise<void> {
    const isElsewhere = `GRAPH ?g { ?s ?p ?o } GRAPH <${CURRENT}> { ?g ${IS_CURRENT} } FILTER(?g != <${graph}>)`;
    await this.batch.operation(
      `DELETE { ?s ?p ?o } WHERE { GRAPH <${graph}> { ?s ?p ?o } FILTER NOT EXISTS { ${isElsewhere} } } ;\n` +
        `DELETE DATA { GRAPH <${CURRENT}> { <${graph}> ${IS_CURRENT} } } ;\nDROP SILENT GRAPH <${graph}>`,
    );
  }

  /** Writes a named graph to the engine as it is in the record. */
  async add(graph: Iri, kind: QueriedGraph): Promise<void> {
    const text = await textOf(this.source, graph);
    const all = lines(text);
    this.#statements += all.length;
    // A graph that never changes is new here, or is rewritten after an interruption.
    if (!kind.isFinal || text === '') await this.batch.operation(`DROP SILENT GRAPH <${graph}>`);
    await this.batch.insert(all, graph);
    if (text === '') await this.batch.operation(removeMembership(graph));
    else await this.batch.insert([membership(graph, kind)], ACCESS);
    if (kind.kind === 'event') this.#events.push(graph);
    if (kind.kind === 'event-provenance' || kind.kind === 'revision-provenance') {
      if (text !== '') this.#witness = { graph, digest: digestOf(text) };
    }
    if (kind.kind !== 'revision') return;
    const { first, last } = this.#revisions.get(kind.object) ?? { first: kind.number, last: 0 };
    this.#revisions.set(kind.object, { first: Math.min(first, kind.number), last: Math.max(last, kind.number) });
  }

  /**
   * Updates the default graph after all named graphs. Statements of superseded revisions are deleted, then inserted
   * again if another graph of the default graph has them: objects share statements, such as the type of a linked
   * object. The whole update can be repeated from any intermediate state.
   */
  async finish(): Promise<void> {
    const superseded: Superseded[] = [];
    for (const [object, { first, last }] of this.#revisions)
      superseded.push(await this.#supersede(object, first, last));
    const events = await Promise.all(
      this.#events.map(async (event) => [event, await textOf(this.source, event)] as const),
    );
    for (const { graphs, latest, text } of superseded) {
      if (graphs.length > 0) {
        const entries = graphs.map((graph) => `<${graph}> ${IS_CURRENT} .`).join(' ');
        await this.batch.operation(`DELETE DATA { GRAPH <${CURRENT}> { ${entries} } }`);
      }
      if (text !== '') await this.batch.insert([`<${latest}> ${IS_CURRENT} .`], CURRENT);
    }
    for (const [event, text] of events)
      if (text !== '') await this.batch.insert([`<${event}> ${IS_CURRENT} .`], CURRENT);
    const removed = new Set(superseded.flatMap((each) => each.removed));
    for (const piece of pieces([...removed], MAX_VALUES_CHARACTERS)) {
      const data = asSparql(joinLines(piece));
      const rows = piece.map((line) => `(${asSparql(line).slice(0, -' .'.length)})`).join('\n');
      // All in one request, so that no query sees an intermediate state.
      await this.batch.operation(
        `DELETE DATA {\n${data}} ;\nINSERT { ?s ?p ?o } WHERE { VALUES (?s ?p ?o) {\n${rows}\n} GRAPH ?g { ?s ?p ?o } GRAPH <${CURRENT}> { ?g ${IS_CURRENT} } }`,
      );
    }
    for (const { text } of superseded) await this.batch.insert(lines(text));
    for (const [, text] of events) await this.batch.insert(lines(text));
  }

  async #supersede(object: string, first: number, last: number): Promise<Superseded> {
    const latest = revisionOf(object, last);
    const text = await textOf(this.source, latest);
    const present = new Set(lines(text));
    const graphs: string[] = [];
    const removed = new Set<string>();
    // The engine may be at any revision since then: after an interruption it has only some of a request's changes.
    for (let number = Math.max(1, first - 1); number < last; number += 1) {
      const graph = revisionOf(object, number);
      graphs.push(graph);
      for (const line of lines(await textOf(this.source, graph))) if (!present.has(line)) removed.add(line);
    }
    return { graphs, removed: [...removed], latest, text };
  }
}
