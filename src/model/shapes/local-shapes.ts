/**
 * The operator's own shapes (`SHAPES_FILES`, D76), in addition to the derived ones. The node refuses to start if it
 * cannot evaluate any part of them as written.
 */
import { type Graph, graphOf } from '../../rdf/graph.js';
import { getOrAdd } from '../../collections.js';
import { type Iri, isIri, type Quad, type Quad_Subject, type Term, termKey, triple } from '../../rdf/terms.js';
import { rdfs, rdfTerms } from '../../rdf/vocabulary.js';
import type { OntologyIndex } from '../ontology/ontology-index.js';
import { owl, sh, shapeNs, shNs } from '../vocabulary.js';
import { OperandCheck } from './operand-check.js';
import { classNames, parameters, shapeNames } from './shacl-parameters.js';

/** The statements of a file, in the configured namespaces. */
export interface ShapesFile {
  readonly file: string;
  readonly quads: readonly Quad[];
}

/** An unusable file of shapes, with the reason. */
export class ShapesFileError extends Error {
  override readonly name = 'ShapesFileError';
}

/**
 * The statements of the operator's shapes, with all targets stated.
 *
 * @param derived the derived shapes, which they may refer to.
 * @throws ShapesFileError
 */
export function localShapes(files: readonly ShapesFile[], derived: Graph, names: OntologyIndex): Quad[] {
  const all = graphOf(files.flatMap(({ quads }) => quads));
  for (const { file, quads } of files) new FileCheck(file, graphOf(quads), all, derived, names).run();
  const statements = [...all].flatMap((quad) => withTarget(quad, all)).filter((quad) => isRetained(quad, all, names));
  const isTarget = ({ predicate }: Quad): boolean => targets.has(predicate.value);
  if (files.length > 0 && !statements.some(isTarget)) {
    const list = files.map(({ file }) => file).join(', ');
    throw new ShapesFileError(`${list}: no shape has a target, such as sh:targetClass`);
  }
  return statements;
}

const targets: ReadonlySet<string> = new Set(
  [sh.targetClass, sh.targetNode, sh.targetObjectsOf, sh.targetSubjectsOf].map(({ value }) => value),
);

/** A shape that is a class applies to its instances (SHACL, 2.1.3.3). */
function withTarget(quad: Quad, all: Graph): Quad[] {
  const { subject, predicate, object } = quad;
  const isClass = predicate.equals(rdfTerms.type) && (object.equals(rdfs.Class) || object.equals(owl.Class));
  return isClass && subject.termType === 'NamedNode' && isShape(all, subject)
    ? [quad, triple(subject, sh.targetClass, subject)]
    : [quad];
}

/** Drops the targets of deactivated shapes, and statements about the classes of the data model. */
function isRetained({ subject, predicate }: Quad, all: Graph, { hierarchy }: OntologyIndex): boolean {
  if (predicate.equals(rdfs.subClassOf)) return isIri(subject.value) && !hierarchy.isClass(subject.value);
  return !targets.has(predicate.value) || all.object(subject, sh.deactivated)?.value !== 'true';
}

function isShape(graph: Graph, term: Term): boolean {
  return graph
    .about(term)
    .some(
      ({ predicate, object }) =>
        shapeNames.has(termOf(predicate) ?? '') ||
        (predicate.equals(rdfTerms.type) && (object.equals(sh.NodeShape) || object.equals(sh.PropertyShape))),
    );
}

/** The name of a SHACL term; undefined for terms of other vocabularies. */
function termOf({ value }: Term): string | undefined {
  return value.startsWith(shNs) ? value.slice(shNs.length) : undefined;
}

class FileCheck {
  readonly #operands: OperandCheck;

  constructor(
    private readonly file: string,
    private readonly own: Graph,
    private readonly all: Graph,
    private readonly derived: Graph,
    names: OntologyIndex,
  ) {
    this.#operands = new OperandCheck(all, names, (term) => isShape(all, term) || derived.about(term).length > 0);
  }

