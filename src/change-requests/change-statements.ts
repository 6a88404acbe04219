/**
 * Translates a Change into statements to delete from and add to a revision's graph. A Change is validated twice: at
 * submission (D16), and against the graph at acceptance (D19).
 */
import type { Services } from '../services.js';
import { ServiceError, type ErrorDetail } from '../errors.js';
import type { Model } from '../model/model.js';
import { isUnknownDatatype, lexicalError } from '../rdf/literals.js';
import { type Graph, graphOf } from '../rdf/graph.js';
import { hasPrefixAsScheme } from '../rdf/prefixes.js';
import {
  factory,
  type Iri,
  iri,
  isIri,
  type NamedNode,
  namedNode,
  node,
  type Quad,
  type Quad_Object,
  triple,
} from '../rdf/terms.js';
import { rdfTerms, xsdNs } from '../rdf/vocabulary.js';
import type { Change, Operation, OperationObject, SubmittedChange } from './change.js';

/** A Change as statements of the object's graph. */
export interface ChangeStatements {
  readonly deletions: readonly Quad[];
  readonly additions: readonly Quad[];
  /** IRIs that the additions link to, with the class that the Change names for them. */
  readonly links: readonly { readonly target: Iri; readonly type: Iri; readonly property: Iri }[];
}

const isLabel = (text: string): boolean => text.startsWith('_:');
const isInternal = (text: string): boolean => text.startsWith('internal:');

/** The ids of an object's embedded objects in one revision. */
function embeddedIds(data: Graph): Set<string> {
  const ids = new Set<string>();
  for (const { subject, object } of data)
    for (const { value } of [subject, object]) if (isInternal(value)) ids.add(value);
  return ids;
}

/**
 * The labels that a Change introduces as values (specification, PATCH, rule 7), beginning at the object or one of its
 * embedded objects, so that their nodes are reachable from the object.
 */
function introducedLabels({ operations }: Change, model: Model): Set<string> {
  const introduced = new Set<string>();
  const additions = operations.filter(({ op }) => op === 'ADD');
  for (let before = -1; before < introduced.size;) {
    before = introduced.size;
    for (const { s, p, o } of additions) {
      if (isLabel(s) && !introduced.has(s)) continue;
      for (const { datatype, value } of o) {
        if (isLabel(value) && !isLiteralDatatype(p, datatype, value, model)) introduced.add(value);
      }
    }
  }
  return introduced;
}

