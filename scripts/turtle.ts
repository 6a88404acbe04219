/** Writes statements as readable Turtle: a block for each subject, blank nodes and lists in place. */
import type { BlankNode, Literal, Quad, Term } from '../src/rdf/terms.js';
import { rdfTerms, xsd } from '../src/rdf/vocabulary.js';
import { Graph } from '../src/rdf/graph.js';

export type Prefixes = Readonly<Record<string, string>>;

const localName = /^[A-Za-z_][\w-]*(?:\.[\w-]+)*$/;
const bare = new Map<string, RegExp>([
  [xsd.boolean.value, /^(?:true|false)$/],
  [xsd.integer.value, /^[+-]?\d+$/],
]);

/**
 * The statements as Turtle, in the given order, so that a small change produces a small difference.
 *
 * @param header Lines of comment at the top, without their `#`.
 */
export function writeTurtle(quads: readonly Quad[], prefixes: Prefixes, header: readonly string[]): string {
  const writer = new Writer(new Graph(quads), prefixes);
  const lines = [
    ...header.map((line) => `# ${line}`),
    '',
    ...Object.entries(prefixes).map(([prefix, namespace]) => `@prefix ${prefix}: <${namespace}> .`),
    '',
  ];
  return `${lines.join('\n')}\n${writer.blocks().join('\n')}`;
}

class Writer {
  constructor(
    private readonly graph: Graph,
    private readonly prefixes: Prefixes,
  ) {}

  blocks(): string[] {
    return this.graph
      .subjects()
      .filter((subject) => subject.termType === 'NamedNode')
      .map((subject) => `${this.#term(subject, '')} ${this.#properties(subject, '    ')} .\n`);
  }

  #properties(subject: Term, indent: string): string {
    const values = new Map<string, Term[]>();
    for (const { predicate, object } of this.graph.about(subject)) {
      const name = predicate.equals(rdfTerms.type) ? 'a' : this.#term(predicate, indent);
      values.set(name, [...(values.get(name) ?? []), object]);
    }
    return Array.from(values, ([name, objects]) => {
      const written = objects.map((object) => this.#term(object, `${indent}    `));
      const separator = written.some((text) => text.startsWith('[')) ? `,\n${indent}    ` : ', ';
      return `${name} ${written.join(separator)}`;
    }).join(` ;\n${indent}`);
  }

  #term(term: Term, indent: string): string {
    switch (term.termType) {
      case 'NamedNode':
        return term.equals(rdfTerms.nil) ? '()' : this.#iri(term.value);
      case 'Literal':
        return this.#literal(term);
      case 'BlankNode':
        return this.#blank(term, indent);
      case 'Variable':
      case 'DefaultGraph':
      case 'Quad':
        throw new TypeError(`no term of an ontology: ${term.termType}`);
    }
  }

  #iri(value: string): string {
    for (const [prefix, namespace] of Object.entries(this.prefixes)) {
      const name = value.slice(namespace.length);
      if (value.startsWith(namespace) && localName.test(name)) return `${prefix}:${name}`;
    }
    return `<${value}>`;
  }

  #literal(literal: Literal): string {
    if (bare.get(literal.datatype.value)?.test(literal.value) === true) return literal.value;
    const text = JSON.stringify(literal.value);
    if (literal.language !== '') return `${text}@${literal.language}`;
    return literal.datatype.equals(xsd.string) ? text : `${text}^^${this.#iri(literal.datatype.value)}`;
  }

  #blank(term: BlankNode, indent: string): string {
    if (this.graph.object(term, rdfTerms.first) !== undefined) return this.#list(term, indent);
    const simple = this.graph.about(term).every(({ object }) => object.termType !== 'BlankNode');
    const properties = this.#properties(term, `${indent}    `);
    return simple ? `[ ${properties.replaceAll(/\s*\n\s*/g, ' ')} ]` : `[\n${indent}    ${properties}\n${indent}]`;
  }

  #list(head: Term, indent: string): string {
    const items = this.graph.list(head).map((item) => this.#term(item, `${indent}    `));
    const short = items.join(' ');
    if (short.length < 90 && !short.includes('\n')) return `( ${short} )`;
    return `(\n${indent}    ${items.join(`\n${indent}    `)}\n${indent})`;
  }
}
