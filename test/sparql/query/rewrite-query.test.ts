import { expect } from 'chai';
import { rewriteQuery, QueryError } from '../../../src/sparql/query/rewrite-query.js';
import { startEngine } from '../../../src/store/oxigraph/engine.js';

const options = {
  prefixes: { ex: 'http://example.org/', xsd: 'http://www.w3.org/2001/XMLSchema#' },
  maxRows: 1000,
};
const prologue = Object.entries(options.prefixes)
  .map(([prefix, namespace]) => `PREFIX ${prefix}: <${namespace}>`)
  .join(' ');

const data = `
  <http://example.org/a> <http://example.org/knows> <http://example.org/b> .
  <http://example.org/b> <http://example.org/knows> <http://example.org/c> .
  <http://example.org/a> <http://example.org/age> "30"^^<http://www.w3.org/2001/XMLSchema#integer> .
  <http://example.org/b> <http://example.org/age> "7.50"^^<http://www.w3.org/2001/XMLSchema#decimal> .
  <http://example.org/a> <http://example.org/name> "Ann \\"the\\" first\\n\\u2028line" .
  <http://example.org/b> <http://example.org/name> "Bob"@en-GB .
  <http://example.org/c> <http://example.org/name> "C\\\\d" .
  <http://example.org/c> <http://example.org/list> <http://example.org/a> .
`;

/** Every form of the language: a query is read and written again before it runs, and must say the same. */
const bodies = [
  '* { ?s ?p ?o }',
  'DISTINCT ?s { ?s ?p ?o } ORDER BY DESC(?s) LIMIT 2',
  'REDUCED ?s { ?s ex:knows ?o } ORDER BY ?s OFFSET 1',
  '* { ?s ex:knows/ex:knows ?o }',
  '* { ?s ex:knows+ ?o }',
  '* { ?s (ex:knows|^ex:knows)* ?o }',
  '* { ?s !(ex:knows|^ex:age|ex:name) ?o }',
  '* { ?s ^ex:knows/(ex:age|ex:name)? ?o }',
  '* { ?s !ex:knows ?o }',
  '* { ?s ex:knows ?o ; ex:age ?a , ?b . OPTIONAL { ?o ex:age ?c FILTER(?c < ?a) } }',
  '* { { ?s ex:age ?x } UNION { ?s ex:name ?x } UNION { ?x ex:knows ?s } }',
  '* { ?s ex:name ?n MINUS { ?s ex:knows ?o } }',
  '* { ?s ex:name ?n FILTER NOT EXISTS { ?s ex:knows ?o . FILTER(?o != ex:c) } }',
  '* { ?s ex:name ?n FILTER(EXISTS { ?s ex:age ?a } || ?n = "C\\\\d") }',
  '(COUNT(*) AS ?n) (COUNT(DISTINCT ?p) AS ?m) { ?s ?p ?o }',
  '?s (SUM(?a) AS ?sum) (AVG(?a) AS ?avg) { ?s ex:age ?a } GROUP BY ?s HAVING (SUM(?a) > 10) ORDER BY ?sum',
  '?k (SAMPLE(?s) AS ?any) (GROUP_CONCAT(?n; SEPARATOR=" \\"; ") AS ?all) { ?s ex:name ?n } GROUP BY (STRLEN(STR(?n)) AS ?k)',
  '(MIN(?a) + 1 AS ?m) (MAX(?a) * 2 - 3 / 4 AS ?x) { ?s ex:age ?a }',
  '* { VALUES ?s { ex:a ex:b } ?s ex:age ?a }',
  '* { ?s ex:age ?a } VALUES (?s ?t) { (ex:a 1) (ex:b UNDEF) (UNDEF true) }',
  '* { BIND(1.50 AS ?d) BIND(1e0 AS ?e) BIND(-1 AS ?i) BIND(true AS ?b) BIND("x"@en AS ?l) BIND("2020-01-01"^^xsd:date AS ?t) }',
  `* { BIND("a\\tb\\nc\\rd\\"e'f\\\\g" AS ?x) BIND('single "quote"' AS ?y) BIND("""long "one"
line""" AS ?z) }`,
  '* { BIND("\\u2028\\u00e9\\U0001F600" AS ?x) }',
  '(IF(?a > 10, "old", "young") AS ?w) (COALESCE(?x, ?a) AS ?c) { ?s ex:age ?a }',
  '* { ?s ex:name ?n FILTER(REGEX(?n, "^a", "i") && LANG(?n) IN ("", "en-gb")) }',
  '* { ?s ex:name ?n FILTER(?n NOT IN ("Bob", "C\\\\d") && !(STRLEN(?n) < 2)) }',
  '(REPLACE(?n, "(.)o", "$1u") AS ?r) (SUBSTR(?n, 2, 1) AS ?t) (UCASE(?n) AS ?u) { ?s ex:name ?n }',
  '(xsd:double(?a) AS ?d) (STR(?s) AS ?t) (IRI("rel") AS ?i) (DATATYPE(?a) AS ?y) { ?s ex:age ?a }',
  '(STRDT("5", xsd:integer) AS ?a) (STRLANG("x", "de") AS ?b) (ABS(-5) AS ?c) (CEIL(1.2) AS ?d) (ROUND(1.5) AS ?e) {}',
  '(YEAR("2020-05-06T07:08:09Z"^^xsd:dateTime) AS ?y) (SHA256("x") AS ?h) (ENCODE_FOR_URI("a b") AS ?u) {}',
  '(1 - (2 - 3) AS ?a) ((1 - 2) - 3 AS ?b) (2 * (3 + 4) AS ?c) (-(1 + 2) AS ?d) (!(true && false) || false AS ?e) {}',
  '((8 / 4) / 2 AS ?a) (8 / (4 / 2) AS ?b) ((1 = 1) = true AS ?c) (1 + 2 < 4 AS ?d) {}',
  '* { { SELECT ?s (COUNT(*) AS ?n) { ?s ?p ?o } GROUP BY ?s ORDER BY ?s LIMIT 1 } ?s ex:name ?m }',
  '* { [ ex:knows [ ex:age ?a ] ] ex:name ?n }',
  '* { _:x ex:knows ?y . _:x ex:age ?z }',
  '* { ?s ex:age 30 , ?any . ?t ex:age 7.50 }',
  '* { { { ?s ex:knows ?o } { ?o ex:knows ?x } } { } }',
  '* { ?s ex:knows ?o . { ?o ex:age ?a } OPTIONAL { { ?s ex:age ?b } UNION { ?s ex:none ?b } } BIND(?a AS ?c) }',
  '* { GRAPH ?g { ?s ?p ?o } }',
  '(SUM(DISTINCT ?a) AS ?x) (COUNT(?missing) AS ?z) { ?s ex:age ?a }',
  '* { ?s ex:name ?n } ORDER BY ASC(STRLEN(STR(?n))) DESC(?n)',
];

