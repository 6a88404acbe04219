/** An error as RDF: the specification's Error and its details, for response bodies and for a request's `hasError`. */
import type { IdSource } from '../clock.js';
import { type ErrorDetail, errorKinds, type Tombstone } from '../errors.js';
import { activityStreams, erasureTerms } from './erasure-terms.js';
import type { Graph } from './graph.js';
import { compareTexts } from './order.js';
import { factory, iri, namedNode, type NamedNode, type Quad, type Quad_Object, type Term, triple } from './terms.js';
import { rdfTerms, type Vocabulary, xsd } from './vocabulary.js';

/** The content of an error in a response body, or in the `hasError` of a request. */
export interface ErrorReport {
  readonly title: string;
  /** Absent in a caller's text means an error (V22). */
  readonly severity?: 'ERROR' | 'WARNING' | undefined;
  readonly details: readonly (ErrorDetail & { readonly code?: string | undefined })[];
  /** A sentence after the last message. */
  readonly remark?: string | undefined;
  /** Of an erased resource (P32). */
  readonly tombstone?: Tombstone | undefined;
}

/** Reports an error of this node: every detail repeats the HTTP status as text in `hasCode` (specification, Errors; L32). */
export function reportOf({
  title,
  status,
  details,
}: {
  readonly title: string;
  readonly status: number;
  readonly details: readonly ErrorDetail[];
}): ErrorReport {
  return { title, severity: 'ERROR', details: details.map((detail) => ({ ...detail, code: String(status) })) };
}

/**
 * Reports violations that the operator's shapes declare as warnings: nothing is refused, so there is no status to
 * repeat (D76).
 */
export function warningsOf(details: readonly ErrorDetail[]): ErrorReport {
  return { title: errorKinds.unprocessable.title, severity: 'WARNING', details };
}

/** Sorts by property, then message, then resource, so that the order of discovery does not matter. */
function compareDetails(a: ErrorDetail, b: ErrorDetail): number {
  return (
    compareTexts(a.property ?? '', b.property ?? '') ||
    compareTexts(a.message, b.message) ||
    compareTexts(a.resource ?? '', b.resource ?? '')
  );
}

/** New identifiers, in the order in which every syntax writes its resources. */
function orderedIds(count: number, ids: IdSource): NamedNode[] {
  return Array.from({ length: count }, () => `internal:${ids.next()}`)
    .sort(compareTexts)
    .map((id) => namedNode(id));
}

/** The statements of an Error, with one ErrorDetail for each detail, always in the same order. */
export function describeError(report: ErrorReport, subject: NamedNode, vocabulary: Vocabulary, ids: IdSource): Quad[] {
  return describe(report, subject, orderedIds(report.details.length, ids), vocabulary);
}

/**
 * An Error as a response body: its name comes from its request, and the names of its details are numbered, so that
 * every syntax keeps their order (D33, D61).
 */
export function describeErrorBody(
  report: ErrorReport,
  requestId: string,
  vocabulary: Vocabulary,
): { readonly root: NamedNode; readonly statements: Quad[] } {
  const root = namedNode(`internal:${requestId}`);
  const digits = String(report.details.length).length;
  const names = report.details.map((_, index) =>
    namedNode(`internal:${requestId}-${String(index + 1).padStart(digits, '0')}`),
  );
  return { root, statements: describe(report, root, names, vocabulary) };
}

/** @param names the names of the details, in their order. */
function describe(
  { title, severity, details, remark, tombstone }: ErrorReport,
  subject: NamedNode,
  names: readonly NamedNode[],
  { api }: Vocabulary,
): Quad[] {
  const sorted = [...details].sort(compareDetails);
  const uri = (value: string): Quad_Object => factory.literal(value, xsd.anyURI);
  return [
    triple(subject, rdfTerms.type, api.Error),
    triple(subject, api.hasTitle, factory.literal(title)),
    ...(severity === undefined ? [] : [triple(subject, api.hasSeverity, api[severity])]),
    ...names.flatMap((detail, index) => {
      const { code, message, property, resource } = sorted[index] ?? { message: title };
      return [
        triple(subject, api.hasErrorDetail, detail),
        triple(detail, rdfTerms.type, api.ErrorDetail),
        ...(code === undefined ? [] : [triple(detail, api.hasCode, factory.literal(code))]),
        triple(
          detail,
          api.hasMessage,
          factory.literal(index === names.length - 1 ? withRemark(message, remark) : message),
        ),
        ...(property === undefined ? [] : [triple(detail, api.hasProperty, uri(property))]),
        ...(resource === undefined ? [] : [triple(detail, api.hasResource, uri(resource))]),
      ];
    }),
    ...(tombstone === undefined ? [] : describeTombstone(tombstone, subject)),
  ];
}

/** What an Error says of an erased resource; the terms are in the namespace of the reason. */
function describeTombstone(
  { resource, formerType, deletedAt, reason, erasure, entry }: Tombstone,
  error: NamedNode,
): Quad[] {
  const ext = erasureTerms(iri(reason.slice(0, reason.indexOf('#'))));
  const root = namedNode(resource);
  return [
    triple(error, ext.hasTombstone, root),
    triple(root, rdfTerms.type, activityStreams.Tombstone),
    ...(formerType === undefined ? [] : [triple(root, activityStreams.formerType, namedNode(formerType))]),
    triple(root, activityStreams.deleted, factory.literal(deletedAt.toISOString(), xsd.dateTime)),
    triple(root, ext.hasReason, namedNode(reason)),
    triple(root, ext.hasErasure, namedNode(erasure)),
    ...(entry === undefined ? [] : [triple(root, ext.hasErasureEntry, namedNode(entry))]),
  ];
}

const withRemark = (message: string, remark: string | undefined): string =>
  remark === undefined ? message : `${message}${/[.!?]$/.test(message) ? '' : '.'} ${remark}`;

/** The messages of a resource's stored errors (`hasError`), in a fixed order. */
export function storedMessages(data: Graph, resource: NamedNode, { api }: Vocabulary): string[] {
  const objects = (subject: Term, property: NamedNode): Term[] =>
    Array.from(data.match(subject, property), ({ object }) => object);
  return objects(resource, api.hasError)
    .flatMap((error) => objects(error, api.hasErrorDetail))
    .flatMap((detail) => objects(detail, api.hasMessage))
    .map(({ value }) => value)
    .sort(compareTexts);
}
