/** A Change: statements to add to and delete from one revision of an object. */
import { type ActionRequest, contentFields } from '../action-requests/action-request.js';
import { ServiceError, type ErrorDetail } from '../errors.js';
import { PropertyReader, nameOf, display } from '../rdf/property-reader.js';
import type { Graph } from '../rdf/graph.js';
import {
  factory,
  type Iri,
  isIri,
  isLiteral,
  namedNode,
  type NamedNode,
  node,
  type Quad,
  type Term,
  triple,
} from '../rdf/terms.js';
import { rdfTerms, type Vocabulary, xsd } from '../rdf/vocabulary.js';
import { DamagedDataError } from '../store/quarantine.js';
import type { IdSource } from '../clock.js';

/** A literal, an IRI or a label (`_:x`), depending on its datatype: an XSD datatype or a class. */
export interface OperationObject {
  readonly datatype: Iri;
  readonly value: string;
  /** The language of a text, as its tag; undefined without one and for other literals. */
  readonly language?: string | undefined;
}

const ops = ['ADD', 'DELETE'] as const;

export interface Operation {
  readonly op: (typeof ops)[number];
  /** The object's URI, an embedded object's `internal:` id, or a label (`_:x`) that this Change introduces. */
  readonly s: string;
  readonly p: Iri;
  readonly o: readonly OperationObject[];
}

export interface Change {
  readonly object: Iri;
  /** The revision that the Change was built on. */
  readonly revision: number;
  readonly description: string | undefined;
  readonly notifyRequestStatusChange: boolean;
  readonly operations: readonly Operation[];
  /** The VerificationRequests that the Change answers (V40). */
  readonly verificationRequests: readonly Iri[];
}

/** Operations of one Change: applying them blocks the event loop. */
const MAX_OPERATIONS = 1_000;

/** A Change as it was submitted. */
export interface SubmittedChange {
  /** Without the unreadable operations. */
  readonly change: Change;
  /** An unknown `op`, a predicate that is no IRI: reported after everything that makes the body invalid (D16). */
  readonly unprocessable: readonly ErrorDetail[];
}

/**
 * Reads a Change from a body.
 *
 * @throws InputError for missing or wrong properties, and for operations on events (specification, PATCH, rule 5);
 * `too-large` for too many operations.
 */
export function readSubmittedChange(data: Graph, root: Term, vocabulary: Vocabulary): SubmittedChange {
  const { api } = vocabulary;
  const unprocessable: ErrorDetail[] = [];
  const fields = new PropertyReader(data, root);
  if (data.match(root, rdfTerms.type, api.Change).size === 0)
    fields.addError(api.Change, 'the body must be a Change (@type api:Change)');
  const object = fields.iri(api.hasLogisticsObject);
  const revision = fields.positiveInteger(api.hasRevision);
  const description = fields.optionalText(api.hasDescription);
  const notifyRequestStatusChange = fields.flag(api.notifyRequestStatusChange);
  const stated = fields.terms(api.hasOperation, { min: 1, max: Infinity });
  if (stated.length > MAX_OPERATIONS) {
    const message = `a Change may have at most ${MAX_OPERATIONS} operations, not ${stated.length}: send several Changes`;
    throw new ServiceError('too-large', { message, property: api.hasOperation.value });
  }
  const verificationRequests = fields.iris(api.hasVerificationRequest);
  const operations = stated.map((operation) => readOperation(fields.of(operation), vocabulary, unprocessable));
  const onEvents = eventProperties(vocabulary);
  for (const p of stated.flatMap((operation) => data.objects(operation, api.p))) {
    if (!onEvents.has(p.value) || !isIri(p.value)) continue;
    const message =
      'Logistics Events cannot be linked or removed by a Change; they are posted to the logistics-events address';
    fields.problems.push({ message, property: p.value, resource: object });
  }
  fields.throwIfInvalid();
  if (object === undefined || revision === undefined) throw new TypeError('a Change without problems is complete');
  const change = {
    object,
    revision,
    description,
    notifyRequestStatusChange,
    operations: operations.filter((operation) => operation !== undefined),
    verificationRequests,
  };
  return { change, unprocessable };
}

function eventProperties({ namespaces, api, cargo }: Vocabulary): ReadonlySet<string> {
  return new Set([api.hasLogisticsEvent.value, `${namespaces.cargo}hasLogisticsEvent`, cargo.events.value]);
}

/**
 * Reads the Change of a stored request. Bodies have another reader, which may have become stricter since the
 * submission; the Change is validated when it is accepted.
 *
 * @throws DamagedDataError when any part is missing: an incomplete Change must not be applied.
 */
