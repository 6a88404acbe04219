/** Statements as Turtle for display and copying. */
import type { ConsoleConfig, DiffStatement, TermValue } from '../../src/console/responses.js';

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
/** A local name without escapes (Turtle, section 6.5). */
const PLAIN_NAME = /^[A-Za-z_][\w-]*$/;
/** Characters that are invalid in an IRI between angle brackets. */
const NOT_IN_IRI = /[\p{Cc}\s<>"{}|^`\\]/gu;
const NOT_IN_STRING = /["\\\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

const short: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escaped = (character: string): string =>
  `\\u${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

type Namespaces = Pick<ConsoleConfig['namespaces'], 'api' | 'cargo'>;
type TurtleTriple = Pick<DiffStatement, 's' | 'p' | 'o'>;

class Writer {
  readonly #used = new Set<string>();
  readonly #prefixes: readonly (readonly [string, string])[];

  constructor({ api, cargo }: Namespaces) {
    this.#prefixes = [
      ['api', api],
      ['cargo', cargo],
      ['xsd', XSD],
    ];
  }

  iri(iri: string): string {
    for (const [prefix, namespace] of this.#prefixes)
      if (iri.startsWith(namespace) && PLAIN_NAME.test(iri.slice(namespace.length))) {
        this.#used.add(prefix);
        return `${prefix}:${iri.slice(namespace.length)}`;
      }
    return `<${iri.replace(NOT_IN_IRI, escaped)}>`;
  }

  term({ type, value, datatype, language }: TermValue): string {
    if (type === 'uri') return this.iri(value);
    const text = `"${value.replace(NOT_IN_STRING, (character) => short[character] ?? escaped(character))}"`;
    if (language !== undefined && language !== '') return `${text}@${language}`;
    return datatype === undefined || datatype === `${XSD}string` ? text : `${text}^^${this.iri(datatype)}`;
  }

  /** The prefixes in use. */
  get head(): string {
    const lines = this.#prefixes.filter(([prefix]) => this.#used.has(prefix));
    return lines.map(([prefix, namespace]) => `@prefix ${prefix}: <${namespace}> .\n`).join('');
  }
}

/** @returns a Turtle document; empty without statements. */
export function asTurtle(statements: readonly TurtleTriple[], namespaces: Namespaces): string {
  const writer = new Writer(namespaces);
  const subjects = new Map<string, string[]>();
  for (const { s, p, o } of statements) {
    const lines = subjects.get(s) ?? [];
    subjects.set(s, lines);
    lines.push(`${p === RDF_TYPE ? 'a' : writer.iri(p)} ${writer.term(o)}`);
  }
  const blocks = Array.from(subjects, ([s, lines]) => `${writer.iri(s)} ${lines.join(' ;\n    ')} .\n`);
  return blocks.length === 0 ? '' : `${writer.head}\n${blocks.join('\n')}`;
}
