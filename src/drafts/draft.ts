/** A form that somebody has begun: a draft, or a template that is filled in again and again (K14). */
import type { Graph } from '../rdf/graph.js';
import { isJsonObject } from '../rdf/jsonld/json.js';
import { factory, type Iri, isIri, type Literal, localName, node, type Quad, triple } from '../rdf/terms.js';
import { dcterms, prov, rdfTerms, xsd } from '../rdf/vocabulary.js';
import { type DraftBody, draftKinds, draftVisibilities } from './schemas.js';

/** A draft without what was typed, which may be large. */
export interface Draft extends Omit<DraftBody, 'values'> {
  readonly uri: Iri;
  readonly id: string;
  readonly owner: Iri;
  readonly created: Date;
  readonly modified: Date;
}

const dateTime = (at: Date): Literal => factory.literal(at.toISOString(), xsd.dateTime);

export function describeDraft(draft: Draft): Quad[] {
  const { uri, owner, created, modified, kind, visibility, form, title, copyOf } = draft;
  const root = node(uri);
  return [
    triple(root, prov.wasAttributedTo, node(owner)),
    triple(root, dcterms.created, dateTime(created)),
    triple(root, dcterms.modified, dateTime(modified)),
    triple(root, dcterms.type, factory.literal(kind)),
    triple(root, dcterms.accessRights, factory.literal(visibility)),
    triple(root, dcterms.subject, factory.literal(form)),
    triple(root, dcterms.title, factory.literal(title)),
    ...(copyOf === undefined ? [] : [triple(root, dcterms.source, node(copyOf))]),
  ];
}

/** The draft in a graph; undefined for one that this release cannot read. */
export function readDraft(data: Graph, uri: Iri): Draft | undefined {
  const root = node(uri);
  const owner = data.iri(root, prov.wasAttributedTo);
  const created = data.date(root, dcterms.created);
  const modified = data.date(root, dcterms.modified);
  const kind = draftKinds.find((one) => one === data.object(root, dcterms.type)?.value);
  const visibility = draftVisibilities.find((one) => one === data.object(root, dcterms.accessRights)?.value);
  const form = data.object(root, dcterms.subject)?.value;
  const title = data.object(root, dcterms.title)?.value;
  if (owner === undefined || !isIri(owner) || created === undefined || modified === undefined) return undefined;
  if (kind === undefined || visibility === undefined || form === undefined || title === undefined) return undefined;
  const copyOf = data.iri(root, dcterms.source);
  return { uri, id: localName(uri), owner, created, modified, kind, visibility, form, title, copyOf };
}

/** What was typed, as one literal: it is read as it was written. */
export const describeValues = (graph: Iri, values: DraftBody['values']): Quad[] => [
  triple(node(graph), prov.value, factory.literal(JSON.stringify(values), rdfTerms.JSON)),
];

/** What was typed; undefined for what this release cannot read. */
export function readValues(data: Graph, graph: Iri): DraftBody['values'] | undefined {
  const text = data.object(node(graph), prov.value)?.value;
  const values = text === undefined ? undefined : parsed(text);
  return isJsonObject(values) ? values : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
