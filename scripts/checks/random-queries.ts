/**
 * Random SPARQL 1.1 queries over the terms of a dataset, generated from the grammar (section 19.8), so that operators
 * are combined with and without brackets. Functions with several correct results are left out: LIMIT, SAMPLE, RAND,
 * NOW, BNODE, UUID.
 */
import { Random, seeded } from '../../test/support/random.js';

/** Terms of the dataset in SPARQL notation, each as often as it occurs. */
export interface Terms {
  readonly subjects: readonly string[];
  readonly predicates: readonly string[];
  readonly objects: readonly string[];
  readonly graphs: readonly string[];
  /** The predicates and objects of each subject. */
  readonly described: readonly (readonly (readonly [string, string])[])[];
}

const VARIABLES = ['?a', '?b', '?c', '?d', '?e'];
const PREFIXES = `PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
PREFIX cargo: <https://onerecord.iata.org/ns/cargo#>
`;

export class RandomQueries {
  readonly #dice: Random;
  /** The remaining depth in the grammar. */
  #depth = 0;
  #fresh = 0;

  constructor(
    seed: number,
    private readonly terms: Terms,
  ) {
    this.#dice = new Random(seeded(seed));
  }

  next(): string {
    this.#depth = 4;
    this.#fresh = 0;
    const kind = this.#dice.below(10);
    if (kind === 0) return `${PREFIXES}ASK ${this.#group()}`;
    if (kind === 1) return `${PREFIXES}CONSTRUCT { ${this.#template()} } WHERE ${this.#group()}`;
    if (kind === 2) return PREFIXES + this.#aggregate();
    return PREFIXES + this.#select();
  }

