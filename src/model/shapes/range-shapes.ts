/** The shapes of the ranges of properties: datatypes, classes, enumerations, code lists and unions of them. */
import { getOrAdd } from '../../collections.js';
import { factory, type Iri, iri, localName, type NamedNode, node, type Quad_Object } from '../../rdf/terms.js';
import { type Namespaces, rdfs, rdfTerms, xsd } from '../../rdf/vocabulary.js';
import type { CodeList, CodeLists, Enumeration } from '../code-lists.js';
import { type DatatypeRule, datatypeRule } from '../datatypes.js';
import type { Hierarchy } from '../ontology/hierarchy.js';
import type { ShortName } from '../suggestions.js';
import type { Alternative, Facet, Range } from '../ontology/ontology.js';
import { escapePattern } from '../patterns.js';
import type { ShapeWriter, PredicateObject } from './shape-writer.js';
import { coreCodeListsNs, sh } from '../vocabulary.js';

/** A shape, and its label in messages: "a boolean (xsd:boolean)". */
interface RangeShape {
  readonly term: NamedNode;
  readonly label: string;
}

interface RangeContext {
  readonly namespaces: Namespaces;
  readonly hierarchy: Hierarchy;
  readonly codeLists: CodeLists;
  readonly shortName: ShortName;
  readonly classes: readonly Iri[];
}

/** The bounds with the same name in OWL and SHACL. */
const facetConstraints: ReadonlyMap<string, NamedNode> = new Map([
  ['minInclusive', sh.minInclusive],
  ['maxInclusive', sh.maxInclusive],
  ['minExclusive', sh.minExclusive],
  ['maxExclusive', sh.maxExclusive],
  ['minLength', sh.minLength],
  ['maxLength', sh.maxLength],
]);

/** Messages do not list the values of larger enumerations. */
const MAX_LISTED = 12;

/** Equivalent ranges have the same key. */
export function rangeKey(range: Range): string {
  return range.map(alternativeKey).sort().join(' ');
}

function alternativeKey(alternative: Alternative): string {
  switch (alternative.kind) {
    case 'datatype':
      return [alternative.datatype, ...alternative.facets.map(({ name, value }) => `${name}=${value.value}`)].join('&');
    case 'class':
      return alternative.class;
    case 'term':
      return `${alternative.term.termType} ${alternative.term.value}`;
  }
}

export class RangeShapes {
  readonly #shapes = new Map<string, RangeShape>();

  constructor(
    private readonly out: ShapeWriter,
    private readonly context: RangeContext,
  ) {}

