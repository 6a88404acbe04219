/** Statements as N-Quads, in requests of bounded size. */

/**
 * Number of characters per request. Two requests are in memory: the one that the engine reads, and the next one. An
 * engine that creates files for each request merges fewer of them when requests are large.
 */
const MAX_CHARACTERS = 64 * 2 ** 20;

export class QuadBatch {
  #quads: string[] = [];
  #length = 0;

  /**
   * @param load receives N-Quads.
   * @param update receives operations of SPARQL Update after all loads.
   */
  constructor(
    private readonly load: (quads: string) => Promise<void>,
    private readonly update: (update: string) => Promise<void>,
  ) {}

  /** Adds lines of N-Triples to a graph, or to the default graph. */
  async insert(lines: readonly string[], graph?: string): Promise<void> {
    for (const line of lines) {
      const quad = graph === undefined ? line : `${line.slice(0, -1)}<${graph}> .`;
      this.#quads.push(quad);
      this.#length += quad.length + 1;
    }
    if (this.#length > MAX_CHARACTERS) await this.#flush();
  }

  /** Loads the remaining statements, and then sends these operations. */
  async end(last: readonly string[]): Promise<void> {
    if (this.#quads.length > 0) await this.#flush();
    await this.update(last.join(' ;\n'));
  }

  async #flush(): Promise<void> {
    const quads = `${this.#quads.join('\n')}\n`;
    this.#quads = [];
    this.#length = 0;
    await this.load(quads);
  }
}
