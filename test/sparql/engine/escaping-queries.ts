/**
 * Queries that try to reach what is below a GRAPH without its condition: with a sub-SELECT, which has a scope of its own, or
 * with a group that matches nothing of the graph, so that the variable of its name stays unbound.
 */
export interface EscapingTerms {
  /** A named graph that the caller may read, and one that it may not. */
  readonly readable: string;
  readonly hidden: string;
  /** A subject that only the hidden graph has. */
  readonly subject: string;
  /** A property of it, and its value. */
  readonly property: string;
  readonly value: string;
}

export const escapingQueries = ({ readable, hidden, subject, property, value }: EscapingTerms): string[] => [
  'SELECT ?s ?p ?o { GRAPH ?g { SELECT ?s ?p ?o { ?s ?p ?o } } }',
  'SELECT ?x { GRAPH ?g { SELECT (COUNT(*) AS ?x) { ?s ?p ?o } } }',
  'SELECT ?x { GRAPH ?g { SELECT (GROUP_CONCAT(STR(?o)) AS ?x) { ?s ?p ?o } } }',
  'SELECT (GROUP_CONCAT(?x) AS ?y) { GRAPH ?g { SELECT (COUNT(*) AS ?x) { ?s ?p ?o } } }',
  `SELECT ?o { GRAPH ?g { SELECT ?o (<${readable}> AS ?g) { ?s ?p ?o } } }`,
  'SELECT ?o ?h { GRAPH ?g { { SELECT ?o { ?s ?p ?o } } UNION { ?s ?p ?o } } }',
  'SELECT ?o { OPTIONAL { GRAPH ?g { SELECT ?o { ?s ?p ?o } } } }',
  'SELECT ?g ?n { GRAPH ?g { SELECT (COUNT(?s) AS ?n) { ?s ?p ?o } GROUP BY ?p } }',
  'SELECT ?o { GRAPH ?g { { SELECT DISTINCT ?o { ?s ?p ?o } ORDER BY ?o LIMIT 100 } } }',
  'SELECT ?o { GRAPH ?g { SELECT ?o ?h { ?s ?p ?o BIND(?g AS ?h) } } }',
  'SELECT ?o ?h { GRAPH ?g { SELECT ?o ?h { ?s ?p ?o . OPTIONAL { ?x ?y ?h } } } }',
  `ASK { GRAPH ?g { SELECT ?o { <${subject}> ?p ?o } } }`,
  'CONSTRUCT { ?s ?p ?o } { GRAPH ?g { SELECT ?s ?p ?o { ?s ?p ?o } } }',
  'SELECT ?o { GRAPH ?g { { SELECT ?o { ?s ?p ?o } } { SELECT ?q { ?x ?q ?y } } } }',
  'SELECT ?o { GRAPH ?g { ?a ?b ?c . { SELECT ?o { ?s ?p ?o } } } }',
  `SELECT ?x ?o { GRAPH ?g { ?s ?p ?x . MINUS { SELECT ?x { <${subject}> ?q ?x } } } }`,
  `SELECT ?e { GRAPH ?g { BIND(EXISTS { SELECT ?x { <${subject}> ?q ?x } } AS ?e) } }`,
  `SELECT ?x { GRAPH ?g { VALUES ?x { ${value} "none" } FILTER EXISTS { ?s ?p ?x } } }`,
  `SELECT ?x { GRAPH ?g { VALUES ?x { ${value} "none" } FILTER NOT EXISTS { ?s ?p ?x } } }`,
  `SELECT ?x { GRAPH ?g { VALUES ?x { ${value} "none" } MINUS { ?s ?p ?x } } }`,
  `SELECT ?x ?e { GRAPH ?g { VALUES ?x { ${value} "none" } BIND(EXISTS { ?s ?p ?x } AS ?e) } }`,
  `SELECT ?e { GRAPH ?g { BIND(EXISTS { ?s <${property}> ?d FILTER(STRLEN(?d) > 0) } AS ?e) } }`,
  `ASK { GRAPH ?g { FILTER EXISTS { <${subject}> ?p ?o } } }`,
  `ASK { GRAPH ?g { VALUES ?x { 1 } FILTER EXISTS { <${subject}> ?p ?o } } }`,
  `SELECT ?x ?o { GRAPH ?g { VALUES ?x { 1 } OPTIONAL { <${subject}> ?p ?o } } }`,
  `SELECT ?x { GRAPH ?g { { VALUES ?x { 1 } } MINUS { VALUES ?x { 1 } <${subject}> ?p ?o } } }`,
  `SELECT ?x { GRAPH ?g { <${subject}> <urn:p:none>* ?x FILTER EXISTS { <${subject}> ?p ?o } } }`,
  `SELECT ?x { GRAPH ?g { <${subject}> <${property}>? ?x } }`,
  'SELECT ?s ?o { GRAPH ?g { ?s (<urn:p:none>|!<urn:p:none>)* ?o } }',
  'SELECT (COUNT(*) AS ?n) { GRAPH ?g { } FILTER(BOUND(?g)) }',
  `SELECT ?z { GRAPH ?g { } GRAPH ?h { <${subject}> ?p ?z } }`,
  'SELECT ?z { { GRAPH ?g { VALUES ?x { 1 } } } GRAPH ?g { ?s ?p ?z } }',
  'SELECT ?z { OPTIONAL { GRAPH ?g { VALUES ?x { 1 } } } { GRAPH ?g { ?s ?p ?z } } }',
  `SELECT ?e { { SELECT (COUNT(?d) AS ?e) { GRAPH ?g { VALUES ?d { ${value} } FILTER EXISTS { ?s ?p ?d } } } } }`,
  `SELECT ?x { GRAPH ?g { ?s ?p ?x } GRAPH <${hidden}> { ?s ?p ?y } }`,
  'SELECT ?g { GRAPH ?g { OPTIONAL { ?s ?p ?o } } }',
  'SELECT ?g { GRAPH ?g { BIND(1 AS ?x) } }',
  `SELECT ?x { GRAPH ?g { ?s ?p ?x { FILTER EXISTS { <${subject}> ?p ?o } } } }`,
  `SELECT ?x { GRAPH ?g { ?s ?p ?x OPTIONAL { FILTER EXISTS { <${subject}> ?q ?o } } } }`,
  `SELECT ?o { GRAPH <${readable}> { SELECT ?o { ?s ?p ?o } } }`,
  `SELECT ?o { GRAPH <${hidden}> { SELECT ?o { ?s ?p ?o } } }`,
  `SELECT (COUNT(*) AS ?n) { GRAPH <${hidden}> { } }`,
  `SELECT (COUNT(*) AS ?n) { GRAPH <${readable}> { } }`,
  `SELECT ?n { GRAPH <${hidden}> { SELECT (COUNT(*) AS ?n) { ?s ?p ?o } } }`,
  `SELECT ?n { GRAPH <${readable}> { SELECT (COUNT(*) AS ?n) { ?s ?p ?o } } }`,
  `SELECT ?o { GRAPH <${readable}> { <${readable}> (<urn:p:none>|!<urn:p:none>)+ ?o } }`,
  `SELECT ?o { GRAPH <${readable}> { ?s ?p ?x MINUS { ?s ?p ?x FILTER(false) } } }`,
  `SELECT ?x ?y { GRAPH <${readable}> { ?s ?p ?x { SELECT ?x (COUNT(*) AS ?y) { ?s ?p ?x } GROUP BY ?x } } }`,
  `SELECT ?x { GRAPH <${readable}> { VALUES ?y { 1 } ?s ?p ?x MINUS { <${subject}> ?p ?z } } }`,
  `SELECT ?x ?g { GRAPH ?g { ?s ?p ?x FILTER EXISTS { ?s ?q ?y } OPTIONAL { <${subject}> ?p ?z } } }`,
  `SELECT ?x { GRAPH ?g { VALUES ?x { ${value} "open" } ?s ?p ?x { ?s ?q ?x } UNION { <${subject}> ?r ?x } } }`,
  `SELECT ?x { BIND(<${hidden}> AS ?g) GRAPH ?g { ?s ?p ?x } }`,
  `SELECT ?e { GRAPH ?g { ?s ?p ?x BIND(EXISTS { <${subject}> ?q ?y } AS ?e) } }`,
  `ASK { GRAPH <${readable}> { ?s ?p ?x FILTER EXISTS { <${subject}> ?q ?y } } }`,
  `SELECT ?e { GRAPH <${readable}> { SELECT (EXISTS { <${subject}> ?q ?y } AS ?e) { ?s ?p ?x } } }`,
  `SELECT ?c { GRAPH <${readable}> { SELECT (COUNT(*) AS ?c) { ?s ?p ?x } HAVING (EXISTS { <${subject}> ?q ?y }) } }`,
  `SELECT ?x { GRAPH <${readable}> { SELECT ?x { ?s ?p ?x } ORDER BY (EXISTS { <${subject}> ?q ?y }) } }`,
  `SELECT ?k { GRAPH <${readable}> { SELECT ?k { ?s ?p ?x } GROUP BY (EXISTS { <${subject}> ?q ?y } AS ?k) } }`,
  `SELECT ?k { GRAPH <${readable}> { SELECT (SUM(IF(EXISTS { SELECT ?y { <${subject}> ?q ?y } }, 1, 0)) AS ?k) { ?s ?p ?x } } }`,
];