describe('A query with a row limit', () => {
  const store = startEngine().newStore();
  store.load(data, { format: 'application/n-triples' });
  const run = (text: string): unknown => {
    const result = store.query(text, { results_format: 'json', base_iri: 'http://localhost:8080/' });
    if (typeof result !== 'string') throw new TypeError('no results');
    const parsed = JSON.parse(result) as { head: unknown; results: { bindings: unknown[] } };
    return { ...parsed, results: parsed.results.bindings.map((row) => JSON.stringify(row)).sort() };
  };
  for (const body of bodies) {
    it(`has the same solutions: SELECT ${body}`, () => {
      const original = `${prologue} SELECT ${body}`;
      expect(run(rewriteQuery(`SELECT ${body}`, options).text)).to.deep.equal(run(original));
    });
  }
});

describe('A rewritten query', () => {
  it('has the text unchanged, except for its limit and missing prefixes', () => {
    const text = (query: string): string => rewriteQuery(query, options).text;
    expect(text('SELECT * { ?s ?p ?o } # all')).to.equal('SELECT * { ?s ?p ?o } LIMIT 1001  # all');
    expect(text('SELECT * { ?s ex:p ?o } LIMIT 5')).to.equal(
      'PREFIX ex: <http://example.org/> SELECT * { ?s ex:p ?o } LIMIT 5',
    );
    expect(text('SELECT * { ?s ?p ?o } OFFSET 1 LIMIT 9999')).to.equal('SELECT * { ?s ?p ?o } OFFSET 1 LIMIT 1001');
    expect(text('SELECT * { ?s ?p "LIMIT 5 }" } VALUES ?s { 1 }')).to.equal(
      'SELECT * { ?s ?p "LIMIT 5 }" }  LIMIT 1001 VALUES ?s { 1 }',
    );
    expect(text('ASK { { SELECT * { ?s ?p ?o } LIMIT 5000 } }')).to.equal(
      'ASK { { SELECT * { ?s ?p ?o } LIMIT 5000 } }',
    );
  });

  const chains = {
    '1 - 2 - 3': '(1 - 2) - 3',
    '1-2-3': '(1-2)-3',
    '1 -2 -3': '(1 -2) -3',
    '8/4/2*3': '((8/4)/2)*3',
    '1 + 2 * 3 / 4 - 5': '(1 + (2 * 3) / 4) - 5',
    '1 - 2 * 3 * 4': '1 - (2 * 3) * 4',
    '1 -2 * 3 * 4': '1 -(2 * 3) * 4',
    '-?a - -?b - ?c': '(-?a - -?b) - ?c',
    '1 - (2 - 3 - 4)': '1 - ((2 - 3) - 4)',
    '1 - 2 < 3 - 4 && 5 - 6 = 7': '1 - 2 < 3 - 4 && 5 - 6 = 7',
    'STRLEN("a - b - c") - ABS(1 - 2 - 3) - ?x': '(STRLEN("a - b - c") - ABS((1 - 2) - 3)) - ?x',
    '?a - ?b - ?c IN (1, 2 - 3 - 4)': '(?a - ?b) - ?c IN (1, (2 - 3) - 4)',
    '?a - ?b - ?c NOT IN (1)': '(?a - ?b) - ?c NOT IN (1)',
    '?a+?b<?c&&?d>?e': '?a+?b<?c&&?d>?e',
    'COUNT(*) - COUNT(DISTINCT ?a - ?b - ?c) - 1': '(COUNT(*) - COUNT(DISTINCT (?a - ?b) - ?c)) - 1',
    '"2"^^<http://a/b-c-d> - 1 - 2': '("2"^^<http://a/b-c-d> - 1) - 2',
    'ex:a-b(1 - 2 - 3) - 4': 'ex:a-b((1 - 2) - 3) - 4',
  };
  for (const [chain, grouped] of Object.entries(chains)) {
    it(`calculates from left to right: ${chain}`, () => {
      const { text } = rewriteQuery(`SELECT * { FILTER(${chain}) }`, { ...options, prefixes: {} });
      expect(text).to.contain(`{ FILTER(${grouped}) }`);
    });
  }

  it('has paths, lists and data unchanged', () => {
    const body =
      '{ ?s ex:a/ex:b/ex:c* ?o ; (ex:a/ex:b/ex:c) ( 1 -2 -3 ) , (1 + ) ; a ( -1 -2 -3 ) . VALUES (?a) { (1) (-2) } }';
    expect(rewriteQuery(`SELECT * ${body}`, { ...options, prefixes: {} }).text).to.contain(body);
  });

  it('has a query for the graphs that its dataset names', () => {
    const query = 'BASE <http://a.b/> PREFIX p: <c/> SELECT * FROM <d> FROM NAMED p:e { ?s ?p ?o }';
    const { datasetQuery = '' } = rewriteQuery(query, options);
    const named = startEngine().newStore().query(datasetQuery, { results_format: 'csv' });
    expect(named).to.equal('default,named\r\nhttp://a.b/d,\r\n,http://a.b/c/e\r\n');
    expect(rewriteQuery('SELECT * { ?from ex:FROM "FROM" }', options).datasetQuery).to.equal(undefined);
  });

  it('detects named graphs anywhere in it', () => {
    const named = (query: string): boolean => rewriteQuery(query, options).named;
    expect(named('SELECT * { ?s ?p ?o }')).to.equal(false);
    expect(named('SELECT * { ?graph ex:GRAPH "GRAPH" } # GRAPH')).to.equal(false);
    expect(named('SELECT * { FILTER(?a || NOT EXISTS { OPTIONAL { GRAPH ?g { ?s ?p ?o } } }) }')).to.equal(true);
    expect(named('SELECT * { { SELECT (MAX(?o) AS ?m) { GRAPH ?g { ?s ?p ?o } } } }')).to.equal(true);
  });

  const refused: Readonly<Record<string, RegExp>> = {
    '': /empty/,
    'PREFIX a: <http://a/>': /empty/,
    '# nothing': /empty/,
    'INSERT DATA { <urn:a> <urn:b> <urn:c> }': /update/,
    'LOAD <http://localhost:1/>': /update/,
    'SELECT * { << ?s ?p ?o >> ?q ?r }': /unexpected "<<" at line 1, column 12/,
    'SELECT * { ?s ?p ?o {| ?q ?r |} }': /unexpected "{\|" at line 1, column 21/,
    'SELECT * {\n ?s ?p "never ends }': /a string does not end at line 2, column 8/,
    'SELECT * { ?s ?p ?o LATERAL { } }': /unexpected "LATERAL" at line 1, column 21/,
    'SELECT * { ?s ?p ?o } }': /unexpected "}" at line 1, column 23/,
    'SELECT * { ?s ?p ?o': /"}" is missing/,
    'SELECT * { SERVICE ?x { ?s ?p ?o } }': /SERVICE/,
    'SELECT * { service silent <http://a/> { ?s ?p ?o } }': /SERVICE/,
    'SELECT * {SERVICESILENT<http://a/>{}}': /SERVICE/,
    'SELECT * FROM { ?s ?p ?o }': /graph is missing after FROM/,
    'VALUES ?x { 1 }': /begins with SELECT/,
    [`SELECT (1${' - 1'.repeat(300)} AS ?x) {}`]: /operators are in one chain/,
    [`SELECT (${'('.repeat(200)}1${')'.repeat(200)} AS ?x) {}`]: /more than 100 levels deep/,
    'SELECT (<a> AS ?\\u0020) {}': /unexpected/,
  };
  for (const [query, words] of Object.entries(refused)) {
    it(`is rejected for ${JSON.stringify(query.slice(0, 100))}`, () => {
      expect(() => rewriteQuery(query, options)).to.throw(QueryError, words);
    });
  }
});
