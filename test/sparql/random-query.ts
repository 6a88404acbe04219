/**
 * Random queries over the whole grammar of SPARQL 1.1, each in two spellings that mean the same: as a caller might write
 * it, and with every bracket, for an engine that is not trusted with the order of operators.
 */
import { join, list, type Part, VARIABLES, XSD } from './random-expression.js';
import { PatternWriter } from './random-pattern.js';

export interface RandomQuery {
  readonly kind: 'SELECT' | 'ASK' | 'CONSTRUCT' | 'DESCRIBE';
  /** As its caller writes it. */
  readonly written: string;
  /** For the engine itself. */
  readonly plain: string;
}

export class QueryWriter extends PatternWriter {
  query(): RandomQuery {
    this.fresh = 0;
    const kind = this.random.one(['SELECT', 'SELECT', 'SELECT', 'ASK', 'CONSTRUCT', 'DESCRIBE'] as const);
    const forms = {
      SELECT: () => this.select(),
      ASK: () => this.ask(),
      CONSTRUCT: () => this.construct(),
      DESCRIBE: () => this.describe(),
    };
    const [written, plain] = forms[kind]();
    const prologue = `BASE <urn:base/> PREFIX xs: <${XSD}> PREFIX : <urn:empty:> `;
    return { kind, written: this.disguise(prologue + written), plain: prologue + plain };
  }

  protected select(): Part {
    if (this.random.chance(0.35)) return join`${this.aggregate(this.dataset())} ${this.values(0.1)}`;
    const variables = this.someVariables();
    const names = [...variables];
    const items: Part[] = variables.map((name) => [name, name]);
    for (let count = this.random.below(3); count > 0; count -= 1) {
      const name = this.freshName();
      items.push(join`(${this.expression(3)} AS ${name})`);
      names.push(name);
    }
    const distinct = this.random.one(['', '', 'DISTINCT ', 'REDUCED ']);
    const all = this.random.chance(0.2);
    const projection: Part = all ? ['*', '*'] : list(items, ' ');
    // REDUCED may remove any duplicates, and the rows of * have no defined order here.
    const slice = all || distinct === 'REDUCED ' ? '' : this.slice(names);
    const eliminated = distinct === 'REDUCED ' ? 'DISTINCT ' : distinct;
    return join`SELECT ${eliminated}${projection} ${this.dataset()}${this.where()} ${slice} ${this.values(0.15)}`;
  }

  protected ask(): Part {
    const start = join`ASK ${this.dataset()}`;
    if (!this.random.chance(0.3)) return join`${start}${this.where()}`;
    return join`${start}${this.grouped(this.random.one(VARIABLES))}`;
  }

  protected construct(): Part {
    if (this.random.chance(0.2)) {
      const triples = this.plainTriples();
      return join`CONSTRUCT ${this.dataset()}WHERE { ${triples} }`;
    }
    const key = this.random.one(VARIABLES);
    const template = this.template(key);
    const start = join`CONSTRUCT { ${template} } ${this.dataset()}`;
    if (this.random.chance(0.3)) return join`${start}${this.grouped(key)}`;
    return join`${start}${this.where()}`;
  }

  protected describe(): Part {
    const start = this.dataset();
    if (this.random.chance(0.3)) return join`DESCRIBE ${this.random.one(this.terms.resources)} ${start}`;
    const key = this.random.one(VARIABLES);
    const what = this.random.one([key, `${key} ${this.random.one(this.terms.resources)}`]);
    if (this.random.chance(0.3)) return join`DESCRIBE ${what} ${start}${this.grouped(key)}`;
    return join`DESCRIBE ${what} ${start}${this.where()}`;
  }

  /** Groups outside of SELECT: the engine knows them in a subquery only. */
  protected grouped(key: string): Part {
    const group = this.group(2);
    const having = join`HAVING (COUNT(*) > ${String(this.random.below(4))})${this.random.chance(0.3) ? '(BOUND(' + key + '))' : ''}`;
    const [written] = join`WHERE { ${group} } GROUP BY ${key} ${having}`;
    const [, plain] = join`WHERE { SELECT ${key} WHERE { ${group} } GROUP BY ${key} ${having} }`;
    return [written, plain];
  }

  /** By all variables of a row, since the order of equal rows is undefined. */
  protected slice(names: readonly string[]): string {
    if (!this.random.chance(0.4))
      return this.random.one(['', `ORDER BY DESC(${this.random.one(VARIABLES)}) ${this.random.one(VARIABLES)}`]);
    const order = names.map((name) => `STR(${name}) ASC(STR(DATATYPE(${name}))) DESC(LANG(${name})) (BOUND(${name}))`);
    const limit = `LIMIT ${String(this.random.below(20))}`;
    const offset = `OFFSET ${String(this.random.below(5))}`;
    const bounds = this.random.one([limit, offset, `${limit} ${offset}`, `${offset} ${limit}`]);
    return `ORDER BY ${order.join(' ')} ${bounds}`;
  }

  protected dataset(): string {
    if (!this.random.chance(0.15)) return '';
    const graphs = Array.from({ length: 1 + this.random.below(3) }, () => this.random.one(this.terms.graphs));
    return `${graphs.map((graph) => `${this.random.one(['FROM', 'FROM NAMED'])} ${graph}`).join(' ')} `;
  }

  protected template(key: string): Part {
    const resource = this.random.one(this.terms.resources);
    const text = this.random.one([
      `${key} <made> ?b .`,
      `${key} <made> ${resource}`,
      `[ <made> ${key} ; <by> ?a , "it" ]`,
      `${resource} <list> ( ${key} 1 ) .`,
      `_:it <made> ${key} . _:it <of> [] .`,
      `${resource} a ${key} ; ; <n> -1 .`,
      '',
    ]);
    return [text, text];
  }

  /** Other spellings of the same: spaces and comments between words, keywords in lower case, names with escapes. */
  protected disguise(text: string): string {
    return text
      .split(' ')
      .map((word) => {
        const spelled = /^[A-Z]{3,}$/.test(word) && this.random.chance(0.3) ? word.toLowerCase() : word;
        const escaped = this.random.chance(0.02)
          ? spelled.replace(/^\?([abc])$/, (_, name: string) => `?\\u006${String(' abc'.indexOf(name))}`)
          : spelled;
        return this.random.chance(0.02) ? `${escaped} # LIMIT 0 } ) " '''\n\t` : escaped;
      })
      .join(' ');
  }
}
