import { expect } from 'chai';
import { type Pattern, Parser } from 'sparqljs';
import { factory, iri } from '../../../src/rdf/terms.js';
import { NotRewritable } from '../../../src/sparql/engine/basic-patterns.js';
import { assertLimited } from '../../../src/sparql/engine/limited-query.js';
import { agentName, readableBy } from '../../../src/sparql/engine/permission-graph.js';
import { scopedQuery } from '../../../src/sparql/engine/scoped-query.js';

const agent = iri('https://partner.example/agent');
const caller = { agents: [agentName(agent), agentName(undefined)], predicates: [readableBy(Infinity)], sequence: 7 };
const scoped = (text: string): string =>
  scopedQuery(text, { prefixes: { cargo: 'https://example.org/cargo#' }, base: iri('http://node.example'), caller });

function refusal(text: string): string {
  try {
    return `not refused: ${scoped(text)}`;
  } catch (error) {
    if (!(error instanceof NotRewritable)) throw error;
    return error.message;
  }
}

const occurrences = (text: string, part: string): number => text.split(part).length - 1;
/** A condition on a statement of the default graph, and one on what may be read. */
const conditions = (text: string): readonly [current: number, readable: number] => [
  occurrences(text, '<urn:x-cargograph:current#in>'),
  occurrences(text, '<urn:x-cargograph:access#of>'),
];

