/** Random expressions, each in two spellings that mean the same (`random-query.ts`). */
import type { Random } from '../support/random.js';

/** What the queries are about: terms of the dataset, in full. */
export interface Terms {
  readonly resources: readonly string[];
  readonly predicates: readonly string[];
  readonly literals: readonly string[];
  readonly graphs: readonly string[];
}

/** Both spellings of a part. */
export type Part = readonly [written: string, plain: string];

export const VARIABLES = ['?a', '?b', '?c', '?n'] as const;
export const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** Joins parts, and texts that are the same in both. */
export function join(strings: TemplateStringsArray, ...parts: readonly (Part | string)[]): Part {
  const spell = (index: 0 | 1): string => strings.map((text, at) => text + ofSpelling(parts[at] ?? '', index)).join('');
  return [spell(0), spell(1)];
}
const ofSpelling = (part: Part | string, index: 0 | 1): string => (typeof part === 'string' ? part : part[index]);
export const list = (parts: readonly Part[], separator: string): Part => [
  parts.map(([written]) => written).join(separator),
  parts.map(([, plain]) => plain).join(separator),
];

export class ExpressionWriter {
  protected fresh = 0;

  constructor(
    protected readonly random: Random,
    protected readonly terms: Terms,
  ) {}

  protected plainTriples(): string {
    const { predicates } = this.terms;
    const subject = this.random.one([
      ...VARIABLES,
      this.random.one(this.terms.resources),
      '[]',
      '_:x' + String((this.fresh += 1)),
    ]);
    const verb = (): string => this.random.one([...predicates, ...predicates, '?p', 'a']);
    const object = (): string =>
      this.random.one([
        ...VARIABLES,
        ...VARIABLES,
        this.random.one(this.terms.literals),
        this.random.one(this.terms.resources),
      ]);
    return this.random.one([
      ...Array.from({ length: 6 }, () => () => `${subject} ${verb()} ${object()} .`),
      () => `${subject} ${verb()} ${object()} ; ${verb()} ${object()} , ${object()} ; .`,
      () => `[ ${verb()} ${object()} ] ${verb()} ${object()} .`,
      () => `${subject} ${verb()} [ ${verb()} ${object()} ] .`,
      () => `${subject} ${verb()} ( ${object()} -1 -2 ) .`,
    ])();
  }

  protected expression(depth: number): Part {
    if (depth === 0) return this.primary(0);
    const operand = (): Part => this.relation(depth - 1);
    return this.random.one<() => Part>([
      () => this.relation(depth),
      () => {
        const [one, other, third] = [operand(), operand(), operand()];
        const [written] = join`${one} && ${other} || ${third}`;
        const [, plain] = join`((${one}) && (${other})) || (${third})`;
        return [written, plain];
      },
      () => {
        const [one, other, third] = [operand(), operand(), operand()];
        const [written] = join`${one} || ${other} && ${third}`;
        const [, plain] = join`(${one}) || ((${other}) && (${third}))`;
        return [written, plain];
      },
      () => join`!(${operand()} || ${operand()})`,
      () => join`(${operand()} || ${operand()}) ${this.random.one(['IN', 'NOT IN'])} (${this.members(depth - 1)})`,
    ])();
  }

  protected relation(depth: number): Part {
    const side = (): Part => this.chain(4, () => this.primary(depth - 1));
    const left = side();
    if (this.random.chance(0.3)) return left;
    if (this.random.chance(0.3)) {
      const words = this.random.one(['IN', 'NOT IN']);
      const items = this.members(depth - 1);
      return [`${left[0]} ${words} (${items[0]})`, `(${left[1]}) ${words} (${items[1]})`];
    }
    const right = side();
    const operator = this.random.one(['=', '!=', '<', '>', '<=', '>=']);
    return [`${left[0]}${this.gap()}${operator}${this.gap()}${right[0]}`, `(${left[1]}) ${operator} (${right[1]})`];
  }

  /** The members of a list behind IN: an empty one is written for the engine as a value that equals nothing. */
  protected members(depth: number): Part {
    const items = this.items(depth);
    return items[0] === '' ? ['', '<urn:x:no-data>'] : items;
  }

  protected items(depth: number): Part {
    return list(
      Array.from({ length: this.random.below(4) }, () => this.expression(Math.max(0, depth))),
      ', ',
    );
  }

