/** Asks a node about an archive over HTTP, and reads its answers. Times include reading the answer. */
import { Client } from 'undici';
import type { Pattern } from './archive.js';
import { type Difference, difference, type Interval, joined, type Rows, rowOf, type Validity } from './oracle.js';
import type { StretchedClock } from './stretched-clock.js';
import { type Term, writeTerm } from './terms.js';

/** The answer to a question, and its duration. */
export interface Timed<Answer> {
  readonly ms: number;
  readonly answer: Answer;
}

export type Binding = Readonly<Record<string, Term>>;

/** The statements that match a pattern. */
export const patternQuery = ({ property, value }: Pattern): string =>
  value === undefined ? `SELECT ?s ?o { ?s <${property}> ?o }` : `SELECT ?s { ?s <${property}> ${value} }`;

const PROV = 'PREFIX prov: <http://www.w3.org/ns/prov#>';
const validity = (suffix = ''): string => `
  GRAPH ?made${suffix} { ?revision${suffix} prov:specializationOf ?s ; prov:generatedAtTime ?from${suffix} }
  OPTIONAL { GRAPH ?next${suffix} { ?following${suffix} prov:wasRevisionOf ?revision${suffix} ; prov:generatedAtTime ?until${suffix} } }`;

/** The matches in all revisions, with the validity of each (W39). */
export const allVersionsQuery = ({ property, value }: Pattern): string => `${PROV}
SELECT ?s ${value === undefined ? '?o ' : ''}?from ?until {
  GRAPH ?revision { ?s <${property}> ${value ?? '?o'} }${validity()}
}`;

/** The matches of one moment by the validity of revisions, for engines without queries as of a time. */
export const momentQuery = ({ property, value }: Pattern, moment: string): string => `${PROV}
SELECT ?s ${value === undefined ? '?o ' : ''}{
  VALUES ?moment { "${moment}"^^<http://www.w3.org/2001/XMLSchema#dateTime> }
  GRAPH ?revision { ?s <${property}> ${value ?? '?o'} }${validity()}
  FILTER(?from <= ?moment && (!BOUND(?until) || ?moment < ?until))
}`;

/** A time as `at` has it. */
export const atOf = (time: number): string => new Date(time).toISOString().replace(/[-:]|\.\d+/g, '');

/** What answers consist of. */
export class AnswerReader {
  readonly #numbers: ReadonlyMap<string, number>;

  constructor(
    uris: readonly string[],
    private readonly clock: StretchedClock,
    private readonly versions: number,
  ) {
    this.#numbers = new Map(uris.map((uri, number) => [uri, number]));
  }

  rows(pattern: Pattern, bindings: readonly Binding[]): Rows {
    return new Set(bindings.map((binding) => this.#row(pattern, binding)));
  }

  /** The validity of each row, from solutions with `from` and `until`. */
  validity(pattern: Pattern, bindings: readonly Binding[]): Validity {
    const found = new Map<string, Interval[]>();
    for (const binding of bindings) {
      const row = this.#row(pattern, binding);
      const version = (time: Term | undefined): number =>
        time === undefined ? this.versions : this.clock.versionAt(Date.parse(time.value));
      found.set(row, [...(found.get(row) ?? []), [version(binding['from']), version(binding['until'])]]);
    }
    return new Map(Array.from(found, ([row, intervals]) => [row, joined(intervals)]));
  }

  #row({ value }: Pattern, { s, o }: Binding): string {
    const resource = this.#numbers.get(s?.value ?? '');
    const object = value ?? (o === undefined ? undefined : writeTerm(o));
    if (resource === undefined || object === undefined) throw new Error('an answer is about another resource');
    return rowOf({ resource, value: object });
  }
}

interface Asking {
  /** The time in milliseconds; undefined for now. */
  readonly at?: number | undefined;
}

/** One client with one connection. */
export class Questioner {
  readonly #client: Client;

  constructor(
    url: string,
    private readonly authorization: string,
    private readonly reader: AnswerReader,
  ) {
    this.#client = new Client(url, { bodyTimeout: 0, headersTimeout: 0 });
  }

  /** The solutions of a query. @throws Error for an answer that is not 200 or is incomplete. */
  async solutions(query: string, { at }: Asking = {}): Promise<readonly Binding[]> {
    const parameters = new URLSearchParams({ query, ...(at !== undefined && { at: atOf(at) }) });
    const { statusCode, headers, body } = await this.#client.request({
      method: 'GET',
      path: `/sparql?${parameters.toString()}`,
      headers: { Authorization: this.authorization, Accept: 'application/sparql-results+json' },
    });
    const text = await body.text();
    // A dataset is being filled.
    if (statusCode === 503 && headers['retry-after'] !== undefined) return this.solutions(query, { at });
    if (statusCode !== 200 || headers['truncated'] !== undefined)
      throw new Error(`/sparql: ${String(statusCode)} ${text.slice(0, 300)}`);
    const { results } = JSON.parse(text) as { results: { bindings: Binding[] } };
    return results.bindings;
  }

  /** The duration of a query, until its answer is read. */
  async time(query: string, asking: Asking = {}): Promise<number> {
    const begin = performance.now();
    await this.solutions(query, asking);
    return performance.now() - begin;
  }

  /** The matches of one version, or of now. */
  atVersion(pattern: Pattern, asking: Asking): Promise<Timed<Rows>> {
    return timed(async () => this.reader.rows(pattern, await this.solutions(patternQuery(pattern), asking)));
  }

  /** The difference between the matches at two times: two queries. */
  between(pattern: Pattern, before: Asking, after: Asking): Promise<Timed<Difference>> {
    return timed(async () => {
      const rows = async (asking: Asking): Promise<Rows> =>
        this.reader.rows(pattern, await this.solutions(patternQuery(pattern), asking));
      return difference(await rows(before), await rows(after));
    });
  }

  /** The matches of all versions. */
  async ofAllVersions(pattern: Pattern): Promise<Timed<Validity>> {
    const { ms, answer } = await timed(() => this.solutions(allVersionsQuery(pattern)));
    return { ms, answer: this.reader.validity(pattern, answer) };
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

async function timed<Answer>(work: () => Promise<Answer>): Promise<Timed<Answer>> {
  const begin = performance.now();
  const answer = await work();
  return { ms: performance.now() - begin, answer };
}