export function readStoredChange(request: ActionRequest, vocabulary: Vocabulary): Change {
  const { api } = vocabulary;
  const fields = contentFields(request, vocabulary);
  const [object, revision] = [fields.iri(api.hasLogisticsObject), fields.integer(api.hasRevision)];
  if (object === undefined || revision === undefined)
    throw new DamagedDataError('a Change without an object or a revision');
  const operations = fields.terms(api.hasOperation).map((term): Operation => {
    const operation = fields.of(term);
    const [opTerm] = operation.terms(api.op);
    const op = opTerm && nameOf(opTerm, ops, api);
    const [s] = operation.terms(api.s);
    const p = operation.iri(api.p);
    const o = operation.terms(api.o).map((value): OperationObject => {
      const part = operation.of(value);
      const [datatype, [content]] = [part.iri(api.hasDatatype), part.terms(api.hasValue)];
      if (datatype === undefined || content === undefined)
        throw new DamagedDataError('a Change with an incomplete value');
      return operationObject(datatype, content);
    });
    if (op === undefined || s === undefined || p === undefined || o.length === 0)
      throw new DamagedDataError('a Change with an incomplete operation');
    return { op, s: s.value, p, o };
  });
  // Those of an erased property are gone (P29); a pending request with any ends with the erasure.
  if (operations.length === 0 && request.status === 'REQUEST_PENDING')
    throw new DamagedDataError('a Change without operations');
  return {
    object,
    revision,
    description: fields.text(api.hasDescription),
    notifyRequestStatusChange: fields.flag(api.notifyRequestStatusChange),
    operations,
    verificationRequests: fields.iris(api.hasVerificationRequest),
  };
}

function readOperation(
  fields: PropertyReader,
  { api }: Vocabulary,
  unprocessable: ErrorDetail[],
): Operation | undefined {
  const one = { min: 1, max: 1 };
  const [opTerm] = fields.terms(api.op, one);
  const [s] = fields.terms(api.s, one);
  const [p] = fields.terms(api.p, one);
  const o = fields.terms(api.o, { min: 1, max: Infinity }).map((value) => readOperationObject(value, fields, api));
  if (opTerm === undefined || s === undefined || p === undefined) return undefined;
  const op = nameOf(opTerm, ops, api);
  if (op === undefined) {
    unprocessable.push({ message: `op must be ADD or DELETE, not ${display(opTerm)}`, property: api.op.value });
  }
  if (p.termType === 'BlankNode' || !isIri(p.value)) {
    unprocessable.push({ message: `p must be the IRI of a property, not ${display(p)}`, property: api.p.value });
    return undefined;
  }
  const objects = o.filter((value) => value !== undefined);
  return op && { op, s: s.value, p: p.value, o: objects };
}

function readOperationObject(value: Term, fields: PropertyReader, api: Vocabulary['api']): OperationObject | undefined {
  // A plain string is an OperationObject of xsd:string (D42), or of its language.
  if (isLiteral(value)) {
    const datatype = value.datatype.value;
    return isIri(datatype) ? operationObject(datatype, value) : undefined;
  }
  const object = fields.of(value);
  const datatype = object.iri(api.hasDatatype);
  const [content] = object.terms(api.hasValue, { min: 1, max: 1 });
  if (datatype === undefined || content === undefined) return undefined;
  return operationObject(datatype, content);
}

/** Only a text can be in a language: a document's default language also tags numbers and addresses that are written as text. */
function operationObject(datatype: Iri, content: Term): OperationObject {
  const isText = datatype === xsd.string.value || datatype === rdfTerms.langString.value;
  const language = isText && isLiteral(content) && content.language !== '' ? content.language : undefined;
  return { datatype, value: content.value, language };
}

/** The statements of a Change under new identifiers, as its request stores them, and their root. */
export function describeChange(
  change: Change,
  { api }: Vocabulary,
  ids: IdSource,
): { root: NamedNode; statements: Quad[] } {
  const newNode = (): NamedNode => namedNode(`internal:${ids.next()}`);
  const root = newNode();
  const statements = [
    triple(root, rdfTerms.type, api.Change),
    triple(root, api.hasLogisticsObject, node(change.object)),
    triple(root, api.hasRevision, factory.literal(String(change.revision), xsd.positiveInteger)),
    triple(root, api.notifyRequestStatusChange, factory.literal(String(change.notifyRequestStatusChange), xsd.boolean)),
    ...(change.description === undefined
      ? []
      : [triple(root, api.hasDescription, factory.literal(change.description))]),
    ...change.verificationRequests.map((request) => triple(root, api.hasVerificationRequest, node(request))),
  ];
  for (const { op, s, p, o } of change.operations) {
    const operation = newNode();
    statements.push(
      triple(root, api.hasOperation, operation),
      triple(operation, rdfTerms.type, api.Operation),
      triple(operation, api.op, api[op]),
      triple(operation, api.s, factory.literal(s)),
      triple(operation, api.p, factory.literal(p, xsd.anyURI)),
    );
    for (const { datatype, value, language } of o) {
      const object = newNode();
      statements.push(
        triple(operation, api.o, object),
        triple(object, rdfTerms.type, api.OperationObject),
        triple(object, api.hasDatatype, factory.literal(datatype, xsd.anyURI)),
        triple(object, api.hasValue, factory.literal(value, language)),
      );
    }
  }
  return { root, statements };
}
