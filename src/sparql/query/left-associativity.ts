/**
 * Adds brackets where the engine would calculate from right to left: it evaluates `a - b - c` as `a - (b - c)`, and
 * `a / b * c` as `a / (b * c)`, where SPARQL goes from left to right (section 19.8, AdditiveExpression). The rest of an
 * expression is left unchanged.
 */
import { getOrAdd } from '../../collections.js';
import { type Edit, insertion } from './text-edits.js';
import { endsOperand, type Token } from './tokenizer.js';

/** A part of the text. */
interface Span {
  start: number;
  end: number;
}

/** A product, without the additive operator before it. */
interface Term extends Span {
  readonly factors: Span[];
}

/** The operand that must follow an operator. */
const EMPTY: Span = { start: 0, end: 0 };

/** Separates one chain of operators from the next. */
const separators = new Set([
  ',',
  ';',
  '||',
  '&&',
  '=',
  '!=',
  '<',
  '>',
  '<=',
  '>=',
  'IN',
  'AS',
  'DISTINCT',
  'SEPARATOR',
]);

/** The insertions of brackets into a query with these tokens. */
export function leftAssociativeBrackets(tokens: readonly Token[]): Edit[] {
  const edits: Edit[] = [];
  const chains = new Map<number, Chain>();
  for (const token of tokens) {
    if (!token.inExpression) continue;
    getOrAdd(chains, token.level, () => new Chain(edits)).add(token);
  }
  for (const chain of chains.values()) chain.close();
  return edits;
}

/** The operands between two separators of one pair of brackets. Inner brackets are part of an operand. */
class Chain {
  #terms: Term[] = [];
  #last: Token | undefined;

  constructor(private readonly edits: Edit[]) {}

  add(token: Token): void {
    const { text, type, start, end } = token;
    const last = this.#last;
    this.#last = token;
    // Every token except marks and keywords is an operand.
    if (
      (type === 'mark' || type === 'word') &&
      (separators.has(text) || (text === 'NOT' && last && endsOperand(last)))
    ) {
      this.close();
      return;
    }
    const isAfterOperand = last !== undefined && endsOperand(last);
    const term = this.#terms.at(-1);
    if (isAfterOperand && term !== undefined) {
      if (type === 'mark' && (text === '+' || text === '-')) {
        this.#terms.push({ ...EMPTY, factors: [{ ...EMPTY }] });
        return;
      }
      if (type === 'mark' && (text === '*' || text === '/')) {
        term.factors.push({ ...EMPTY });
        return;
      }
      // `?a -1` is a subtraction, although the tokenizer reads the sign as part of the number.
      if (type === 'number' && /^[+-]/.test(text)) {
        this.#terms.push({ start: start + 1, end, factors: [{ start: start + 1, end }] });
        return;
      }
    }
    this.#extend(term, start, end);
  }

  close(): void {
    for (const { factors } of this.#terms) this.#group(factors);
    this.#group(this.#terms);
    this.#terms = [];
    this.#last = undefined;
  }

  /** Extends the last operand by a token, or starts it. */
  #extend(term: Term | undefined, start: number, end: number): void {
    if (term === undefined) {
      this.#terms.push({ start, end, factors: [{ start, end }] });
      return;
    }
    for (const span of [term, term.factors.at(-1)]) {
      if (span === undefined) continue;
      if (span.end === EMPTY.end) span.start = start;
      span.end = end;
    }
  }

  #group(operands: readonly Span[]): void {
    const [first] = operands;
    if (first === undefined) return;
    for (const { end } of operands.slice(1, -1)) this.edits.push(insertion(first.start, '('), insertion(end, ')'));
  }
}
