/**
 * The log of proofs of a record whose commits are in its log. The entries of a commit are sealed when it is brought into
 * the trees, which a read therefore waits for.
 */
import type { Iri } from '../../../rdf/terms.js';
import type { LogEntry, LogValue, LogValueRange, NewestEntry, ProofLogReader } from '../../proof-log.js';

export class LoggedProofLog implements ProofLogReader {
  /** @param update resolves when the trees have all commits. */
  constructor(
    private readonly inTrees: () => ProofLogReader,
    private readonly update: () => Promise<void>,
  ) {}

  async size(): Promise<number> {
    await this.update();
    return this.inTrees().size();
  }

  async entries(from: number, until: number): Promise<readonly LogEntry[]> {
    await this.update();
    return this.inTrees().entries(from, until);
  }

  async newest(graph: Iri, parts: readonly Iri[]): Promise<NewestEntry | undefined> {
    await this.update();
    return this.inTrees().newest(graph, parts);
  }

  async positions(graphs: readonly Iri[]): Promise<readonly (number | undefined)[]> {
    await this.update();
    return this.inTrees().positions(graphs);
  }

  async value(key: string): Promise<string | undefined> {
    await this.update();
    return this.inTrees().value(key);
  }

  async values(range: LogValueRange): Promise<readonly LogValue[]> {
    await this.update();
    return this.inTrees().values(range);
  }
}
