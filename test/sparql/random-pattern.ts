/** Random graph patterns, each in two spellings that mean the same (`random-query.ts`). */
import { ExpressionWriter, join, list, type Part, VARIABLES, XSD } from './random-expression.js';

export class PatternWriter extends ExpressionWriter {
  protected where(): Part {
    return join`${this.random.one(['WHERE ', ''])}{ ${this.group(3)} }`;
  }

  protected aggregate(dataset: string): Part {
    const key = this.random.one(VARIABLES);
    const keyName = this.freshName();
    const byExpression = this.random.chance(0.4);
    const condition: Part = byExpression ? join`(${this.expression(2)} AS ${keyName})` : [key, key];
    const own = byExpression ? keyName : key;
    const items = Array.from({ length: 1 + this.random.below(2) }, () => {
      return join`(${this.aggregateExpression(own)} AS ${this.freshName()})`;
    });
    const having = this.random.chance(0.5)
      ? join`HAVING (${this.aggregateExpression(own)} >= ${String(this.random.below(4))}) (1 = 1)`
      : '';
    return join`SELECT ${own} ${list(items, ' ')} ${dataset}${this.where()} GROUP BY ${condition} ${having}`;
  }

  protected aggregateExpression(key: string): Part {
    const inner = this.chain(2, () => this.primary(1));
    const distinct = this.random.one(['', 'DISTINCT ']);
    const one = (): Part =>
      this.random.one<() => Part>([
        () => [`COUNT(${distinct}*)`, `COUNT(${distinct}*)`],
        () => join`COUNT(${distinct}${inner})`,
        () => join`SUM(${distinct}${inner})`,
        () => join`AVG(${distinct}${inner})`,
        () => join`MIN(STR(${inner}))`,
        () => join`MAX(STR(${inner}))`,
        () => join`STRLEN(GROUP_CONCAT(${distinct}${inner} ; SEPARATOR = ",-1"))`,
        () => [`SAMPLE(${key})`, `SAMPLE(${key})`],
      ])();
    return this.random.chance(0.4) ? this.chain(3, one) : one();
  }

  protected values(probability: number): string {
    if (!this.random.chance(probability)) return '';
    const data = (): string => this.random.one(['UNDEF', ...this.terms.resources, ...this.terms.literals]);
    if (this.random.chance(0.5)) {
      const rows = Array.from({ length: this.random.below(4) }, data);
      return `VALUES ${this.random.one(VARIABLES)} { ${rows.join(' ')} }`;
    }
    const rows = Array.from({ length: this.random.below(4) }, () => `( ${data()} ${data()} )`);
    return `VALUES ( ?a ?n ) { ${rows.join(' ')} }`;
  }

  protected group(depth: number): Part {
    // The first one matches much, so that answers have something to differ in.
    const parts: Part[] = [this.random.chance(0.8) ? this.wide() : this.triples()];
    for (let count = this.random.below(3); count > 0; count -= 1) parts.push(this.pattern(depth - 1));
    return list(parts, ' ');
  }

  protected pattern(depth: number): Part {
    const inner = (): Part => (depth <= 0 ? this.triples() : this.group(depth));
    return this.random.one<() => Part>([
      () => this.triples(),
      () => join`OPTIONAL { ${inner()} FILTER( ${this.expression(2)} ) }`,
      () => join`OPTIONAL { ${inner()} }`,
      () => join`{ ${inner()} } UNION { ${inner()} }`,
      () => join`{ ${inner()} } UNION { } UNION { ${inner()} }`,
      () => join`MINUS { ${inner()} }`,
      () => join`GRAPH ${this.random.one(['?g', ...this.terms.graphs])} { ${this.plainTriples()} }`,
      () => join`FILTER( ${this.expression(3)} )`,
      () => join`FILTER( BOUND(?a) || ${this.expression(3)} )`,
      () => join`FILTER ${this.call(2)}`,
      () => join`FILTER <${XSD}boolean>( ${this.expression(2)} )`,
      () => join`FILTER ${this.random.one(['EXISTS', 'NOT EXISTS'])} { ${inner()} }`,
      () => join`BIND( ${this.expression(3)} AS ${this.freshName()} )`,
      () => {
        const data = this.values(1);
        return [data, data];
      },
      () => join`{ ${this.aggregate('')} }`,
      () => join`{ SELECT DISTINCT ${this.someVariables().join(' ')} { ${inner()} } }`,
      () => join`{ { } ${inner()} }`,
    ])();
  }

  protected triples(): Part {
    const text = this.random.chance(0.3) ? this.pathTriples() : this.plainTriples();
    return [text, text];
  }

  protected wide(): Part {
    const text = `?a ${this.random.one([...this.terms.predicates, '?p'])} ${this.random.one(['?b', '?n', '?c'])} .`;
    return [text, text];
  }

  protected pathTriples(): string {
    const object = this.random.one([...VARIABLES, this.random.one(this.terms.resources)]);
    return `${this.random.one(VARIABLES)} ${this.path(3)} ${object} .`;
  }

  protected path(depth: number): string {
    const one = this.random.one([...this.terms.predicates, 'a']);
    if (depth === 0) return one;
    const inner = (): string => this.path(depth - 1);
    return this.random.one([
      () => one,
      () => `(${inner()})/(${inner()})`,
      () => `${one}/${this.random.one(this.terms.predicates)}/^${one}`,
      () => `(${inner()})|(${inner()})`,
      () => `^(${inner()})`,
      () => `^(^${one})`,
      () => `(${inner()})?`,
      () => `(${inner()})*`,
      () => `(${inner()})+`,
      () => `!${one}`,
      () => `!(${one}|^${this.random.one(this.terms.predicates)}|a)`,
      () => `!^${one}`,
    ])();
  }

  protected someVariables(): string[] {
    const chosen = VARIABLES.filter(() => this.random.chance(0.5));
    return chosen.length === 0 ? ['?a'] : chosen;
  }
}
