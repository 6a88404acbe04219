/** Checks the operands of SHACL terms in a file of shapes. */
import type { Graph } from '../../rdf/graph.js';
import { isIri, isLiteral, type Term, termKey } from '../../rdf/terms.js';
import { rdfTerms, xsd } from '../../rdf/vocabulary.js';
import type { OntologyIndex } from '../ontology/ontology-index.js';
import { flawOf } from '../patterns.js';
import { irisOf, sh, shNs } from '../vocabulary.js';
import { nodeKinds, type Operand, severities } from './shacl-parameters.js';

const repeatedOrInverse = irisOf(sh.inversePath, sh.zeroOrOnePath, sh.zeroOrMorePath, sh.oneOrMorePath);
const COUNT = /^\d{1,9}$/;

export class OperandCheck {
  constructor(
    private readonly graph: Graph,
    private readonly names: OntologyIndex,
    private readonly isKnownShape: (term: Term) => boolean,
  ) {}

  /** The flaw of a value, as the rest of a sentence; undefined for none. */
  flaw(operand: Operand, value: Term, subject: Term): string | undefined {
    switch (operand) {
      case 'annotation':
        return undefined;
      case 'boolean':
        return isLiteral(value) && ['true', 'false'].includes(value.value) && value.datatype.equals(xsd.boolean)
          ? undefined
          : 'which must be true or false';
      case 'class':
        return this.#class(value);
      case 'count':
        return isLiteral(value) && COUNT.test(value.value) ? undefined : 'which must be a whole number';
      case 'flags':
        return this.graph.object(subject, sh.pattern) === undefined ? 'but no sh:pattern' : undefined;
      case 'iri':
        return value.termType === 'NamedNode' ? undefined : 'which must be an IRI';
      case 'iris':
        return this.#list(value, (member) => (member.termType === 'NamedNode' ? undefined : 'with values other than IRIs'));
      case 'languages':
        return this.#list(value, (member) => (isLiteral(member) ? undefined : 'with values other than language tags'));
      case 'literal':
        return isLiteral(value) ? undefined : 'which must be a literal';
      case 'node-kind':
        return nodeKinds.has(value.value.slice(shNs.length)) ? undefined : `which cannot be <${value.value}>`;
      case 'path':
        return this.#path(value);
      case 'pattern':
        return this.#pattern(value, subject);
      case 'property':
        return this.#property(value);
      case 'property-shape':
        return this.#propertyShape(value);
      case 'severity':
        return severities.has(value.value.slice(shNs.length))
          ? undefined
          : 'which must be sh:Violation, sh:Warning or sh:Info';
      case 'shape':
        return this.#shape(value);
      case 'shapes':
        return this.#list(value, (member) => this.#shape(member));
      case 'term':
        return value.termType === 'BlankNode' ? 'which must be an IRI or a literal' : undefined;
      case 'terms':
        return this.#list(value, () => undefined);
      case 'text':
        return isLiteral(value) && (value.language !== '' || value.datatype.equals(xsd.string))
          ? undefined
          : 'which must be a text';
    }
  }

  #class(value: Term): string | undefined {
    if (!isIri(value.value) || value.termType !== 'NamedNode') return 'which must be a class';
    if (!this.names.isUnknownClass(value.value)) return undefined;
    return `but <${value.value}> is not a known class${suggestion(this.names.nearestClass(value.value))}`;
  }

  #property(value: Term): string | undefined {
    if (value.termType !== 'NamedNode') return 'which must be a property';
    if (!this.names.isUnknownProperty(value.value)) return undefined;
    return `but <${value.value}> is not a known property${suggestion(this.names.nearestProperty(value.value))}`;
  }

  #shape(value: Term): string | undefined {
    if (isLiteral(value)) return 'which must be a shape';
    return this.isKnownShape(value) ? undefined : `but nothing says what ${inWords(value)} demands`;
  }

  #propertyShape(value: Term): string | undefined {
    const isDerived = this.graph.about(value).length === 0;
    const hasPath = isDerived || this.graph.object(value, sh.path) !== undefined;
    return this.#shape(value) ?? (hasPath ? undefined : `but ${inWords(value)} has no sh:path`);
  }

  #pattern(value: Term, subject: Term): string | undefined {
    if (!isLiteral(value)) return 'which must be a text';
    const flaw = flawOf(value.value, this.graph.object(subject, sh.flags)?.value);
    return flaw && `which cannot be used: ${flaw}`;
  }

  /**
   * Checks a path: a property, or a sequence of properties that may be inverse, alternatives or repeated. The engine
   * supports no others.
   */
  #path(value: Term): string | undefined {
    if (value.termType === 'NamedNode') return this.#property(value);
    return this.#isCell(value) ? this.#list(value, (step) => this.#step(step)) : this.#step(value);
  }

  #step(step: Term): string | undefined {
    if (step.termType === 'NamedNode') return this.#property(step);
    const [statement, ...others] = this.graph.about(step);
    if (statement === undefined || others.length > 0) return 'which is not a supported path';
    const { predicate, object } = statement;
    if (predicate.equals(sh.alternativePath)) return this.#list(object, (each) => this.#property(each));
    return repeatedOrInverse.has(predicate.value) ? this.#property(object) : 'which is not a supported path';
  }

  #isCell(value: Term): boolean {
    return value.equals(rdfTerms.nil) || this.graph.object(value, rdfTerms.first) !== undefined;
  }

  #list(head: Term, flaw: (member: Term) => string | undefined): string | undefined {
    const seen = new Set<string>();
    for (let cell: Term = head; !cell.equals(rdfTerms.nil);) {
      const firsts = this.graph.objects(cell, rdfTerms.first);
      const [rest, ...others] = this.graph.objects(cell, rdfTerms.rest);
      const [first] = firsts;
      if (first === undefined || firsts.length > 1 || rest === undefined || others.length > 0 || seen.has(termKey(cell)))
        return 'which must be a list';
      const found = flaw(first);
      if (found !== undefined) return found;
      seen.add(termKey(cell));
      cell = rest;
    }
    return undefined;
  }
}

const inWords = ({ termType, value }: Term): string => (termType === 'NamedNode' ? `<${value}>` : 'an empty shape');

const suggestion = (near: string | undefined): string => (near === undefined ? '' : `; did you mean ${near}?`);
