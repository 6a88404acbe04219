/** Verifies that each graph of a kind that the log has is in it, and that heads name the last revision in it (P46). */
import type { LogRules } from '../../store/proof-log.js';
import { type Iri, isIri } from '../../rdf/terms.js';
import type { LogSource } from '../../store/log-source.js';
import type { UriScheme } from '../../uris.js';
import type { Awaited } from './awaited.js';
import type { LogFindings } from './findings.js';

export interface GraphsCheckParts {
  readonly source: Pick<LogSource, 'graphs' | 'newest' | 'texts'>;
  readonly findings: LogFindings;
  readonly uris: UriScheme;
  readonly rules: Pick<LogRules, 'entryOf'>;
  /** The property of a head that has the number of the latest revision. */
  readonly latestRevision: Iri;
  readonly awaited: Pick<Awaited, 'isWithoutEntry' | 'isUnfinished'>;
  readonly onProgress: (graphs: number) => void;
}

/** A head as it is read. */
interface Head {
  readonly object: Iri;
  readonly graph: Iri;
  readonly latest: number;
}

export class GraphsCheck {
  #count = 0;
  /** The head that was read last: the revisions of its object follow it. */
  #head: Head | undefined;
  /** The last object whose revisions have no head, which is said once. */
  #headless: Iri | undefined;

  constructor(private readonly parts: GraphsCheckParts) {}

  /** The number of graphs with entries. */
  get count(): number {
    return this.#count;
  }

  async run(): Promise<void> {
    const { source, onProgress } = this.parts;
    let read = 0;
    let last: string | undefined;
    for (;;) {
      const names = await source.graphs(last);
      last = names.at(-1);
      if (last === undefined) return;
      await this.#page(names.filter(isIri));
      read += names.length;
      onProgress(read);
    }
  }

  async #page(graphs: readonly Iri[]): Promise<void> {
    const { rules, uris, source, findings, awaited } = this.parts;
    const entries = new Map<Iri, Iri>();
    for (const graph of graphs) {
      const entry = rules.entryOf(graph);
      if (entry !== undefined) entries.set(graph, entry.graph);
    }
    const logged = [...new Set(entries.values())];
    const found = await source.newest(logged);
    const without = new Set(logged.filter((_, index) => found[index] === undefined));
    const heads = await this.#heads(graphs);
    for (const graph of graphs) {
      const entry = entries.get(graph);
      if (entry === graph) this.#count += 1;
      if (entry !== undefined && without.has(entry) && !awaited.isWithoutEntry(graph))
        findings.add('unlogged', `graph <${graph}> has no entry`);
      const kind = uris.graphKind(graph);
      if (kind?.kind === 'head') this.#head = heads.get(graph);
      if (kind?.kind === 'revision') this.#revision(graph, kind);
    }
  }

  /** The heads among graphs, each compared with the log. */
  async #heads(graphs: readonly Iri[]): Promise<ReadonlyMap<Iri, Head>> {
    const { source, uris, findings, awaited } = this.parts;
    const named = graphs.flatMap((graph) => {
      const object = uris.headObject(graph);
      return object === undefined ? [] : [{ graph, object }];
    });
    const texts = await source.texts(named.map(({ graph }) => graph));
    const heads = named.map(({ graph, object }, index): Head => ({
      ...{ graph, object, latest: this.#latestIn(texts[index] ?? '') },
    }));
    const revisions = heads.flatMap(({ object, latest }) => [latest, latest + 1].map((n) => uris.revision(object, n)));
    const found = await source.newest(revisions);
    for (const [index, { graph, latest }] of heads.entries()) {
      const [latestOne, next] = [revisions[2 * index], revisions[2 * index + 1]];
      if (latest === 0) findings.add('head', `head <${graph}> has no number of a revision`);
      else if (found[2 * index] === undefined && latestOne !== undefined && !awaited.isUnfinished)
        findings.add('head', `head <${graph}> says revision ${latest}, which is not in the log`);
      else if (found[2 * index + 1] !== undefined && next !== undefined)
        findings.add('head', `head <${graph}> says revision ${latest}, and <${next}> is in the log`);
    }
    return new Map(heads.map((head) => [head.graph, head]));
  }

  /** The number of the latest revision; 0 for a head without one. */
  #latestIn(text: string): number {
    const before = `> <${this.parts.latestRevision}> "`;
    const at = text.indexOf(before);
    const [digits] = at === -1 ? [''] : (/^[1-9][0-9]{0,14}(?=")/.exec(text.slice(at + before.length)) ?? ['']);
    return Number(digits);
  }

  #revision(graph: Iri, { object, number }: { readonly object: Iri; readonly number: number }): void {
    const { findings } = this.parts;
    if (this.#head?.object === object) {
      if (number > this.#head.latest)
        findings.add('head', `head <${this.#head.graph}> says revision ${this.#head.latest}, and there is <${graph}>`);
    } else if (this.#headless !== object) {
      this.#headless = object;
      findings.add('head', `object <${object}> has revisions and no head`);
    }
  }
}
