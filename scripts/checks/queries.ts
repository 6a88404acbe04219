/**
 * `npm run check:queries`: sends random queries to a node's `/sparql`, to Oxigraph directly (the npm package and
 * pyoxigraph) and to Apache Jena, over the dataset that the node serves. `--queries=10000 --seed=12`. It fails on a
 * node's answer that neither Jena nor Oxigraph gives, and on a query that the node alone rejects.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import oxigraph from 'oxigraph';
import { z } from 'zod';
import { MeasuredNode } from '../../bench/node.js';
import { RandomQueries, type Terms } from './random-queries.js';
import { canonicalAnswer } from './answers.js';
import { cacheFolder, check, jena, numberOption, python, Tally } from './tools.js';
import { fill } from './world.js';

/** A normalized result; undefined for a query that was rejected or ended with an error. */
interface Answer {
  readonly canonical: string | undefined;
  readonly error: string;
}

const given = z.union([z.object({ result: z.string() }), z.object({ error: z.string() })]);

function answersOf(output: string): Answer[] {
  return output
    .trim()
    .split('\n')
    .map((line) => {
      const one = given.parse(JSON.parse(line));
      return 'result' in one
        ? { canonical: canonicalAnswer(one.result), error: '' }
        : { canonical: undefined, error: one.error };
    });
}

