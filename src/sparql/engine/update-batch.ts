/**
 * Operations of SPARQL Update in requests of bounded size, one after another. Each request is applied wholly or not at
 * all.
 */

/** Number of characters per request: an engine parses a request in memory, and other updates wait meanwhile. */
const MAX_CHARACTERS = 512 * 1024;

const ESCAPE = /\\./gsu;

/**
 * Writes N-Triples as SPARQL. Both have the same escapes, but an engine may resolve `\u` before parsing (SPARQL 1.1,
 * section 19.2): an escaped backslash followed by `u` would become another character, and could end the literal.
 */
export function asSparql(triples: string): string {
  if (!triples.includes('\\\\u') && !triples.includes('\\\\U')) return triples;
  let result = '';
  let at = 0;
  for (const match of triples.matchAll(ESCAPE)) {
    const end = match.index + match[0].length;
    const letter = triples.charAt(end);
    if (match[0] !== '\\\\' || (letter !== 'u' && letter !== 'U')) continue;
    result += `${triples.slice(at, end)}\\u00${letter === 'u' ? '75' : '55'}`;
    at = end + 1;
  }
  return result + triples.slice(at);
}

/** Splits lines into pieces of at most this many characters; a longer line is a piece of its own. */
export function* pieces(lines: readonly string[], max = MAX_CHARACTERS): Generator<readonly string[]> {
  let piece: string[] = [];
  let length = 0;
  for (const line of lines) {
    if (length + line.length > max && piece.length > 0) {
      yield piece;
      [piece, length] = [[], 0];
    }
    piece.push(line);
    length += line.length + 1;
  }
  if (piece.length > 0) yield piece;
}

/** Collects operations and sends them in requests. */
export class UpdateBatch {
  #operations: string[] = [];
  /**
   * The content of INSERT DATA, without its brackets: several graphs share one operation, which engines read faster.
   */
  #inserts: string[] = [];
  #length = 0;
  #requests = 0;

  /**
   * @param send receives one request.
   * @param closing operations at the end of each request but the last one.
   */
  constructor(
    private readonly send: (update: string) => Promise<void>,
    private readonly closing: () => readonly string[],
  ) {}

  /** The number of requests sent. */
  get requests(): number {
    return this.#requests;
  }

  /** Adds an operation. */
  async operation(text: string): Promise<void> {
    this.#endInsert();
    this.#operations.push(text);
    await this.#added(text.length);
  }

  /** Adds INSERT DATA with lines of N-Triples, for a graph or the default graph. */
  async insert(lines: readonly string[], graph?: string): Promise<void> {
    for (const piece of pieces(lines)) {
      const text = asSparql(piece.join('\n'));
      this.#inserts.push(graph === undefined ? `${text}\n` : `GRAPH <${graph}> {\n${text}\n}\n`);
      await this.#added(text.length);
    }
  }

  /** Sends the remaining operations together with these. */
  async end(last: readonly string[]): Promise<void> {
    this.#endInsert();
    await this.#flush(last);
  }

  async #added(length: number): Promise<void> {
    this.#length += length;
    if (this.#length <= MAX_CHARACTERS) return;
    this.#endInsert();
    await this.#flush(this.closing());
  }

  #endInsert(): void {
    if (this.#inserts.length === 0) return;
    this.#operations.push(`INSERT DATA {\n${this.#inserts.join('')}}`);
    this.#inserts = [];
  }

  async #flush(closing: readonly string[]): Promise<void> {
    const update = [...this.#operations, ...closing].join(' ;\n');
    this.#operations = [];
    this.#length = 0;
    this.#requests += 1;
    await this.send(update);
  }
}