  shape(range: Range): RangeShape {
    return this.#once(rangeKey(range), () => {
      const [first, ...others] = range;
      if (first !== undefined && others.length === 0) return this.#alternative(first);
      const terms = range.filter((alternative) => alternative.kind === 'term');
      const parts = range.filter((alternative) => alternative.kind !== 'term').map((one) => this.shape([one]));
      const listed = terms.map(({ term }) => this.#inWords(term));
      if (parts.length === 0)
        return this.#simple('one-of', `one of ${listed.join(', ')}`, [
          sh.in,
          this.out.list(terms.map(({ term }) => term)),
        ]);
      const choices: Quad_Object[] = parts.map(({ term }) => term);
      if (terms.length > 0) choices.push(this.out.anonymous([sh.in, this.out.list(terms.map(({ term }) => term))]));
      const name = parts.map(({ term }) => term.value.slice(term.value.lastIndexOf(':') + 1)).join('-or-');
      return this.#simple(name, [...parts.map(({ label }) => label), ...listed].join(' or '), this.#or(choices));
    });
  }

  #alternative(alternative: Alternative): RangeShape {
    switch (alternative.kind) {
      case 'datatype':
        return this.#datatype(alternative.datatype, alternative.facets);
      case 'class':
        return this.#class(alternative.class);
      case 'term':
        return this.#simple('one-of', this.#inWords(alternative.term), [sh.in, this.out.list([alternative.term])]);
    }
  }

  #inWords(term: Quad_Object): string {
    return term.termType === 'Literal' ? JSON.stringify(term.value) : this.context.shortName(term.value);
  }

  #datatype(datatype: Iri, facets: readonly Facet[]): RangeShape {
    if (datatype === rdfs.Literal.value) return this.#simple('literal', 'a literal', [sh.nodeKind, sh.Literal]);
    const rule = datatypeRule(datatype);
    const statements: PredicateObject[] = [
      rule.accepts.length === 1 && !rule.iri ? [sh.datatype, node(datatype)] : this.#or(this.#accepted(rule)),
    ];
    if (rule.bounds.min !== undefined) statements.push([sh.minInclusive, this.out.integer(rule.bounds.min)]);
    if (rule.bounds.max !== undefined) statements.push([sh.maxInclusive, this.out.integer(rule.bounds.max)]);
    for (const { name, value } of facets) {
      const constraint = facetConstraints.get(localName(name));
      if (constraint !== undefined && value.termType === 'Literal') statements.push([constraint, value]);
    }
    return this.#simple(datatype, rule.label, ...statements);
  }

  #accepted(rule: DatatypeRule): Quad_Object[] {
    const datatypes = rule.accepts.map((accepted) => this.out.anonymous([sh.datatype, node(accepted)]));
    return rule.iri ? [...datatypes, this.out.anonymous([sh.nodeKind, sh.IRI])] : datatypes;
  }

  #class(type: Iri): RangeShape {
    const { codeLists } = this.context;
    if (type === codeLists.element) return this.#codeListElement();
    const values = codeLists.of(type);
    if (values?.kind === 'code-list') return this.#codeList(type, values);
    if (values?.kind === 'enumeration') return this.#enumeration(type, values);
    // A link to a Logistics Object may have a type (D38); an embedded object must have the class.
    const choices = this.#isLinked(type) ? [this.#untypedLink(), this.#foreign()] : [this.#notOfTheModel()];
    return this.#simple(
      type,
      article(this.context.shortName(type)),
      [sh.nodeKind, sh.BlankNodeOrIRI],
      // A code, an enumeration's value or a class cannot be an object of another class, whatever type is declared for
      // it.
      this.#notIn([...this.#modelNamespaces, coreCodeListsNs]),
      this.#or([this.out.anonymous([sh.class, node(type)]), ...choices]),
    );
  }

  #isLinked(type: Iri): boolean {
    const { cargo } = this.context.namespaces;
    const ancestors = this.context.hierarchy.ancestors(type);
    return ancestors.has(iri(`${cargo}LogisticsObject`)) || ancestors.has(iri(`${cargo}LogisticsEvent`));
  }

  /** Any code: one of the codes of a closed list, any code of another list, and any CodeListElement. */
  #codeListElement(): RangeShape {
    const { codeLists, classes, namespaces } = this.context;
    const closed = codeLists.lists(classes).filter(({ open }) => !open);
    const lists = [...new Set(closed.flatMap((list) => list.namespaces))];
    const members = [...new Set(closed.flatMap((list) => list.members))].map(node);
    const listed = this.#simple('a-listed-code', 'a code of the code lists', [sh.in, this.out.list(members)]);
    const elsewhere = this.out.anonymous(
      this.#notIn(this.#modelNamespaces),
      this.#or([this.out.anonymous([sh.class, node(codeLists.element)]), this.#foreignElement()]),
    );
    const free = this.out.anonymous(
      [sh.nodeKind, sh.BlankNodeOrIRI],
      [sh.not, this.out.anonymous([sh.pattern, this.#inNamespaces(lists)])],
      this.#or([
        this.out.anonymous([sh.pattern, literal(`^${escapePattern(namespaces.codeLists)}[^#]+#.`)]),
        this.out.anonymous([sh.in, this.out.list(codeLists.elementsElsewhere().map(node))]),
        elsewhere,
      ]),
    );
    return this.#simple(
      codeLists.element,
      `a code or ${article(this.context.shortName(codeLists.element))}`,
      this.#or([free, listed.term]),
    );
  }

  /** A code of this list, or one of another namespace, which must have a declared type for a closed list (D39). */
  #codeList(type: Iri, list: CodeList): RangeShape {
    const choices: Quad_Object[] = [this.#ofTheList(list)];
    if (list.included.length > 0)
      choices.push(this.out.anonymous([sh.in, this.out.list(list.members.map(node))]));
    const types: Quad_Object[] = [this.out.anonymous([sh.class, node(type)]), this.#codeElement()];
    if (list.open) types.push(this.#notOfTheModel());
    choices.push(
      this.out.anonymous(
        [sh.nodeKind, sh.BlankNodeOrIRI],
        this.#notIn(list.open ? [...this.#modelNamespaces, coreCodeListsNs] : this.#modelNamespaces),
        this.#or(types),
      ),
    );
    const names = [type, ...list.included].map((name) => this.context.shortName(name));
    return this.#simple(type, `a code of ${names.join(' or ')}`, this.#or(choices));
  }

  #ofTheList(list: CodeList): Quad_Object {
    const constraints: PredicateObject[] = list.open
      ? [[sh.pattern, this.#inNamespaces(list.namespaces)]]
      : [[sh.in, this.out.list(list.members.map(node))]];
    if (list.otherKind.length > 0)
      constraints.push([sh.not, this.out.anonymous([sh.in, this.out.list(list.otherKind.map(node))])]);
    return this.out.anonymous([sh.nodeKind, sh.IRI], ...constraints);
  }

  #enumeration(type: Iri, { members, open }: Enumeration): RangeShape {
    const listed = [sh.in, this.out.list(members.map(node))] as const;
    const label =
      members.length > MAX_LISTED
        ? `one of the ${members.length} values of ${this.context.shortName(type)}`
        : `one of ${members.map((member) => this.context.shortName(member)).join(', ')}`;
    if (!open) return this.#simple(type, label, listed);
    const { namespaces, codeLists, classes } = this.context;
    const lists = [...new Set(codeLists.lists(classes).flatMap((list) => list.namespaces))].sort();
    // Names of the exchange and codes of known lists are excluded. The engine supports only one sh:not in a shape.
    const taken = [namespaces.cargo, namespaces.api].map(escapePattern).join('|');
    const other = this.out.anonymous(
      [sh.nodeKind, sh.BlankNodeOrIRI],
      [sh.not, this.out.anonymous([sh.pattern, literal(`^(${taken}|${this.#namespacesPattern(lists)})`)])],
      this.#or([this.out.anonymous([sh.class, node(type)]), this.#codeElement(), this.#notOfTheModel()]),
    );
    return this.#simple(
      type,
      `${label} or a code of another namespace`,
      this.#or([this.out.anonymous(listed), other]),
    );
  }

  // Shapes that several other shapes refer to.

  #codeElement(): NamedNode {
    return this.#ofTypes('code-list-element', 'a code', () => [[sh.hasValue, node(this.context.codeLists.element)]]);
  }

  /** A resource without statements. */
  #untypedLink(): NamedNode {
    const closed = factory.literal('true', xsd.boolean);
    return this.#once('a link', () => this.#simple('untyped-link', 'a link', [sh.closed, closed])).term;
  }

  #foreign(): NamedNode {
    return this.#ofTypes('of-other-namespaces', 'of other namespaces', () => [
      [sh.minCount, this.out.integer(1)],
      this.#notIn(this.#modelNamespaces),
    ]);
  }

  #notOfTheModel(): NamedNode {
    return this.#ofTypes('untyped-or-of-other-namespaces', 'untyped', () => [this.#notIn(this.#modelNamespaces)]);
  }

  /** The class may be a code list outside of the model. */
  #foreignElement(): NamedNode {
    const { cargo, api } = this.context.namespaces;
    return this.#ofTypes('of-an-unknown-code-list', 'a code', () => [this.#notIn([cargo, api])]);
  }

  /** A shape of the types of a resource; it is written only once. */
  #ofTypes(name: string, label: string, constraints: () => readonly PredicateObject[]): NamedNode {
    return this.#once(name, () =>
      this.#simple(name, label, [sh.property, this.out.anonymous([sh.path, rdfTerms.type], ...constraints())]),
    ).term;
  }

  get #modelNamespaces(): readonly string[] {
    return [this.context.namespaces.cargo, this.context.namespaces.api, this.context.namespaces.codeLists];
  }

  #notIn(namespaces: readonly string[]): PredicateObject {
    const pattern = literal(`^(${namespaces.map(escapePattern).join('|')})`);
    return [sh.not, this.out.anonymous([sh.pattern, pattern])];
  }

  #inNamespaces(lists: readonly string[]): Quad_Object {
    return literal(`^${this.#namespacesPattern(lists)}`);
  }

  #namespacesPattern(lists: readonly string[]): string {
    return `${escapePattern(this.context.namespaces.codeLists)}(${lists.map(escapePattern).join('|')})#.`;
  }

  #or(choices: readonly Quad_Object[]): PredicateObject {
    return [sh.or, this.out.list(choices)];
  }

  #simple(about: string, label: string, ...statements: readonly PredicateObject[]): RangeShape {
    const term = this.out.named(about, sh.NodeShape, '-value');
    this.out.add(term, sh.description, factory.literal(label));
    for (const [predicate, object] of statements) this.out.add(term, predicate, object);
    return { term, label };
  }

  #once(key: string, make: () => RangeShape): RangeShape {
    return getOrAdd(this.#shapes, key, make);
  }
}

const literal = (text: string): Quad_Object => factory.literal(text);

const article = (name: string): string => `${/^[aeio]/i.test(name) ? 'an' : 'a'} ${name}`;
