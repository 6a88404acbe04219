/**
 * The tokens of a SPARQL 1.1 query with their positions: the longest token at each position (section 19.8). Only
 * brackets are interpreted. A query runs as its caller wrote it; the tokens only show its form, and the positions for
 * insertions.
 */
import { keywordAt } from './keywords.js';

export type TokenType = 'iri' | 'name' | 'variable' | 'blank' | 'string' | 'language' | 'number' | 'word' | 'mark';

export interface Token {
  readonly type: TokenType;
  /**
   * The text in the query, except that keywords are in upper case (except `a`), and strings are reduced to their first
   * quote.
   */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /**
   * The number of the innermost brackets around it; 0 is the outermost level. A bracket belongs to the level around it.
   */
  readonly level: number;
  /** The number of brackets around it. */
  readonly depth: number;
  /** Whether the brackets around it contain an expression: then `-` is an operator and not part of a path. */
  readonly inExpression: boolean;
}

/** The text has no such token, or brackets do not match. */
export class ScanError extends Error {
  constructor(
    message: string,
    /** The offset in the text. */
    readonly at: number,
  ) {
    super(message);
  }
}

/** Brackets are nested too deeply. */
export class NestingError extends ScanError {}

interface Level {
  readonly number: number;
  readonly close: string;
  readonly inExpression: boolean;
  /** The outermost level and subqueries, which can have solution modifiers. */
  isQuery: boolean;
  last: Token | undefined;
  secondLast: Token | undefined;
}

const ESCAPE = String.raw`\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}`;
const LETTER = String.raw`A-Za-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C-\u200D\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}`;
const MORE = String.raw`${LETTER}_0-9\u00B7\u0300-\u036F\u203F-\u2040`;
const PLX = String.raw`%[0-9A-Fa-f]{2}|\\[_~.\-!$&'()*+,;=/?#@%]`;
const PREFIX = String.raw`(?:[${LETTER}]|${ESCAPE})(?:\.*(?:[${MORE}\-]|${ESCAPE}))*`;
const LOCAL = String.raw`(?:[${LETTER}_:0-9]|${PLX}|${ESCAPE})(?:\.*(?:[${MORE}:\-]|${PLX}|${ESCAPE}))*`;

const sticky = (source: string): RegExp => new RegExp(source, 'uy');
const IRI = sticky(String.raw`<(?:[^<>"{}|^${'`'}\\\u0000-\u0020]|${ESCAPE})*>`);
const NUMBER = sticky(
  String.raw`[+\-]?(?:[0-9]+(?:\.[0-9]*)?[eE][+\-]?[0-9]+|\.[0-9]+(?:[eE][+\-]?[0-9]+)?|[0-9]+(?:\.[0-9]+)?)`,
);
const MARK = sticky(String.raw`\^\^|&&|\|\||!=|<=|>=|[{}()[\].,;=<>!*/+\-|?^]`);

const NAME = sticky(`(?:${PREFIX})?:(?:${LOCAL})?`);
/** A prefix without its colon. */
const RUN = sticky(PREFIX);
/** Tokens that are recognized by their first character. */
const byFirstCharacter: readonly (readonly [TokenType, RegExp])[] = [
  [
    'variable',
    sticky(String.raw`[?$](?:[${LETTER}_0-9]|${ESCAPE})(?:[${LETTER}_0-9\u00B7\u0300-\u036F\u203F-\u2040]|${ESCAPE})*`),
  ],
  ['blank', sticky(String.raw`_:(?:[${LETTER}_0-9]|${ESCAPE})(?:\.*(?:[${MORE}\-]|${ESCAPE}))*`)],
  ['language', sticky('@[A-Za-z]+(?:-[A-Za-z0-9]+)*')],
];

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Whether this token may end an operand of an expression, so that an operator follows. */
export function endsOperand({ type, text }: Token): boolean {
  if (type === 'mark') return text === ')' || text === '}';
  return type !== 'word' || text === 'TRUE' || text === 'FALSE';
}

/**
 * @param maxDepth the maximum nesting of brackets.
 * @throws ScanError for text without a token of SPARQL 1.1, for an unmatched bracket, and for brackets nested too
 * deeply.
 */
export function scan(query: string, maxDepth: number): Token[] {
  const tokens: Token[] = [];
  const levels: Level[] = [];
  let count = 0;
  const enter = (close: string, inExpression: boolean): Level => {
    const level = { number: count, close, inExpression, isQuery: count === 0, last: undefined, secondLast: undefined };
    count += 1;
    levels.push(level);
    return level;
  };
  let level = enter('', false);
  const state: ScanState = { noNameBefore: 0 };
  let at = skip(query, 0);
  while (at < query.length) {
    const [type, end] = tokenAt(query, at, level, state);
    const text = type === 'word' ? keyword(query.slice(at, end)) : query.slice(at, type === 'string' ? at + 1 : end);
    if (type === 'mark' && text === level.close) {
      levels.pop();
      level = levels.at(-1) ?? level;
    } else if (type === 'mark' && /^[)\]}]$/.test(text)) throw new ScanError(`unexpected "${text}"`, at);
    const { number, inExpression } = level;
    const token: Token = { type, text, start: at, end, level: number, depth: levels.length - 1, inExpression };
    tokens.push(token);
    const opened = type === 'mark' ? closing[text] : undefined;
    const opensExpression = opened === ')' && holdsExpression(level);
    if (text === 'SELECT' && level.close === '}' && level.last === undefined) level.isQuery = true;
    level.secondLast = level.last;
    level.last = token;
    if (opened !== undefined) level = enter(opened, opensExpression);
    if (levels.length > maxDepth + 1) {
      throw new NestingError(`the query is nested more than ${String(maxDepth)} levels deep`, at);
    }
    at = skip(query, end);
  }
  if (levels.length > 1) throw new ScanError(`"${level.close}" is missing at the end`, query.length);
  return tokens;
}

