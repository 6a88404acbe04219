/** The requirements for an engine: each check writes under its own name, and removes its data. */
import { type EngineClient, EngineError } from './engine-client.js';
import { readSolutions, type Cell } from './solutions.js';

export interface EngineCheck {
  readonly name: string;
  /** Whether an engine without this feature is unusable. */
  readonly isNeeded: boolean;
  /** @returns the problem; undefined if there is none. */
  readonly run: (bench: CheckBench) => Promise<string | undefined>;
}

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const JSON_RESULTS = 'application/sparql-results+json';
const TIMEOUT_MS = 60_000;
const P = '<urn:x-cargograph:check#p>';

/** The names of one run of the checks, and short forms of requests. */
export class CheckBench {
  readonly #graphs = new Set<string>();

  constructor(
    private readonly engine: Pick<EngineClient, 'query' | 'update'>,
    readonly name: string,
  ) {}

  graph(name: string): string {
    const graph = `<${this.name}:${name}>`;
    this.#graphs.add(graph);
    return graph;
  }

  get subject(): string {
    return `<${this.name}>`;
  }

  async update(text: string): Promise<void> {
    const timer = AbortSignal.timeout(TIMEOUT_MS);
    try {
      await this.engine.update(text, timer);
    } catch (error) {
      if (timer.aborted) throw new EngineError('timeout', 'the time limit was reached', { cause: error });
      throw error;
    }
  }

  async select(text: string, timeoutMs = TIMEOUT_MS): Promise<readonly ReadonlyMap<string, Cell>[]> {
    return readSolutions(await this.engine.query({ text, accept: JSON_RESULTS, timeoutMs })).rows;
  }

  async holds(pattern: string): Promise<boolean> {
    return (await this.select(`SELECT * { ${pattern} } LIMIT 1`)).length > 0;
  }

