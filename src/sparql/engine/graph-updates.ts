/**
 * What a commit's graphs are in the engine: the named graphs that queries may see, as they are, and the default graph with the
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

/** A graph's text; one that is damaged is reported by the store, and left out here. */
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

/** Lines of VALUES are parsed slower than data. */
const MAX_VALUES_CHARACTERS = 64 * 1024;

/** An object whose latest revision is another one. */
interface Superseded {
  readonly graphs: readonly string[];
  /** The statements that the default graph is to lose, unless another of its graphs has them. */
  readonly removed: readonly string[];
  readonly latest: string;
  readonly text: string;
}

/** What changed of one round of commits. */
export class GraphUpdates {
  /** The numbers of the changed revisions of an object: the least and the greatest. */
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

  /** A graph of these that never changes. */
  get witness(): Witness | undefined {
    return this.#witness;
  }

  /**
   * Makes the permissions that a graph decides about what they are in the record. To be called before any graph is added: what
   * was written after a permission was withdrawn is then never there beside the permission.
   */
  async permit(graph: Iri): Promise<void> {
    if (!this.permissions.decides(graph)) return;
    for (const permission of await this.permissions.permissionsOf(graph))
      await this.batch.operation(replaceReaders(permission));
  }

  /** Makes a named graph in the engine what it is in the record. */
  async add(graph: Iri, kind: QueriedGraph): Promise<void> {
    const text = await textOf(this.source, graph);
    const all = lines(text);
    this.#statements += all.length;
    // What never changes is written for the first time, or once more after an interruption.
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
   * Brings the default graph up to date, when all named graphs are. A statement that a superseded revision had is deleted, and
   * inserted again where another graph of the default graph has it, too: objects share statements such as the type of what
   * they link to. All of it can be repeated from any state in between.
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
      // In one request: no query sees what is only in between.
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
    // The engine may be as of any revision since: after an interruption some of a request's changes are there.
    for (let number = Math.max(1, first - 1); number < last; number += 1) {
      const graph = revisionOf(object, number);
      graphs.push(graph);
      for (const line of lines(await textOf(this.source, graph))) if (!present.has(line)) removed.add(line);
    }
    return { graphs, removed: [...removed], latest, text };
  }
}
