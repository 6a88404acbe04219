/** Terms of RDF in the results of SPARQL, and in N-Triples. */

/** A term in SPARQL's results as JSON. */
export interface Term {
  readonly type: string;
  readonly value: string;
  readonly datatype?: string;
  readonly 'xml:lang'?: string;
}

const XSD_STRING = 'http://www.w3.org/2001/XMLSchema#string';
const LITERAL = /^"((?:[^"\\]|\\.)*)"(?:@([\w-]+)|\^\^<([^>]*)>)?$/su;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r' };

/** One text for each term. */
export function writeTerm({ type, value, datatype, 'xml:lang': language }: Term): string {
  if (type === 'uri') return `<${value}>`;
  const quoted = `"${value.replace(/[\\"\n\r]/g, (character) => ESCAPES[character] ?? character)}"`;
  if (language !== undefined) return `${quoted}@${language}`;
  return datatype === undefined || datatype === XSD_STRING ? quoted : `${quoted}^^<${datatype}>`;
}

/** @throws Error for a text that is neither an IRI nor a literal. */
export function readTerm(text: string): Term {
  if (text.startsWith('<') && text.endsWith('>')) return { type: 'uri', value: text.slice(1, -1) };
  const [, lexical, language, datatype] = LITERAL.exec(text) ?? [];
  if (lexical === undefined) throw new Error(`${text} is neither an IRI nor a literal`);
  return {
    type: 'literal',
    value: unescaped(lexical),
    ...(language !== undefined && { 'xml:lang': language.toLowerCase() }),
    ...(datatype !== undefined && { datatype }),
  };
}

const unescaped = (lexical: string): string =>
  lexical.replace(/\\(?:u([\dA-F]{4})|U([\dA-F]{8})|(.))/gsu, (_, short?: string, long?: string, letter = '') => {
    const code = short ?? long;
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
    return { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }[String(letter)] ?? String(letter);
  });