async function askNode(node: MeasuredNode, query: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${node.url}/sparql`, {
    method: 'POST',
    headers: {
      ...node.headers,
      'Content-Type': 'application/sparql-query',
      Accept: 'application/sparql-results+json, application/n-triples',
    },
    body: query,
  });
  return { status: response.status, text: await response.text() };
}

/** The dataset in N-Quads: the default graph, and every named graph. */
async function exportDataset(node: MeasuredNode): Promise<string> {
  const { text } = await askNode(node, 'CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }');
  const graphs = await askNode(node, 'SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }');
  const names = z
    .object({ results: z.object({ bindings: z.array(z.object({ g: z.object({ value: z.string() }) })) }) })
    .parse(JSON.parse(graphs.text)).results.bindings;
  const parts = [text];
  for (const { g } of names) {
    const part = await askNode(node, `CONSTRUCT { ?s ?p ?o } WHERE { GRAPH <${g.value}> { ?s ?p ?o } }`);
    parts.push(part.text.replaceAll(/ \.$/gm, ` <${g.value}> .`));
  }
  return parts.join('');
}

function termsOf(store: oxigraph.Store): Terms {
  const written = (values: readonly oxigraph.Term[]): string[] =>
    values.filter(({ termType }) => termType !== 'BlankNode').map(String);
  // Most patterns match the default graph; named graphs use the same terms.
  const quads = store.match(null, null, null, oxigraph.defaultGraph());
  const all = store.match(null, null, null, null);
  const described = new Map<string, [string, string][]>();
  for (const { subject, predicate, object } of quads) {
    if (object.termType === 'BlankNode' || object.value.length > 200) continue;
    const statements = described.get(subject.value) ?? [];
    described.set(subject.value, statements);
    statements.push([String(predicate), String(object)]);
  }
  return {
    described: [...described.values()],
    subjects: written(quads.map(({ subject }) => subject)),
    predicates: written(quads.map(({ predicate }) => predicate)),
    objects: written(quads.map(({ object }) => object)).filter((text) => text.length < 200),
    graphs: written(all.map(({ graph }) => graph)).filter((text) => text.startsWith('<')),
  };
}

function askOxigraph(store: oxigraph.Store, query: string): Answer {
  try {
    const graph = query.includes('\nCONSTRUCT');
    const result: unknown = store.query(query, {
      results_format: graph ? 'application/n-triples' : 'application/sparql-results+json',
    });
    return { canonical: canonicalAnswer(String(result)), error: '' };
  } catch (error) {
    return { canonical: undefined, error: String(error) };
  }
}

/** Known differences between Jena and Oxigraph, which the node uses. */
function differenceOfEngines(query: string, same: readonly string[], none: readonly string[]): string | undefined {
  if (same.length === 3) return 'all four agree';
  if (same.length === 2 && !same.includes('Oxigraph'))
    return 'the node, Jena and pyoxigraph agree: sums from left to right, which this Oxigraph makes from the right';
  if (same.includes('Jena')) return undefined;
  const both = 'the node and Oxigraph agree';
  if (none.includes('Jena')) return `${both}, Jena ends with an error`;
  if (/\bIN \(\)/.test(query)) return `${both}, not Jena: IN () with an IRI on its left`;
  if (/\)[?*]/.test(query)) return `${both}, not Jena: paths of no length from terms outside of the data`;
  if (!same.includes('pyoxigraph') && /(COUNT|SUM|AVG|MIN|MAX)\(/.test(query) && !query.includes('GROUP BY'))
    return `${both}, not Jena and the newer pyoxigraph: an aggregate of what the engine knows to be nothing`;
  if (/[>)]\|[<^(!]/.test(query))
    return `${both}, not Jena: alternatives of a path that lead to the same, counted once`;
  return undefined;
}

await check(async () => {
  const count = numberOption('queries', 10_000);
  mkdirSync(cacheFolder, { recursive: true });
  const node = await MeasuredNode.start({
    STORE_URL: 'memory:',
    LOG_LEVEL: 'silent',
    SPARQL_MAX_ROWS: '10000000',
    SPARQL_TIMEOUT_MS: '60000',
  });
  try {
    await fill(node, 6);
    const dataset = await exportDataset(node);
    const store = new oxigraph.Store();
    store.load(dataset, { format: 'application/n-quads' });
    // In the engine's notation: Jena distinguishes lexical forms of one value, and the queries use the engine's.
    const file = join(cacheFolder, 'dataset.nq');
    writeFileSync(file, store.dump({ format: 'application/n-quads' }));
    const generator = new RandomQueries(numberOption('seed', 12), termsOf(store));
    const queries = Array.from({ length: count }, () => generator.next());
    const questions = JSON.stringify(queries.map((query) => ({ query })));
    console.log(`${count} queries over ${store.size} statements`);
    // First, because connections to the node would be closed while another program runs.
    const saids: { status: number; text: string }[] = [];
    for (const query of queries) saids.push(await askNode(node, query));
    const jenas = answersOf(jena('queries', [file], questions));
    const pyoxigraphs = answersOf(python('queries', [file], questions));
    let withRows = 0;
    const agreed = new Tally();
    const wrong = new Tally();
    for (const [index, query] of queries.entries()) {
      const said = saids[index] ?? { status: 0, text: '' };
      const own: Answer =
        said.status === 200
          ? { canonical: canonicalAnswer(said.text), error: '' }
          : { canonical: undefined, error: `${said.status} ${said.text.slice(0, 300)}` };
      if (own.canonical !== undefined && own.canonical !== 'false' && own.canonical.includes('\n')) withRows++;
      const others = {
        Jena: jenas[index]?.canonical,
        Oxigraph: askOxigraph(store, query).canonical,
        pyoxigraph: pyoxigraphs[index]?.canonical,
      };
      const same = Object.entries(others).flatMap(([name, answer]) => (answer === own.canonical ? [name] : []));
      const none: string[] = Object.entries(others).flatMap(([name, answer]) => (answer === undefined ? [name] : []));
      const reason = said.status < 500 ? differenceOfEngines(query, same, none) : undefined;
      const kind =
        reason ??
        `the node ${own.canonical === undefined ? 'refuses' : 'answers'}; as it: ${same.join(', ') || 'nobody'}; without answer: ${none.join(', ') || 'nobody'}`;
      const example = `${query}\n${[own.error, jenas[index]?.error].join('\n').slice(0, 400)}`;
      const fine = said.status < 500 && same.length > 0;
      if (fine) agreed.add(kind, reason === undefined ? example : '');
      else wrong.add(kind, example);
    }
    console.log(`${withRows} of them have an answer that is not empty`);
    console.log('Answers that at least one of the others gives, too:');
    agreed.print();
    console.log(`${wrong.total} answers that no other engine gives:`);
    wrong.print();
    return wrong.total === 0;
  } finally {
    await node.stop();
  }
});