describe('a query limited to the access of its caller', () => {
  it('has a condition on each statement of the default graph and on each GRAPH, wherever they are', () => {
    for (const [text, statements, graphs] of [
      ['SELECT ?s { ?s a cargo:Piece ; cargo:weight/cargo:value ?w }', 3, 0],
      ['SELECT * { GRAPH ?g { ?s ?p ?o . ?o ?q ?r } }', 0, 1],
      ['SELECT * { ?s ^cargo:a ?o . ?o a cargo:Piece }', 2, 0],
      ['SELECT ?s { ?s cargo:a|cargo:b ?o }', 1, 0],
      ['SELECT * { GRAPH ?g { ?s cargo:a/(cargo:b|^cargo:c) ?o } }', 0, 1],
      ['SELECT ?s { GRAPH ?g { ?s ?p _:a } GRAPH ?g { ?s ?q _:b } ?s ?q [] . ?s ?r [] }', 2, 2],
      [
        'SELECT * { GRAPH ?g { ?s ?p ?o OPTIONAL { ?o ?q ?r FILTER EXISTS { ?r ?t ?u } } { ?s ?p 1 } UNION { ?s ?p 2 } } }',
        0,
        5,
      ],
      ['SELECT ?n { GRAPH <urn:g> { ?s a+ ?o MINUS { ?s ?p 1 } { SELECT (COUNT(*) AS ?n) { ?s ?p [] } } } }', 0, 3],
      ['SELECT ?s { { SELECT ?s { GRAPH ?g { VALUES ?s { 1 } ?x ?p ?s } } } }', 0, 1],
      ['ASK { ?s ?p ?o FILTER NOT EXISTS { ?o ?q ?r MINUS { GRAPH <urn:g> { ?r ?t ?u } } } }', 2, 1],
      [
        'SELECT (EXISTS { ?a ?b ?c } AS ?e) { } GROUP BY (EXISTS { ?a ?b 1 }) HAVING (EXISTS { ?a ?b 2 }) (1 = 1)',
        3,
        0,
      ],
      [
        'SELECT ?s { ?s ?p ?o } ORDER BY DESC(EXISTS { ?s ?q 1 }) (IF(EXISTS { ?s ?q 2 }, 1, COALESCE(EXISTS { ?s ?q 3 }, 2)))',
        4,
        0,
      ],
      ['SELECT (COUNT(IF(EXISTS { ?s ?q 2 }, ?s, 1)) AS ?n) { { SELECT ?s { ?s ?p ?o } } }', 2, 0],
      [
        'SELECT ?s { ?s ?p ?o BIND(<http://www.w3.org/2001/XMLSchema#string>(EXISTS { ?s ?p 1 }) AS ?x) FILTER(?s IN (EXISTS { ?s ?p 2 }, 1)) }',
        3,
        0,
      ],
      [
        'CONSTRUCT { ?s ?p ?o . ?s <urn:q> [] } WHERE { { ?s ?p ?o } UNION { OPTIONAL { GRAPH ?g { ?s ?p ?o } } } }',
        1,
        1,
      ],
    ] as const) {
      expect(conditions(scoped(text)), text).to.deep.equal([statements, statements + graphs]);
    }
  });

  it('has them in EXISTS, whatever pattern is alone in it', () => {
    for (const [pattern, statements, graphs] of [
      ['?s ?p 1', 1, 0],
      ['{ ?s ?p 1 } UNION { ?s ?p 2 }', 2, 0],
      ['OPTIONAL { ?s ?p 1 }', 1, 0],
      ['MINUS { ?s ?p 1 }', 1, 0],
      ['GRAPH ?g { ?s ?p 1 }', 0, 1],
      ['SELECT ?s { ?s ?p 1 }', 1, 0],
      ['BIND(EXISTS { ?s ?p 1 } AS ?x)', 1, 0],
      ['FILTER EXISTS { ?s ?p 1 }', 1, 0],
      ['VALUES ?s { 1 }', 0, 0],
    ] as const)
      expect(conditions(scoped(`ASK { FILTER EXISTS { ${pattern} } }`)), pattern).to.deep.equal([
        statements,
        statements + graphs,
      ]);
    expect(
      conditions(scoped('ASK { GRAPH ?g { ?s ?p 1 FILTER EXISTS { { ?s ?p 1 } UNION { ?s ?p 2 } } } }')),
    ).to.deep.equal([0, 3]);
    expect(refusal('ASK { FILTER EXISTS { SERVICE <urn:x> { ?s ?p 1 } } }')).to.contain('SERVICE');
  });

  it('is proved to be limited by its conditions as they are read again', () => {
    const parse = (text: string) => new Parser().parse(text);
    const text = scoped('SELECT ?s { ?s ?p "a" GRAPH ?g { ?s ?q ?o } GRAPH <urn:g> { ?s ?r ?o } }');
    expect(() => {
      assertLimited(parse(text), caller);
    }).not.to.throw();
    for (const [what, other] of [
      // A condition that is about another statement or graph, that is not there, or that a variable of the query takes part in.
      ['?s ?p "a".', '?s ?p "b".'],
      ['?s ?p "a".', '?p ?s "a".'],
      ['FILTER(BOUND(?g))', ''],
      ['FILTER(BOUND(?g))', 'FILTER(BOUND(?s))'],
      ['>= 7', '>= 6'],
      ['GRAPH ?g { ?s ?q ?o. }', 'GRAPH ?g { ?s ?q ?o. FILTER EXISTS { ?a ?b ?c } }'],
      ['GRAPH ?g { ?s ?q ?o. }', 'GRAPH ?g { ?s (!<urn:q>)* ?o. }'],
      ['GRAPH ?g { ?s ?q ?o. }', 'GRAPH ?g { SELECT ?s { ?s ?q ?o. } }'],
      ['GRAPH ?g { ?s ?q ?o. }', 'GRAPH ?h { ?s ?q ?o. }'],
      ['GRAPH <urn:g> { ?s ?r ?o. }', 'GRAPH <urn:h> { ?s ?r ?o. }'],
      ['SELECT ?s', 'SELECT ?s ?v1'],
      ['SELECT ?s', 'SELECT ?s (EXISTS { ?a ?b ?c } AS ?d)'],
      // It names every graph.
      ['SELECT ?s', 'SELECT ?s (EXISTS { GRAPH ?x { } } AS ?d)'],
      [agentName(agent), agentName(iri('https://other.example/agent'))],
      ['#readableBy', '#of'],
      ['SELECT ?s', 'SELECT (<urn:f>(1) AS ?s)'],
      ['?s ?q ?o.', '?s <java:org.example.Property> ?o.'],
    ] as const) {
      expect(text, what).to.contain(what);
      expect(() => {
        assertLimited(parse(text.replace(what, other)), caller);
      }, `${what} ${other}`).to.throw('not limited');
    }
  });

  it('is not limited with a pattern before, between or after its conditions', () => {
    const parse = (text: string) => new Parser().parse(text);
    const text = scoped('SELECT ?s { ?s ?p "a" GRAPH ?g { ?s ?q ?o } GRAPH <urn:g> { ?s ?r ?o } }');
    const [statement, projection] = ['?s ?p "a".', 'FILTER(EXISTS {\nGRAPH <urn:x-cargograph:projection>'];
    for (const [what, other] of [
      [statement, `${statement} FILTER(EXISTS { ?a ?b ?c })`],
      ['}\n{\nGRAPH ?g', '?a ?b ?c. }\n{\nGRAPH ?g'],
      ['}\n{\nGRAPH <urn:g>', '?a ?b ?c. }\n{\nGRAPH <urn:g>'],
      ['>= 7 )\n})\n}', '>= 7 )\n})\n?a ?b ?c. }'],
      [`}\n${projection}`, `} UNION { }\n${projection}`],
      ['GRAPH ?g { ?s ?q ?o. }', 'GRAPH ?g { }'],
      ['SELECT ?s', 'SELECT ?s (EXISTS { SERVICE <urn:x> { } } AS ?d)'],
      // The condition has the same path or label, which means something else there.
      [statement, '?s <urn:p>/<urn:q> "a".'],
      [statement, '?s ?p [].'],
      [statement, '[] ?p "a".'],
    ] as const) {
      expect(text, what).to.contain(what);
      expect(() => {
        assertLimited(parse(text.replaceAll(what, other)), caller);
      }, `${what} ${other}`).to.throw('not limited');
    }
  });

  it('is not limited by conditions of no statement', () => {
    const query = new Parser().parse(scoped('ASK { ?s ?p ?o }'));
    if (query.type !== 'query' || query.queryType !== 'ASK') expect.fail('an ASK');
    const [, ...conditions] = query.where ?? [];
    const [name, subject, predicate, object] = ['g', 's', 'p', 'o'].map((each) => factory.variable(each));
    if (name === undefined || subject === undefined || predicate === undefined || object === undefined)
      expect.fail('four variables');
    const graph: Pattern = {
      type: 'graph',
      name,
      patterns: [{ type: 'bgp', triples: [{ subject, predicate, object }] }],
    };
    const patterns: Pattern[] = [{ type: 'bgp', triples: [] }, graph];
    const where: Pattern[] = [{ type: 'group', patterns: [{ type: 'group', patterns }] }, ...conditions];
    expect(() => {
      assertLimited({ ...query, where }, caller);
    }).to.throw('not limited');
  });

  it('is no update, and no query without a pattern', () => {
    for (const text of ['INSERT DATA { <urn:a> <urn:a> <urn:a> }', 'DESCRIBE <urn:a>'])
      expect(() => {
        assertLimited(new Parser().parse(text), caller);
      }, text).to.throw(TypeError, 'not limited');
  });

  it('means by a relative IRI what the node means', () => {
    expect(scoped('ASK { <a> ?p ?o }')).to.contain('<http://node.example/a> ?p ?o');
  });

  it('asks for the steps of a path by statements, and for one of several properties by a condition', () => {
    expect(scoped('SELECT ?s { ?s cargo:a/cargo:b ?o }')).to.match(/#a> (\?v\d+)\.\s+\1 <[^>]*#b> \?o\./);
    expect(scoped('SELECT ?s { ?s cargo:a|cargo:b ?o }')).to.match(
      /\?v\d+ IN ?\(<https:\/\/example\.org\/cargo#a>, ?<https:\/\/example\.org\/cargo#b>\)/i,
    );
  });

  it('names its caller and the commit, and no agent by its IRI', () => {
    const text = scoped('ASK { ?s ?p ?o }');
    expect(text)
      .to.contain(`<${agentName(agent)}>`)
      .and.contain('#anyone>')
      .and.contain('>= 7');
    expect(text).to.not.contain(agent);
  });

  it('uses no variable that the query has', () => {
    const text = scoped('SELECT ?v1 { ?v1 ?v2 ?vv1 VALUES ?vvv1 { 1 } }');
    expect(text)
      .to.contain('?vvvv1')
      .and.not.match(/\?vvv[2-9]/);
  });

  it('preserves resolved names, BASE for IRI(), modifiers, texts', () => {
    const text = scoped(
      'BASE <http://other.example/> SELECT DISTINCT ?s { ?s <p> "a } \\" # b" , \'\'\'c\n"d\'\'\'@en } ORDER BY IRI("x") LIMIT 3 OFFSET 1',
    );
    expect(text)
      .to.contain('BASE <http://other.example/>')
      .and.contain('<http://other.example/p> "a } \\" # b"')
      .and.contain('"c\\n\\"d"@en')
      .and.contain('SELECT DISTINCT')
      .and.contain('LIMIT 3');
  });

  it('is refused with a sentence where it cannot be limited', () => {
    for (const [text, sentence] of [
      ['DESCRIBE <urn:a>', 'CONSTRUCT'],
      ['SELECT * { ?s cargo:a* ?o }', 'a path with'],
      ['SELECT * { ?s (cargo:a|^cargo:b) ?o }', 'a path with'],
      ['SELECT * { ?s !cargo:a ?o }', 'a path with'],
      ['SELECT * { ?s ^cargo:a 1 }', 'a path with'],
      ['SELECT * { ?s (cargo:a|cargo:a) ?o }', 'a path with'],
      ['SELECT ?s { GRAPH ?g { ?s ?p _:a } GRAPH ?h { ?s ?q _:a } }', 'each label'],
      ['SELECT * { ?s cargo:a [] }', 'name the variables'],
      ['SELECT * { ?s cargo:a/cargo:b ?o }', 'name the variables'],
      ['SELECT (COUNT(DISTINCT *) AS ?n) { ?s cargo:a [] }', 'name the variables'],
      ['SELECT ?n { { SELECT * { ?s cargo:a [] } } }', 'name the variables'],
      ['SELECT ?s FROM <urn:g> { ?s ?p ?o }', 'FROM'],
      ['SELECT ?s { SERVICE <urn:g> { ?s ?p ?o } }', 'SERVICE'],
      ['SELECT ?s { GRAPH ?g { GRAPH ?h { ?s ?p ?o } } }', 'GRAPH'],
      ['SELECT ?s { GRAPH ?g { SELECT ?s { ?s ?p ?o } } }', 'SELECT around'],
      ['SELECT ?s { GRAPH ?g { ?s ?p ?o { SELECT ?s { ?s ?p ?o } } } }', 'SELECT around'],
      ['SELECT ?s { GRAPH ?g { ?s ?p ?o GRAPH ?h { ?s ?p ?o } } }', 'GRAPH within a GRAPH'],
      ['ASK { FILTER EXISTS { { ?s ?p 1 } } }', 'write brackets'],
      ['SELECT ?s { GRAPH ?g { ?s ?p ?o MINUS { ?s ?q ?o } } }', 'MINUS'],
      ['SELECT ?s { GRAPH ?g { } }', 'begin each group'],
      ['SELECT ?s { GRAPH <urn:g> { } }', 'begin each group'],
      ['SELECT ?s { GRAPH ?g { VALUES ?s { 1 } FILTER EXISTS { ?s ?p ?o } } }', 'begin each group'],
      ['SELECT ?s { GRAPH ?g { BIND(1 AS ?s) ?s ?p ?o } }', 'begin each group'],
      ['SELECT ?s { GRAPH ?g { OPTIONAL { ?s ?p ?o } } }', 'begin each group'],
      ['SELECT ?s { GRAPH ?g { ?s ?p ?o OPTIONAL { FILTER EXISTS { ?s ?p ?o } } } }', 'begin each group'],
      ['SELECT ?s { GRAPH ?g { { ?s ?p ?o } UNION { BIND(EXISTS { ?s ?p ?o } AS ?s) } } }', 'begin each group'],
      ['SELECT ?s { GRAPH ?g { ?s ?p ?o FILTER EXISTS { FILTER EXISTS { ?s ?p ?o } } } }', 'begin each group'],
      ['SELECT ?s { GRAPH ?g { ?s cargo:a? ?o } }', 'a path with'],
      ['SELECT ?s { GRAPH ?g { ?s cargo:a/cargo:b* ?o } }', 'a path with'],
      ['SELECT ?s { ?s ?p ?o FILTER(<urn:f>(?o)) }', 'casts'],
      ['SELECT ?s { BIND(<http://www.w3.org/2001/XMLSchema#duration>("P1D") AS ?s) }', 'casts'],
      ['SELECT ?s { BIND(<java:org.example.Function>(1) AS ?s) }', 'leave out <java:org.example.Function>'],
      ['SELECT ?s { BIND(<JAVA:org.example.Function>(1) AS ?s) }', 'leave out'],
      ['SELECT ?s { ?s <http://jena.apache.org/ARQ/property#str> ?o }', 'leave out'],
      ['SELECT ?s { GRAPH <urn:g> { ?s cargo:a/<http://jena.apache.org/ARQ/list#member>+ ?o } }', 'leave out'],
      ['SELECT ?s { ?s (cargo:a|^<http://jena.apache.org/text#query>) ?o }', 'leave out'],
      ['SELECT ?s { VALUES ?p { <java:org.example.Property> } ?s ?p ?o }', 'leave out'],
      ['SELECT ?s { GRAPH <urn:x-arq:UnionGraph> { ?s ?p ?o } }', 'leave out'],
      ['PREFIX apf: <java:org.example.> SELECT ?s { ?s apf:Property ?o }', 'leave out'],
      ['SELECT ?s { VALUES ?s { } }', 'VALUES'],
      ['SELECT ?s { ?s ?p ?o } VALUES ?s { }', 'VALUES'],
      ['ASK { ?s ?p ?o } HAVING (EXISTS { ?s ?p ?o })', 'HAVING'],
      ['CONSTRUCT { ?s ?p ?o } { ?s ?p ?o } ORDER BY ?s', 'ORDER BY'],
      ['SELECT ?s { ?s ?p "\\u0041" }', '\\u'],
      ['SELECT ?s { ?s ?p "\\\\u0022 } { ?s ?p ?o" }', '\\u'],
      ['SELECT ?s { ?s ?p ?o FILTER((?s = ?o) IN (true)) }', 'in another way'],
      ['SELECT ?s {', 'in another way'],
      ['INSERT DATA { <urn:a> <urn:a> <urn:a> }', 'write a query'],
      [`ASK { ${'{'.repeat(20)} ${'}'.repeat(20)} }`, 'levels'],
      [`ASK { ${'?s ?p ?o . '.repeat(400)} }`, 'characters'],
      [`ASK { ${'?s ?p ?o . '.repeat(60)} }`, 'statements'],
    ] as const) {
      expect(refusal(text), text).to.contain(sentence).and.not.contain('not refused');
    }
  });

  it('is rewritten or refused, however long its expressions are', () => {
    for (const [length, answer] of [
      [200, 'not refused'],
      [600, 'not refused'],
      [1200, 'at most 4000 characters'],
    ] as const)
      expect(refusal(`ASK { FILTER(${'?a||'.repeat(length)}?a) }`), String(length)).to.contain(answer);
  });
});