  #one<Value>(...makers: readonly (() => Value)[]): Value {
    return this.#dice.one(makers)();
  }

  /** Descends one level; at the maximum depth it uses the plain alternative. */
  #down(plain: () => string, deeper: () => string): string {
    if (this.#depth <= 0) return plain();
    this.#depth--;
    const text = deeper();
    this.#depth++;
    return text;
  }

  #list(least: number, most: number, item: () => string, separator = ' '): string {
    return Array.from({ length: least + this.#dice.below(most - least + 1) }, item).join(separator);
  }

  #variable(): string {
    return this.#dice.one(VARIABLES);
  }

  #select(): string {
    const distinct = this.#dice.one(['', '', 'DISTINCT ']);
    const order = this.#dice.chance(0.2) ? ` ORDER BY ${this.#dice.one(['', 'DESC'])}(${this.#expression()})` : '';
    const columns = this.#one(
      () => '*',
      () => VARIABLES.slice(0, 1 + this.#dice.below(VARIABLES.length)).join(' '),
      () => `${VARIABLES.slice(0, 2).join(' ')} (${this.#expression()} AS ?value)`,
    );
    return `SELECT ${distinct}${columns} WHERE ${this.#group()}${order}`;
  }

  #aggregate(): string {
    const call = (): string =>
      this.#one(
        () => 'COUNT(*)',
        () => `COUNT(${this.#dice.one(['', 'DISTINCT '])}${this.#variable()})`,
        () => `SUM(${this.#number()})`,
        () => `${this.#dice.one(['MIN', 'MAX'])}(STR(${this.#variable()}))`,
        () => `AVG(STRLEN(STR(${this.#variable()})))`,
        () => `STRLEN(GROUP_CONCAT(STR(${this.#variable()}); SEPARATOR=","))`,
      );
    const key = this.#variable();
    const having = this.#dice.chance(0.4)
      ? ` HAVING ${this.#list(1, 2, () => `(${call()} ${this.#compare()} 1)`)}`
      : '';
    const group = this.#one(
      () => [key, ` GROUP BY ${key}`],
      () => ['?key', ` GROUP BY (${this.#string()} AS ?key)`],
      () => ['', ''],
    ).concat('');
    return `SELECT ${group[0] ?? ''} (${call()} AS ?x) (${call()} AS ?y) WHERE ${this.#group()}${group[1] ?? ''}${having}`;
  }

  #template(): string {
    return this.#list(1, 2, () => `${this.#variable()} ${this.#dice.one(this.terms.predicates)} ${this.#term()} .`);
  }

  #group(): string {
    return this.#down(
      () => `{ ${this.#triples()} }`,
      () => `{ ${this.#triples()} ${this.#list(0, 2, () => this.#pattern())} }`,
    );
  }

  #pattern(): string {
    return this.#one(
      () => this.#triples(),
      () => `OPTIONAL ${this.#group()}`,
      () => `${this.#group()} UNION ${this.#group()}`,
      () => `MINUS ${this.#group()}`,
      () => `FILTER (${this.#expression()})`,
      () => `FILTER ${this.#dice.one(['', 'NOT '])}EXISTS ${this.#group()}`,
      () => `BIND (${this.#expression()} AS ?f${++this.#fresh})`,
      () => this.#values(),
      () =>
        `GRAPH ${this.#one(this.#variable.bind(this), () => this.#dice.one(this.terms.graphs))} { ${this.#triples()} }`,
      () => `{ SELECT DISTINCT ${this.#variable()} WHERE ${this.#group()} }`,
    );
  }

  #values(): string {
    const value = (): string => (this.#dice.chance(0.1) ? 'UNDEF' : this.#term(false));
    return this.#one(
      () => `VALUES ${this.#variable()} { ${this.#list(0, 3, value)} }`,
      () => `VALUES (?a ?b) { ${this.#list(1, 3, () => `(${value()} ${value()})`)} }`,
    );
  }

  /** Three of four patterns match the dataset, because most random ones return no rows. */
  #triples(): string {
    if (this.#dice.chance(0.25)) return this.#anyTriples();
    const statements = this.#dice.one(this.terms.described);
    const one = (): string => {
      const [predicate, object] = this.#dice.one(statements);
      const verb = this.#dice.one([
        predicate,
        predicate,
        `(${predicate})`,
        `^(^${predicate})`,
        `(${predicate}|^${predicate})`,
      ]);
      return `${verb} ${this.#dice.chance(0.85) ? this.#variable() : object}`;
    };
    return `${this.#dice.chance(0.6) ? '?a' : this.#variable()} ${this.#list(1, 2, one, ' ; ')} .`;
  }

  /** One or two patterns that share a subject, so that no query is a large cross product. */
  #anyTriples(): string {
    const subject = this.#dice.chance(0.6) ? '?a' : this.#dice.chance(0.8) ? this.#variable() : this.#term(false);
    const verb = (): string => (this.#dice.chance(0.75) ? this.#dice.one(this.terms.predicates) : this.#path(2));
    const object = (): string => (this.#dice.chance(0.9) ? this.#variable() : this.#term(false));
    return this.#one(
      () => `${subject} ${verb()} ${object()} .`,
      () => `${subject} ${verb()} ${object()} .`,
      () => `${subject} ${verb()} ${object()} ; ${verb()} ${object()} .`,
      () => `${subject} ${verb()} [ ${verb()} ${object()} ] .`,
      () => `${subject} ${this.#dice.one(this.terms.predicates)} ${object()} , ${object()} .`,
    );
  }

  #path(depth: number): string {
    const step = (): string => (depth === 0 ? this.#dice.one(this.terms.predicates) : this.#path(depth - 1));
    return this.#one(
      () => this.#dice.one(this.terms.predicates),
      () => `^${this.#dice.one(this.terms.predicates)}`,
      () => `(${step()}/${step()})`,
      () => `(${step()}|${step()})`,
      () => `(${step()})?`,
      () => `(${this.#dice.one(this.terms.predicates)})+`,
      () => `!(${this.#dice.one(this.terms.predicates)}|^${this.#dice.one(this.terms.predicates)})`,
      () => `^(${step()})`,
    );
  }

  #term(variables = true): string {
    return this.#one(
      () => (variables ? this.#variable() : this.#dice.one(this.terms.subjects)),
      () => this.#dice.one(this.terms.subjects),
      () => this.#dice.one(this.terms.objects),
      () => this.#constant(),
    );
  }

  #constant(): string {
    return this.#dice.one(['1', '0', '-3', '2.5', '1e1', 'true', 'false', '"Oranges"', '"Lot 1"', '"x"@en', "'é\\n'"]);
  }

  #compare(): string {
    return this.#dice.one(['=', '!=', '<', '>', '<=', '>=']);
  }

  /** One function per level of the grammar: ConditionalOr, ConditionalAnd, Relational, then the values of one kind. */
  #expression(): string {
    return this.#down(
      () => this.#boolean(),
      () => this.#list(1, 2, () => this.#list(1, 2, () => this.#relational(), ' && '), ' || '),
    );
  }

  #relational(): string {
    return this.#one(
      () => this.#boolean(),
      () => `${this.#number()} ${this.#compare()} ${this.#number()}`,
      () => `${this.#string()} ${this.#compare()} ${this.#string()}`,
      () => `${this.#variable()} ${this.#dice.one(['=', '!='])} ${this.#term()}`,
      () => `${this.#value()} ${this.#dice.one(['IN', 'NOT IN'])} (${this.#list(0, 3, () => this.#value(), ', ')})`,
      () => `!${this.#boolean()}`,
    );
  }

  #value(): string {
    return this.#one(
      () => this.#term(),
      () => this.#number(),
      () => this.#string(),
      () => this.#boolean(),
    );
  }

  #boolean(): string {
    return this.#down(
      () => this.#dice.one(['true', 'false']),
      () =>
        this.#one(
          () => `(${this.#expression()})`,
          () => `BOUND(${this.#variable()})`,
          () => `${this.#dice.one(['isIRI', 'isLiteral', 'isBlank', 'isNumeric'])}(${this.#variable()})`,
          () => `${this.#dice.one(['CONTAINS', 'STRSTARTS', 'STRENDS'])}(${this.#string()}, ${this.#string()})`,
          () => `REGEX(${this.#string()}, "^[a-o]+", "i")`,
          () => `EXISTS ${this.#group()}`,
          () => `LANGMATCHES(LANG(${this.#variable()}), "*")`,
          () => `IF(${this.#expression()}, true, ${this.#boolean()})`,
          () => `COALESCE(${this.#expression()}, false)`,
        ),
    );
  }

  #number(): string {
    return this.#down(
      () => this.#dice.one(['1', '2', '0.5', '7']),
      () =>
        this.#one(
          () =>
            this.#number() + this.#list(1, 3, () => `${this.#dice.one([' + ', ' - ', ' * '])}${this.#number()}`, ''),
          () => `(${this.#number()} - ${this.#number()})`,
          () => `-(${this.#number()})`,
          () => `STRLEN(${this.#string()})`,
          () => `${this.#dice.one(['ABS', 'CEIL', 'FLOOR', 'ROUND'])}(${this.#number()})`,
          () => this.#variable(),
          () => `${this.#dice.one(['YEAR', 'MONTH', 'DAY', 'HOURS', 'MINUTES'])}(${this.#variable()})`,
          () => `IF(${this.#expression()}, ${this.#number()}, 4)`,
        ),
    );
  }

  #string(): string {
    return this.#down(
      () => this.#dice.one(['"Oranges"', "'lot'", '"""a"b"""', '""']),
      () =>
        this.#one(
          () => `STR(${this.#dice.one(this.terms.subjects)})`,
          () => `CONCAT(${this.#list(0, 3, () => this.#string(), ', ')})`,
          () => `SUBSTR(${this.#string()}, 2)`,
          () => `${this.#dice.one(['UCASE', 'LCASE', 'ENCODE_FOR_URI', 'MD5', 'SHA1'])}(${this.#string()})`,
          () => `${this.#dice.one(['STRBEFORE', 'STRAFTER'])}(${this.#string()}, "o")`,
          () => `REPLACE(${this.#string()}, "o", "0")`,
          () => `LANG(${this.#variable()})`,
        ),
    );
  }
}
