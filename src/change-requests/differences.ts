/**
 * The difference between two states of an object, as a Change, a SPARQL Update and an RDF Patch: only the set
 * difference of two graphs (W42 to W44).
 */
import { ServiceError } from '../errors.js';
import type { Model } from '../model/model.js';
import type { Graph } from '../rdf/graph.js';
import { compareStatements } from '../rdf/order.js';
import { type Iri, iri, isIri, isLiteral, type Quad, type Term } from '../rdf/terms.js';
import { writeNTriples, written } from '../rdf/turtle.js';
import { rdfs, rdfTerms, type Vocabulary } from '../rdf/vocabulary.js';
import { deleteDefault, insertDefault, sparqlText, update } from '../store/sparql.js';
import type { Change, Operation, OperationObject } from './change.js';

/** The state of an object at a revision; empty before the first one. */
export interface State {
  readonly revision: number;
  readonly data: Graph;
}

/** In the order of their texts, so that the same states give the same bytes. */
export interface Difference {
  readonly deleted: readonly Quad[];
  readonly added: readonly Quad[];
}

export function differenceOf(from: Graph, to: Graph): Difference {
  const without = (data: Graph, other: Graph): Quad[] =>
    Array.from(data)
      .filter((quad) => !other.has(quad))
      .sort(compareStatements);
  return { deleted: without(from, to), added: without(to, from) };
}

/**
 * `DELETE DATA` and `INSERT DATA` of the default graph, each only if it has statements. Literals have the form that they
 * have in the revisions: some engines compare them as terms, not by value.
 */
export function asSparqlUpdate({ deleted, added }: Difference): string {
  const operations = [
    ...(deleted.length === 0 ? [] : [deleteDefault(deleted.map(written))]),
    ...(added.length === 0 ? [] : [insertDefault(added.map(written))]),
  ];
  return operations.length === 0 ? '' : `${sparqlText(update(...operations))}\n`;
}

/** One transaction of Apache Jena's RDF Patch. */
export function asRdfPatch({ deleted, added }: Difference): string {
  // Split only at line feeds: a literal may contain other line terminators unescaped.
  const rows = (row: string, statements: readonly Quad[]): string =>
    writeNTriples(statements)
      .split('\n')
      .map((line) => (line === '' ? '' : `${row} ${line}\n`))
      .join('');
  return `TX .\n${rows('D', deleted)}${rows('A', added)}TC .\n`;
}

/**
 * A Change that transforms one state into the other (W42).
 *
 * Statements about linked objects are in no operation: an operation that links names the class of its target.
 *
 * @throws ServiceError `unprocessable` if no Change can do this: before the first revision, without a difference, and
 * for an embedded object without a class.
 */
export function asChange(object: Iri, from: State, to: State, model: Model, vocabulary: Vocabulary): Change {
  const { deleted, added } = differenceOf(from.data, to.data);
  if (from.revision === 0 || deleted.length + added.length === 0)
    throw noChange(object, from.revision === 0 ? 'before its first revision it cannot be changed' : 'there is none');
  const embedded = embeddedIn(from.data);
  const labels = new Map<string, string>();
  for (const id of embeddedIn(to.data)) if (!embedded.has(id)) labels.set(id, `_:b${labels.size}`);
  const classes: Classes = { model, vocabulary, object };
  const operations = (op: Operation['op'], statements: readonly Quad[], { data }: State): Operation[] =>
    statements.flatMap(({ subject, predicate, object: value }) => {
      const p = predicate.value;
      if (!isIri(p) || !(subject.value === object || isEmbedded(subject))) return [];
      const s = labels.get(subject.value) ?? subject.value;
      return [{ op, s, p, o: [operationObject(p, value, data, labels, classes)] }];
    });
  return {
    object,
    revision: from.revision,
    description: undefined,
    notifyRequestStatusChange: false,
    operations: [...operations('DELETE', deleted, from), ...operations('ADD', added, to)],
    verificationRequests: [],
  };
}

interface Classes {
  readonly model: Model;
  readonly vocabulary: Vocabulary;
  readonly object: Iri;
}

function operationObject(
  property: Iri,
  value: Term,
  data: Graph,
  labels: ReadonlyMap<string, string>,
  classes: Classes,
): OperationObject {
  if (isLiteral(value)) {
    const { datatype, language } = value;
    return { datatype: iri(datatype.value), value: value.value, language: language === '' ? undefined : language };
  }
  const label = labels.get(value.value);
  return { datatype: classOf(property, value, data, label !== undefined, classes), value: label ?? value.value };
}

/** The class that an operation names for a resource. */
function classOf(property: Iri, value: Term, data: Graph, isNew: boolean, { model, vocabulary, object }: Classes): Iri {
  if (property === rdfTerms.type.value) return rdfs.Class.value;
  const [first, ...others] = data.types(value);
  if (first !== undefined) return model.mostSpecific([first, ...others]);
  if (isNew) throw noChange(object, `an embedded object of <${property}> has no class`);
  return vocabulary.cargo.LogisticsObject.value;
}

const isEmbedded = ({ value }: Term): boolean => value.startsWith('internal:');

function embeddedIn(data: Graph): Set<string> {
  const ids = new Set<string>();
  for (const { subject, object } of data)
    for (const term of [subject, object]) if (term.termType === 'NamedNode' && isEmbedded(term)) ids.add(term.value);
  return ids;
}

function noChange(resource: Iri, why: string): ServiceError {
  const message = `this difference is not a Change (${why}); ask for it as SPARQL Update or RDF Patch`;
  return new ServiceError('unprocessable', { message, resource });
}