  run(): void {
    const shapes = this.own.subjects().filter((subject) => isShape(this.own, subject));
    if (shapes.length === 0) throw new ShapesFileError(`${this.file}: it has no SHACL shape`);
    for (const subject of this.own.subjects()) this.#resource(subject);
    for (const shape of shapes) this.#recursion(shape, []);
  }

  #resource(subject: Quad_Subject): void {
    const counts = new Map<string, number>();
    if (subject.value.startsWith(shapeNs) && this.derived.about(subject).length > 0)
      this.#fail(subject, 'is a derived shape: others may refer to it, but nothing can be added to it');
    for (const { predicate, object } of this.own.about(subject)) {
      const name = termOf(predicate);
      const type = predicate.equals(rdfTerms.type) ? termOf(object) : undefined;
      if (type !== undefined && !classNames.has(type)) this.#fail(subject, `is a sh:${type}, which this node does not support`);
      if (name === undefined) continue;
      const parameter = parameters.get(name);
      if (parameter === undefined) this.#fail(subject, `has sh:${name}, which this node does not support`);
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      if (count > 1 && parameter.many !== true) this.#fail(subject, `has sh:${name} more than once`);
      const isProperty = this.all.object(subject, sh.path) !== undefined;
      if (parameter.on !== undefined && isProperty !== (parameter.on === 'property shape'))
        this.#fail(subject, `has sh:${name}, which belongs in a ${parameter.on}`);
      const flaw = this.#operands.flaw(parameter.takes, object, subject);
      if (flaw !== undefined) this.#fail(subject, `has sh:${name}, ${flaw}`);
    }
    if (this.own.types(subject).includes(sh.PropertyShape.value) && this.all.object(subject, sh.path) === undefined)
      this.#fail(subject, 'is a sh:PropertyShape without sh:path');
  }

  /** SHACL does not define the meaning of recursive shapes. */
  #recursion(shape: Term, above: readonly Term[]): void {
    if (above.some((other) => other.equals(shape))) this.#fail(shape, 'refers to itself');
    for (const { predicate, object } of this.all.about(shape)) {
      const takes = parameters.get(termOf(predicate) ?? '')?.takes;
      const referred =
        takes === 'shape' || takes === 'property-shape' ? [object] : takes === 'shapes' ? this.all.list(object) : [];
      for (const other of referred) this.#recursion(other, [...above, shape]);
    }
  }

  #fail(subject: Term, text: string): never {
    throw new ShapesFileError(`${this.file}: ${this.#named(subject)} ${text}`);
  }

  /** Names a shape for its author: by its IRI, or by the shape that contains it. */
  #named(term: Term, seen: ReadonlySet<string> = new Set()): string {
    if (term.termType === 'NamedNode') return `<${term.value}>`;
    const [link] = this.own.match(null, null, term);
    const path = this.own.object(term, sh.path);
    const what = path?.termType === 'NamedNode' ? `the shape of <${path.value}>` : 'a part';
    if (link === undefined || seen.has(termKey(term))) return 'a shape without a name';
    return `${what} of ${this.#named(link.subject, new Set([...seen, termKey(term)]))}`;
  }
}

/** The classes in the operator's shapes beyond those of the data model, with their ancestors. */
export function localClasses(statements: readonly Quad[]): Map<Iri, { readonly parents: Set<Iri> }> {
  const classes = new Map<Iri, { readonly parents: Set<Iri> }>();
  for (const { subject, predicate, object } of statements) {
    const isTarget = predicate.equals(sh.targetClass);
    if (!isIri(object.value) || !(isTarget || predicate.equals(rdfs.subClassOf))) continue;
    const name = isTarget ? object.value : subject.value;
    if (!isIri(name)) continue;
    const { parents } = getOrAdd(classes, name, () => ({ parents: new Set() }));
    if (!isTarget) parents.add(object.value);
  }
  return classes;
}