/** Whether an IRI can be a property's name: http(s) with a host, or a URN (D52). */
const isPropertyName = (name: Iri): boolean => /^(?:https?:\/\/[^/?#]|urn:[a-z0-9][a-z0-9-]*:.)/i.test(name);

/**
 * Names of a Change that the compacted JSON-LD would not round-trip (D52). Checked when a Change is submitted, and again
 * when it is applied: an older version may have accepted it.
 */
export function unreadableNames({ object, operations }: Change, model: Model): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  const addError = (property: Iri, message: string): void =>
    void problems.push({ message, property, resource: object });
  const prefixed = (name: string): string =>
    `${JSON.stringify(name.slice(0, 200))} begins with an undeclared prefix: write the full IRI`;
  for (const { p, o } of operations) {
    if (hasPrefixAsScheme(p)) addError(p, `p ${prefixed(p)}`);
    else if (!isPropertyName(p)) addError(p, `p must be an absolute http(s) or urn IRI, not <${p}>`);
    for (const { datatype, value } of o) {
      if (hasPrefixAsScheme(datatype)) addError(p, `hasDatatype ${prefixed(datatype)}`);
      else if (!isLiteralDatatype(p, datatype, value, model) && isIri(value) && hasPrefixAsScheme(value)) {
        addError(p, `hasValue ${prefixed(value)}`);
      }
    }
  }
  return problems;
}

/**
 * Validates a Change at submission.
 *
 * @param data the revision that it was built on; undefined when that is outdated, so that its subjects cannot be
 *   checked.
 * @throws ServiceError `unprocessable` for the errors that D16 and D52 list.
 */
export function validateSubmission(
  { change, unprocessable }: SubmittedChange,
  data: Graph | undefined,
  { model, vocabulary }: Pick<Services, 'model' | 'vocabulary'>,
): void {
  const { api } = vocabulary;
  const problems: ErrorDetail[] = [...unprocessable, ...unreadableNames(change, model)];
  const embedded = data && embeddedIds(data);
  const labels = introducedLabels(change, model);
  const exists = (id: string): boolean => embedded === undefined || embedded.has(id);
  const addError = (property: Iri, message: string): void =>
    void problems.push({ message, property, resource: change.object });

  for (const { op, s, p, o } of change.operations) {
    if (p === api.hasRevision.value || p === api.hasLatestRevision.value) addError(p, 'the server assigns revisions');
    if (isLabel(s) ? op === 'DELETE' || !labels.has(s) : s !== change.object && !(isInternal(s) && exists(s))) {
      addError(
        p,
        `the subject ${JSON.stringify(s)} is neither the Logistics Object, nor one of its embedded objects, nor a label that this Change introduces`,
      );
    }
    for (const { datatype, value } of o) {
      const problem = valueProblem(op, p, { datatype, value }, model, exists);
      if (problem !== undefined) addError(p, problem);
    }
  }
  if (problems.length > 0) throw new ServiceError('unprocessable', problems);
}

function valueProblem(
  op: Operation['op'],
  p: Iri,
  { datatype, value }: OperationObject,
  model: Model,
  exists: (id: string) => boolean,
): string | undefined {
  const quoted = JSON.stringify(value.slice(0, 200));
  if (isLiteralDatatype(p, datatype, value, model)) {
    return isUnknownDatatype(datatype) ? `there is no datatype <${datatype}>` : lexicalError(value, datatype);
  }
  if (isLabel(value)) {
    if (op === 'DELETE') return `a DELETE names an embedded object by its internal: id, not by the label ${quoted}`;
    if (model.isLogisticsObject([datatype]))
      return 'a Change cannot create a Logistics Object, only link to one by its URI';
    return undefined;
  }
  if (!isIri(value)) return `${quoted} must be an IRI or a label, because hasDatatype names the class ${datatype}`;
  if (isInternal(value) && !exists(value)) return `${quoted} is not an embedded object of this Logistics Object`;
  return undefined;
}

/** Whether a value is a literal; otherwise it is an IRI or a label, and `hasDatatype` is its class. */
export function isLiteralDatatype(p: Iri, datatype: Iri, value: string, model: Model): boolean {
  if (p === rdfTerms.type.value) return false;
  if (datatype.startsWith(xsdNs) || datatype === rdfTerms.langString.value) return true;
  return !model.isClass(datatype) && !model.isCode(datatype) && !isLabel(value) && !isIri(value);
}

/** Turns the operations into statements; labels become fresh embedded objects (specification, PATCH, rule 7). */
export function toStatements(
  change: Change,
  { model, vocabulary, ids }: Pick<Services, 'model' | 'vocabulary' | 'ids'>,
): ChangeStatements {
  const { namespaces } = vocabulary;
  const labelled = new Map<string, NamedNode>();
  const embeddedObject = (label: string): NamedNode => {
    const object = labelled.get(label) ?? namedNode(`internal:${ids.next()}`);
    labelled.set(label, object);
    return object;
  };
  const resource = (text: string): NamedNode => (isLabel(text) ? embeddedObject(text) : node(iri(text)));
  const term = (p: Iri, { datatype, value, language }: OperationObject): Quad_Object => {
    if (!isLiteralDatatype(p, datatype, value, model)) return resource(value);
    const kind = language ?? (datatype === rdfTerms.langString.value ? undefined : node(datatype));
    return factory.literal(value, kind);
  };

  const statements = (op: Operation['op']): Quad[] =>
    change.operations
      .filter((operation) => operation.op === op)
      .flatMap(({ s, p, o }) => o.map((object) => triple(resource(s), node(p), term(p, object))));

  const links: { target: Iri; type: Iri; property: Iri }[] = [];
  const types: Quad[] = [];
  for (const { op, p, o } of change.operations) {
    for (const { datatype, value } of o) {
      if (op === 'DELETE' || isLiteralDatatype(p, datatype, value, model) || p === rdfTerms.type.value) continue;
      if (isLabel(value)) types.push(triple(embeddedObject(value), rdfTerms.type, node(datatype)));
      else if (isIri(value) && !isInternal(value)) {
        // A code needs no class (D42), an enumeration value has one in the model; of anything else the Change declares it.
        const isInModel = model.isCode(value) || value.startsWith(namespaces.cargo) || value.startsWith(namespaces.api);
        if (!isInModel && !model.takesOtherCodes(p)) links.push({ target: value, type: datatype, property: p });
      }
    }
  }
  const normal = (quads: Quad[]): Quad[] => [...model.normalize(graphOf(quads))];
  return { deletions: normal(statements('DELETE')), additions: normal([...statements('ADD'), ...types]), links };
}

/** The statements that are unreachable from the object: those of embedded objects without a link (D21). */
export function orphaned(data: Graph, object: Iri): Quad[] {
  const reached = new Set<string>([object]);
  const queue: string[] = [object];
  for (let subject = queue.pop(); subject !== undefined; subject = queue.pop()) {
    for (const { predicate, object: target } of data.match(factory.namedNode(subject))) {
      if (target.termType !== 'NamedNode' || predicate.equals(rdfTerms.type) || reached.has(target.value)) continue;
      reached.add(target.value);
      queue.push(target.value);
    }
  }
  return Array.from(data).filter(({ subject }) => !reached.has(subject.value));
}

/** The object's own properties whose values, or whose embedded objects, differ between two revisions (Notification). */
export function changedProperties(before: Graph, after: Graph, object: Iri): Iri[] {
  const differing = [
    ...Array.from(before).filter((quad) => !after.has(quad)),
    ...Array.from(after).filter((quad) => !before.has(quad)),
  ];
  const changed = new Set(
    differing.map(({ subject, predicate }) => (subject.value === object ? predicate.value : subject.value)),
  );
  const properties = new Set<string>();
  for (const data of [before, after]) {
    for (const { predicate, object: value } of data.match(node(object))) {
      if (changed.has(predicate.value) || reaches(data, value.value, object, changed)) properties.add(predicate.value);
    }
  }
  return [...properties].filter(isIri).sort();
}

/** Whether one of these subjects is reachable from a node without passing the object itself. */
function reaches(data: Graph, from: string, object: Iri, subjects: ReadonlySet<string>): boolean {
  const seen = new Set<string>([object]);
  const queue = [from];
  for (let subject = queue.pop(); subject !== undefined; subject = queue.pop()) {
    if (seen.has(subject)) continue;
    seen.add(subject);
    if (subjects.has(subject)) return true;
    if (isIri(subject))
      for (const { object: next } of data.match(node(subject)))
        if (next.termType === 'NamedNode') queue.push(next.value);
  }
  return false;
}
