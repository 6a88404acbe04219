/**
 * Queries of somebody who looks for what it may not see: whatever the grammar has that begins a scope of its own, leaves a
 * variable unbound, or names a graph, a function or a predicate that is none of its business, within each other.
 */
import type { Random } from '../../support/random.js';

/** What queries are about; IRIs and literals as SPARQL writes them. */
export interface AdversaryTerms {
  readonly graphs: readonly string[];
  readonly subjects: readonly string[];
  readonly predicates: readonly string[];
  readonly values: readonly string[];
}

/** What GRAPH is around a pattern. */
type Around = 'none' | 'name' | 'variable';

const VARIABLES = ['?a', '?b', '?c', '?d'];
const NAMES = ['?g', '?g', '?h'];
const FUNCTIONS = [
  '<urn:f:unknown>',
  '<java:org.apache.jena.sparql.function.library.e>',
  '<http://jena.apache.org/ARQ/function#sysprop>',
  '<http://www.w3.org/2001/XMLSchema#string>',
];
const PREDICATES_OF_ENGINES = [
  '<http://jena.apache.org/ARQ/property#graph>',
  '<http://jena.apache.org/ARQ/list#member>',
  '<http://www.w3.org/2000/01/rdf-schema#member>',
  '<java:org.apache.jena.sparql.pfunction.library.str>',
];
/** Joins of more take an engine seconds. */
const MAX_STATEMENTS = 5;

export class Adversary {
  #statements = 0;
  #fresh = 0;
  /** Without what is certain to be refused, so that there are answers, too. */
  #isTame = false;
  /** Of a group. */
  #maxParts = 1;

  constructor(
    private readonly random: Random,
    private readonly terms: AdversaryTerms,
  ) {}

  query(): string {
    const { random } = this;
    this.#statements = 0;
    this.#fresh = 0;
    this.#isTame = random.chance(0.4);
    // Small ones hit what large ones make empty by something else.
    this.#maxParts = random.one([1, 1, 1, 2, 3]);
    const dataset = random.chance(0.05) ? this.#dataset() : '';
    const body = random.chance(0.4) ? this.#escape() : this.#group(3, 'none');
    const where = `${dataset}WHERE { ${body} }`;
    const kind = random.below(10);
    if (kind === 0) return `ASK ${where}`;
    if (kind === 1) return `CONSTRUCT { ?a ${this.#one(['?b', '<urn:p:n>'])} ?c . [] <urn:p:made> ?g } ${where}`;
    if (kind === 2 && random.chance(0.3)) return `DESCRIBE ${this.#one(['?a', ...this.terms.subjects])} ${where}`;
    return this.#select(where, 'none', true);
  }