/** The offset of the next token, after space and comments. */
function skip(query: string, from: number): number {
  let at = from;
  for (let isComment = false; at < query.length; at += 1) {
    const character = query.charAt(at);
    if (character === '\n' || character === '\r') isComment = false;
    else if (character === '#') isComment = true;
    else if (!isComment && character !== ' ' && character !== '\t') break;
  }
  return at;
}

function matchEnd(pattern: RegExp, query: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(query) ? pattern.lastIndex : undefined;
}

/** The offset before which no prefixed name begins, so that the letters of a long word are not scanned repeatedly. */
interface ScanState {
  noNameBefore: number;
}

function tokenAt(query: string, at: number, level: Level, state: ScanState): [TokenType, number] {
  const { inExpression, last } = level;
  const first = query[at];
  if (first === '"' || first === "'") return ['string', stringEnd(query, at, first)];
  // No IRI can follow an operand: `?a<?b&&?c>?d` compares twice.
  const isOperator = inExpression && last !== undefined && endsOperand(last);
  const iriEnd = first === '<' && !isOperator ? matchEnd(IRI, query, at) : undefined;
  if (iriEnd !== undefined) return ['iri', iriEnd];
  for (const [type, pattern] of byFirstCharacter) {
    const end = matchEnd(pattern, query, at);
    if (end !== undefined) return [type, end];
  }
  const nameEnd = at < state.noNameBefore ? undefined : matchEnd(NAME, query, at);
  if (nameEnd !== undefined) return ['name', nameEnd];
  const numberEnd = matchEnd(NUMBER, query, at);
  if (numberEnd !== undefined) return ['number', numberEnd];
  if (at >= state.noNameBefore) state.noNameBefore = matchEnd(RUN, query, at) ?? at;
  const word = keywordAt(query, at);
  if (word !== undefined) return ['word', at + word.length];
  const end = matchEnd(MARK, query, at);
  if (end === undefined) throw new ScanError(`unexpected ${JSON.stringify(wordAt(query, at))}`, at);
  // SPARQL 1.1 has no statements as terms.
  if (first === '|' && level.close === '}' && level.last === undefined) throw new ScanError('unexpected "{|"', at - 1);
  const isDoubled = (first === '<' || first === '>') && last?.text === first && last.end === at;
  if (isDoubled) throw new ScanError(`unexpected "${first}${first}"`, at - 1);
  return ['mark', end];
}

/** The text at an offset, up to a space, for a message. */
function wordAt(query: string, at: number): string {
  return /^(?:[A-Za-z_]{1,40}|.)/su.exec(query.slice(at, at + 40))?.[0] ?? '';
}

const keyword = (text: string): string => (text === 'a' ? text : text.toUpperCase());

function stringEnd(query: string, start: number, quote: string): number {
  const isLong = query.startsWith(quote.repeat(3), start);
  const end = isLong ? quote.repeat(3) : quote;
  for (let at = start + end.length; at < query.length; at += 1) {
    if (query[at] === '\\') at += 1;
    else if (query.startsWith(end, at)) return at + end.length;
    else if (!isLong && (query[at] === '\n' || query[at] === '\r')) break;
  }
  throw new ScanError('a string does not end', start);
}

/** Whether the round bracket that opens here contains an expression, and not a list, a part of a path, or data. */
function holdsExpression({ inExpression, isQuery, close, last, secondLast }: Level): boolean {
  if (inExpression) return true;
  if (last === undefined || close === ')' || close === ']') return false;
  if (isQuery) return last.text !== 'VALUES';
  if (last.type === 'word') return !['a', 'VALUES', 'UNDEF', 'TRUE', 'FALSE'].includes(last.text);
  return (last.type === 'iri' || last.type === 'name') && secondLast?.text === 'FILTER';
}

/**
 * A token's text, with the character escapes of a name resolved. @throws ScanError for an escape that names cannot
 * have.
 */
export function withoutEscapes({ type, text, start }: Token): string {
  if (!/\\[uU]/.test(text) || type === 'iri' || type === 'string') return text;
  const read = text.replace(/\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8}))/g, (escape, short?: string, long?: string) => {
    const code = Number.parseInt(short ?? long ?? '', 16);
    return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? escape : String.fromCodePoint(code);
  });
  const pattern = type === 'name' ? NAME : byFirstCharacter.find(([kind]) => kind === type)?.[1];
  if (
    read.includes('\\u') ||
    read.includes('\\U') ||
    pattern === undefined ||
    matchEnd(pattern, read, 0) !== read.length
  ) {
    throw new ScanError(`unexpected ${JSON.stringify(text.slice(0, 40))}`, start);
  }
  return read;
}
