/** An `Idempotency-Key` as it is stored: its agent, a digest of the request, and the answer (K23, K92). */
import { z } from 'zod';
import type { Graph } from '../rdf/graph.js';
import { graphOf } from '../rdf/graph.js';
import { factory, type Iri, isIri, node, type Quad, triple } from '../rdf/terms.js';
import { dcterms, prov, rdfTerms, xsd } from '../rdf/vocabulary.js';
import type { ChangeAnswer } from '../transactions.js';

export interface StoredKey {
  readonly agent: Iri;
  readonly at: Date;
  /** See `RequestContext.fingerprint`. */
  readonly fingerprint: string;
  readonly answer: ChangeAnswer;
}

const resource = z.custom<Iri>((value) => typeof value === 'string' && isIri(value));

const stored = z.object({
  fingerprint: z.string(),
  status: z.literal([200, 201, 202, 204, 207]),
  location: resource.optional(),
  type: resource.optional(),
  revision: z.number().int().positive().optional(),
  /** Of an answer in plain JSON. */
  json: z.json().optional(),
  /** The resource that the other statements of the graph describe. */
  root: resource.optional(),
});

/** The statements of a key. Those of the answer's body stand beside its own: no two have a subject in common. */
export function describeKey(graph: Iri, { agent, at, fingerprint, answer }: StoredKey): Quad[] {
  const { body, ...rest } = answer;
  const json = JSON.stringify({ fingerprint, ...rest, root: body?.root.value });
  const root = node(graph);
  return [
    triple(root, prov.wasAttributedTo, node(agent)),
    triple(root, dcterms.created, factory.literal(at.toISOString(), xsd.dateTime)),
    triple(root, prov.value, factory.literal(json, rdfTerms.JSON)),
    ...(body?.data ?? []),
  ];
}

/** The key in a graph; undefined for one that this release cannot read. */
export function readStoredKey(data: Graph, graph: Iri): StoredKey | undefined {
  const root = node(graph);
  const [agent] = data.objects(root, prov.wasAttributedTo);
  const [created] = data.objects(root, dcterms.created);
  const [value] = data.objects(root, prov.value);
  const at = new Date(created?.value ?? '');
  const { data: read } = stored.safeParse(value && parsed(value.value));
  if (read === undefined || agent === undefined || !isIri(agent.value) || Number.isNaN(at.getTime())) return undefined;
  const { fingerprint, root: described, ...answer } = read;
  const body = described && {
    root: node(described),
    data: graphOf(Array.from(data).filter(({ subject }) => subject.value !== graph)),
  };
  return { agent: agent.value, at, fingerprint, answer: { ...answer, body } };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