  /** Operands with operators between them, of both ranks; all brackets in the plain spelling. */
  protected chain(max: number, operand: () => Part): Part {
    const first = operand();
    let written = first[0];
    // The sum so far, and the product that is still open behind its operator.
    let sum: { readonly text: string; readonly operator: string } | undefined;
    let product = first[1];
    for (let count = this.random.chance(0.4) ? 0 : this.random.below(max); count > 0; count -= 1) {
      const operator = this.random.one(['+', '-', '-', '*', '/']);
      const next = operand();
      written += `${this.gap()}${operator}${this.gap()}${next[0]}`;
      if (operator === '*' || operator === '/') product = `(${product} ${operator} ${next[1]})`;
      else {
        const text: string = sum === undefined ? product : `(${sum.text} ${sum.operator} ${product})`;
        sum = { text, operator };
        product = next[1];
      }
    }
    return [written, sum === undefined ? product : `(${sum.text} ${sum.operator} ${product})`];
  }

  protected primary(depth: number): Part {
    if (depth > 0 && this.random.chance(0.3)) return this.call(depth);
    if (depth > 0 && this.random.chance(0.2)) return join`(${this.expression(depth - 1)})`;
    if (depth > 1 && this.random.chance(0.05)) return join`EXISTS { ${this.plainTriples()} }`;
    const text = this.random.one([
      ...VARIABLES,
      ...VARIABLES,
      String(this.random.below(9)),
      `${String(this.random.below(9))}.5`,
      '-3',
      '+2',
      '- ?n',
      '!?b',
      'true',
      '1e1',
      '"a-1-c"',
      "'x'@en ",
      `"2"^^xs:integer `,
      // A space ends a language tag or a name, which might go on with a minus sign.
      `${this.random.one(this.terms.literals)} `,
      `${this.random.one(this.terms.resources)} `,
    ]);
    return [text, text];
  }

  protected call(depth: number): Part {
    const one = (): Part => this.expression(Math.max(0, depth - 1));
    const of = (...names: readonly string[]): Part => join`${this.random.one(names)}(${one()})`;
    const text = (): Part => join`STR(${one()})`;
    const time = `"2020-05-06T07:08:09Z"^^xs:dateTime`;
    return this.random.one<() => Part>([
      () =>
        of('STR', 'LANG', 'DATATYPE', 'ABS', 'CEIL', 'FLOOR', 'ROUND', 'STRLEN', 'UCASE', 'LCASE', 'ENCODE_FOR_URI'),
      () =>
        of(
          'isIRI',
          'isURI',
          'isBlank',
          'isLiteral',
          'isNumeric',
          'xs:integer',
          'xs:string',
          'xs:decimal',
          'xs:boolean',
        ),
      () => of('MD5', 'SHA1', 'SHA256', 'SHA384', 'SHA512', 'IRI', 'URI', 'xs:double', 'xs:dateTime'),
      () =>
        join`${this.random.one(['YEAR', 'MONTH', 'DAY', 'HOURS', 'MINUTES', 'SECONDS', 'TIMEZONE', 'TZ'])}(${time})`,
      () => join`BOUND(${this.random.one(VARIABLES)})`,
      () => join`COALESCE(${this.items(depth - 1)})`,
      () => join`CONCAT(${text()}, ${text()})`,
      () => join`IF(${one()}, ${one()}, ${one()})`,
      () =>
        join`${this.random.one(['CONTAINS', 'STRSTARTS', 'STRENDS', 'STRBEFORE', 'STRAFTER', 'LANGMATCHES'])}(${text()}, ${text()})`,
      () => join`SUBSTR(${text()}, ${this.chain(3, () => this.primary(0))})`,
      () => join`SUBSTR(${text()}, 1, 2)`,
      () => join`REPLACE(${text()}, "[a-c]", "-", "i")`,
      () => join`REGEX(${text()}, "^(a|u)", "i")`,
      () => join`sameTerm(${one()}, ${one()})`,
      () => join`STRDT(${text()}, xs:string)`,
      () => join`STRLANG(${text()}, "de")`,
      () => ['isBlank(BNODE())', 'isBlank(BNODE())'],
      () => ['(RAND() < 1)', '(RAND() < 1)'],
      () => ['STRLEN(STRUUID())', 'STRLEN(STRUUID())'],
      () => ['(NOW() = NOW())', '(NOW() = NOW())'],
    ])();
  }

  protected freshName(): string {
    return `?v${String((this.fresh += 1))}`;
  }

  protected gap(): string {
    return this.random.one([' ', ' ', '', '\n']);
  }
}