  #select(where: string, around: Around, isOutermost: boolean): string {
    const { random } = this;
    const chosen = [...VARIABLES, ...NAMES.slice(1)].filter(() => random.chance(0.4));
    const variables = chosen.length === 0 ? ['?a'] : chosen;
    if (random.chance(0.3)) {
      const key = random.one([...VARIABLES, '?g']);
      const count = this.#one([
        'COUNT(*)',
        'COUNT(?b)',
        `COUNT(DISTINCT ?c)`,
        'STRLEN(GROUP_CONCAT(STR(?c)))',
        'MAX(STR(?b))',
        'SUM(STRLEN(STR(?c)))',
        `SUM(IF(${this.#exists(1, around)}, 1, 0))`,
      ]);
      const having = random.chance(0.2) ? ` HAVING (${this.#one(['COUNT(*) > 1', this.#exists(1, around)])})` : '';
      if (random.chance(0.3)) return `SELECT (${count} AS ${this.#name()}) ${where}${having}`;
      const by = random.chance(0.15) ? `(${this.#exists(1, around)} AS ${this.#name()})` : key;
      const shown = by === key ? key : '';
      return `SELECT ${shown} (${count} AS ${this.#name()}) ${where} GROUP BY ${by}${having}`;
    }
    const all = random.chance(0.15);
    const extra = !all && random.chance(0.15) ? ` (${this.#expression(1, around)} AS ${this.#name()})` : '';
    const order = random.chance(0.1) ? ` ORDER BY (${this.#expression(1, around)})` : '';
    const values = isOutermost && random.chance(0.1) ? ` ${this.#values()}` : '';
    const distinct = random.chance(0.3) ? 'DISTINCT ' : '';
    return `SELECT ${distinct}${all ? '*' : variables.join(' ')}${extra} ${where}${order}${values}`;
  }

  /** GRAPH around what has a scope of its own, or binds nothing, and then what looks at the graph. */
  #escape(): string {
    const { random } = this;
    const isVariable = random.chance(0.75);
    const around = isVariable ? 'variable' : 'name';
    const name = random.one(isVariable ? NAMES : this.terms.graphs);
    const select = (): string => `{ ${this.#select(`{ ${this.#triples(around)} }`, around, false)} }`;
    const looks: (() => string)[] = [
      select,
      select,
      () => `OPTIONAL { ${this.#triples(around)} }`,
      () => `MINUS { ${this.#triples(around)} }`,
      () => `FILTER ${this.#exists(1, around)}`,
      () => `BIND(${this.#exists(1, around)} AS ${this.#name()})`,
      () => `{ ${this.#triples(around)} } UNION { ${this.#values()} }`,
      () => this.#triples(around),
    ];
    const first = random.one([() => '', () => this.#values(), () => this.#triples(around), select])();
    const inner = `GRAPH ${name} { ${first} ${random.one(looks)()} }`;
    return random.one([
      () => inner,
      () => `${this.#triples('none')} ${inner}`,
      () => `OPTIONAL { ${inner} }`,
      () => `${inner} ${this.#part(2, 'none')}`,
      () => `FILTER EXISTS { ${inner} }`,
      () => `{ ${this.#select(`{ ${inner} }`, 'none', false)} }`,
    ])();
  }

  #group(depth: number, around: Around): string {
    const { random } = this;
    const isFirst = random.chance(this.#isTame && around !== 'none' ? 1 : 0.6);
    const parts = isFirst ? [this.#triples(around)] : [];
    for (let count = random.below(this.#maxParts + 1) + (isFirst ? 0 : 1); count > 0; count -= 1)
      parts.push(this.#part(depth, around));
    return parts.join(' ');
  }

  #part(depth: number, around: Around): string {
    const { random } = this;
    if (depth <= 0 || this.#statements >= MAX_STATEMENTS) {
      return this.#one([this.#values(), `FILTER(${this.#expression(0, around)})`, '']);
    }
    const inner = (): string => this.#group(depth - 1, around);
    const parts: (() => string)[] = [
      () => this.#triples(around),
      () => this.#triples(around),
      () => `OPTIONAL { ${inner()} }`,
      () => `{ ${inner()} } UNION { ${inner()} }`,
      () => `FILTER ${this.#exists(depth - 1, around)}`,
      () => `FILTER(${this.#expression(depth - 1, around)})`,
      () => `BIND(${this.#expression(depth - 1, around)} AS ${this.#name()})`,
      () => this.#values(),
      () => `{ ${inner()} }`,
    ];
    if (around === 'none' || !this.#isTame) {
      const graph = (): string => this.#graph(depth - 1);
      parts.push(graph, graph, graph, graph, graph);
    }
    if (around !== 'variable' || !this.#isTame) {
      const select = (): string => `{ ${this.#select(`{ ${inner()} }`, around, false)} }`;
      parts.push(select, select, () => `MINUS { ${inner()} }`);
    }
    if (!this.#isTame) {
      parts.push(
        () => `SERVICE <http://127.0.0.1:1/> { ${inner()} }`,
        () => `FILTER(${random.one(FUNCTIONS)}(?a) = ${random.one(this.terms.values)})`,
        () => `?a ${random.one(PREDICATES_OF_ENGINES)} ?b .`,
        () => `BIND(${random.one(this.terms.graphs)} AS ${random.one(NAMES)})`,
      );
    }
    return random.one(parts)();
  }

  #graph(depth: number): string {
    const isVariable = this.random.chance(0.6);
    const name = this.#one(isVariable ? NAMES : this.terms.graphs);
    return `GRAPH ${name} { ${this.#group(depth, isVariable ? 'variable' : 'name')} }`;
  }

  #triples(around: Around): string {
    const { random, terms } = this;
    const count = random.chance(0.2) ? 2 : 1;
    const statements: string[] = [];
    for (let made = 0; made < count && this.#statements < MAX_STATEMENTS; made += 1) {
      this.#statements += 1;
      const subject = random.chance(0.85)
        ? this.#one(VARIABLES)
        : this.#one([...terms.subjects, ...terms.graphs, '?g', '[]']);
      const predicate = random.chance(0.6) ? this.#one(['?p', '?q']) : this.#path(around);
      const object = random.chance(0.85)
        ? this.#one(['?b', '?c', '?c', '?d'])
        : this.#one([...terms.values, ...terms.subjects, '?g']);
      statements.push(`${subject} ${predicate} ${object} .`);
    }
    return statements.join(' ');
  }

  #path(around: Around): string {
    const one = (): string => this.#one(this.terms.predicates);
    if (this.random.chance(0.75)) return one();
    const fixed = [`${one()}/^${one()}`, `(${one()}|${one()})`, `^${one()}`];
    if (this.#isTame && around !== 'name') return this.#one(fixed);
    return this.#one([...fixed, `${one()}*`, `${one()}?`, `(${one()}|!${one()})+`, `!${one()}`]);
  }

  #exists(depth: number, around: Around): string {
    return `${this.#one(['EXISTS', 'NOT EXISTS'])} { ${this.#group(depth - 1, around)} }`;
  }

  #expression(depth: number, around: Around): string {
    const { random, terms } = this;
    const variable = random.one([...VARIABLES, '?g']);
    const value = this.#one([...terms.values, ...terms.subjects, ...terms.graphs]);
    const simple = [
      `BOUND(${variable})`,
      `isIRI(${variable})`,
      `${variable} = ${value}`,
      `${variable} IN (${value}, ${random.one(terms.values)})`,
      `STRSTARTS(STR(${variable}), "hid")`,
      `CONTAINS(STR(${variable}), "logistics")`,
    ];
    if (depth <= 0) return random.one(simple);
    return random.one([
      ...simple,
      `IF(${this.#exists(depth, around)}, ${random.one(simple)}, ${random.one(simple)})`,
      `(${random.one(simple)} && ${this.#exists(depth, around)})`,
      `COALESCE(${variable}, ${this.#exists(depth, around)})`,
    ]);
  }

  #values(): string {
    const name = this.#one([...VARIABLES, '?g']);
    const { values, subjects, graphs } = this.terms;
    const data = (): string => this.#one(name === '?g' ? graphs : this.#one([values, subjects]));
    return `VALUES ${name} { ${data()} ${data()} }`;
  }

  #dataset(): string {
    const clauses = Array.from(
      { length: 1 + this.random.below(2) },
      () => `${this.#one(['FROM', 'FROM NAMED'])} ${this.#one(this.terms.graphs)}`,
    );
    return `${clauses.join(' ')} `;
  }

  #name(): string {
    this.#fresh += 1;
    return `?x${String(this.#fresh)}`;
  }

  #one<Value>(values: readonly Value[]): Value {
    return this.random.one(values);
  }
}