  async clean(): Promise<void> {
    for (const graph of this.#graphs)
      await this.update(`DROP SILENT GRAPH ${graph}`).catch((error: unknown) => {
        // The table already lists this failure.
        if (!(error instanceof EngineError)) throw error;
      });
  }
}

const READS_AFTER_WRITES = 30;

async function readAfterWrite(bench: CheckBench): Promise<string | undefined> {
  const graph = bench.graph('seen');
  for (let number = 0; number < READS_AFTER_WRITES; number += 1) {
    await bench.update(`INSERT DATA { GRAPH ${graph} { ${bench.subject} ${P} "${number}" } }`);
    if (!(await bench.holds(`GRAPH ${graph} { ${bench.subject} ${P} "${number}" }`))) return 'not by the next query';
  }
  return undefined;
}

async function atomic(bench: CheckBench): Promise<string | undefined> {
  const graph = bench.graph('atomic');
  try {
    await bench.update(
      `INSERT DATA { GRAPH ${graph} { ${bench.subject} ${P} "first" } } ; LOAD <http://127.0.0.1:1/> INTO GRAPH ${graph}`,
    );
    return 'a LOAD that cannot work reports no error';
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
  }
  return (await bench.holds(`GRAPH ${graph} { ?s ?p ?o }`))
    ? 'operations before a failed one are committed'
    : undefined;
}

async function replaced(bench: CheckBench): Promise<string | undefined> {
  const graph = bench.graph('replaced');
  const insert = (value: string): string => `INSERT DATA { GRAPH ${graph} { ${bench.subject} ${P} "${value}" } }`;
  await bench.update(`DROP SILENT GRAPH ${graph} ; ${insert('old')}`);
  await bench.update(`DROP SILENT GRAPH ${graph} ; ${insert('new')}`);
  const rows = await bench.select(`SELECT ?o { GRAPH ${graph} { ?s ?p ?o } }`);
  const found = rows.map((row) => row.get('o')?.value).join();
  return found === 'new' ? undefined : `it holds ${found === '' ? 'nothing' : found}`;
}

async function separateDefaultGraph(bench: CheckBench): Promise<string | undefined> {
  await bench.update(`INSERT DATA { GRAPH ${bench.graph('default')} { ${bench.subject} ${P} "named" } }`);
  return (await bench.holds(`${bench.subject} ${P} "named"`))
    ? 'it is the union of the named graphs: it must hold the latest revisions only'
    : undefined;
}

/** Terms in the store's form, and the equivalent forms that an engine may return. */
const terms: Readonly<Record<string, readonly [written: string, ...equal: string[]]>> = {
  'a text': ['"Z\u00fcrich \ud83d\ude9a \\"q\\" \\\\u0022 \\n"'],
  'an empty text': ['""'],
  'a text with a language': ['"x"@en'],
  true: [`"true"^^<${XSD}boolean>`],
  'an integer': [`"5"^^<${XSD}integer>`],
  'a large integer': [`"12345678901234567890123"^^<${XSD}integer>`],
  'a decimal': [`"1.5"^^<${XSD}decimal>`],
  'a double': [`"1500"^^<${XSD}double>`, '1.5e3', '1500.0e0', '1.5E3'],
  'a time': [`"2026-01-01T10:00:00.5Z"^^<${XSD}dateTime>`],
  'a date': [`"2026-01-01"^^<${XSD}date>`],
  'a duration': [`"P1DT2H"^^<${XSD}duration>`],
  'a URI as a text': [`"https://example.org/x"^^<${XSD}anyURI>`],
  'an invalid number': [`"abc"^^<${XSD}integer>`],
  'an IRI': ['<http://example.org/\u00fc/~a?b=%20#c>'],
};

const TRIES = 4;

function term(name: string, [written, ...equal]: readonly [string, ...string[]]): EngineCheck {
  const run = async (bench: CheckBench): Promise<string | undefined> => {
    const value = written.startsWith('<')
      ? written.slice(1, -1)
      : unescaped(written.slice(1, written.lastIndexOf('"')));
    // Some engines lose a literal only occasionally.
    for (let number = 0; number < TRIES; number += 1) {
      const graph = bench.graph(`${name.replaceAll(' ', '-')}-${number}`);
      await bench.update(`INSERT DATA { GRAPH ${graph} { ${bench.subject} ${P} ${written} } }`);
      if (!(await bench.holds(`GRAPH ${graph} { ${bench.subject} ${P} ${written} }`))) return 'inserted, and not found';
      const back = (await bench.select(`SELECT ?o { GRAPH ${graph} { ?s ?p ?o } }`))[0]?.get('o')?.value ?? '';
      if (back !== value && !equal.includes(back)) return `comes back as ${JSON.stringify(back.slice(0, 80))}`;
      await bench.update(`DELETE DATA { GRAPH ${graph} { ${bench.subject} ${P} ${written} } }`);
      if (await bench.holds(`GRAPH ${graph} { ?s ?p ?o }`)) return 'DELETE DATA does not delete it';
    }
    return undefined;
  };
  return { name: `${name} is stored, found and deleted`, isNeeded: true, run };
}

const unescaped = (text: string): string =>
  text.replace(/\\(.)/gs, (_, letter: string) => (letter === 'n' ? '\n' : letter));

async function dots(bench: CheckBench): Promise<string | undefined> {
  const graph = bench.graph('dots');
  await bench.update(`INSERT DATA { GRAPH ${graph} { ${bench.subject} ${P} <http://example.org/a/../b> } }`);
  const back = (await bench.select(`SELECT ?o { GRAPH ${graph} { ?s ?p ?o } }`))[0]?.get('o')?.value;
  return back === 'http://example.org/a/../b' ? undefined : `comes back as ${String(back)}`;
}

async function longText(bench: CheckBench): Promise<string | undefined> {
  const graph = bench.graph('long');
  const text = 'v'.repeat(1_000_000);
  await bench.update(`INSERT DATA { GRAPH ${graph} { ${bench.subject} ${P} "${text}" } }`);
  const rows = await bench.select(`SELECT (STRLEN(?o) AS ?n) { GRAPH ${graph} { ?s ?p ?o } }`);
  return rows[0]?.get('n')?.value === '1000000' ? undefined : 'it is not whole';
}

const STATEMENTS = 10_000;

async function manyStatements(bench: CheckBench): Promise<string | undefined> {
  const graph = bench.graph('many');
  const lines = Array.from({ length: STATEMENTS }, (_, number) => `<${bench.name}:${number}> ${P} "value ${number}" .`);
  await bench.update(`INSERT DATA { GRAPH ${graph} {\n${lines.join('\n')}\n} }`);
  const rows = await bench.select(`SELECT (COUNT(*) AS ?n) { GRAPH ${graph} { ?s ?p ?o } }`);
  const count = rows[0]?.get('n')?.value;
  return count === String(STATEMENTS) ? undefined : `it holds ${String(count)}`;
}

const LIMIT_MS = 2_000;

/** An endless query: does the engine end it, or does only the node stop waiting? */
async function timeLimit(bench: CheckBench): Promise<string | undefined> {
  const values = Array.from({ length: 200 }, (_, number) => String(number)).join(' ');
  const crossed = ['a', 'b', 'c', 'd', 'e'].map((name) => `VALUES ?${name} { ${values} }`).join(' ');
  const began = performance.now();
  try {
    await bench.select(`SELECT (SUM(?a + ?b + ?c + ?d + ?e) AS ?n) { ${crossed} }`, LIMIT_MS);
    return performance.now() - began < LIMIT_MS ? undefined : 'a query was answered in part, without an error';
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const isOurs = error.message === 'the time limit was reached';
    return isOurs ? 'the parameter "timeout" did not end it: start the engine with a time limit of its own' : undefined;
  }
}

/** All checks, in order of execution. */
export const engineChecks: readonly EngineCheck[] = [
  { name: 'an update is seen by the next query', isNeeded: true, run: readAfterWrite },
  { name: 'one request is all or nothing', isNeeded: true, run: atomic },
  { name: 'a graph can be replaced', isNeeded: true, run: replaced },
  { name: 'the default graph is a graph of its own', isNeeded: true, run: separateDefaultGraph },
  ...Object.entries(terms).map(([name, forms]) => term(name, forms)),
  { name: `${STATEMENTS} statements in one request`, isNeeded: true, run: manyStatements },
  { name: 'a text of 1 MB', isNeeded: true, run: longText },
  { name: 'an IRI with dot segments is kept', isNeeded: false, run: dots },
  { name: 'a query ends at its time limit', isNeeded: false, run: timeLimit },
];
