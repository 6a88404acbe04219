/** A question, or a view of a list, that an agent has saved (K67, K71), and the graphs of its revisions. */
import { z } from 'zod';
import type { Graph } from '../../rdf/graph.js';
import { factory, type Iri, type Literal, localName, node, type Quad, triple } from '../../rdf/terms.js';
import { dcterms, prov, rdfTerms, xsd } from '../../rdf/vocabulary.js';
import type { Question } from '../question.js';
import { questionContent, visibilities, type Visibility } from '../schemas.js';

export interface SavedQuestion {
  readonly uri: Iri;
  readonly id: string;
  readonly owner: Iri;
  readonly created: Date;
  readonly modified: Date;
  readonly visibility: Visibility;
  /** Who sees it with the visibility `agents`. */
  readonly agents: readonly Iri[];
  /** The number of its revision, from 1. */
  readonly revision: number;
  /** The address of a list below /console; null for a question. */
  readonly view: string | null;
  readonly question: Question;
}

const storedContent = questionContent.extend({ revision: z.int().min(1) });

const dateTime = (at: Date): Literal => factory.literal(at.toISOString(), xsd.dateTime);

/**
 * The statements of a revision.
 *
 * @param graph of the question, or of the former revision that this is.
 * @param former the revision before it; undefined for the first, and where it is dropped.
 */
export function describeQuestion(saved: SavedQuestion, graph: Iri, former: Iri | undefined): Quad[] {
  const { uri, owner, created, modified, visibility, agents, revision, view, question } = saved;
  const { title, words, sparql, parameters, columns, chart, mirrored } = question;
  const root = node(graph);
  const content: z.input<typeof storedContent> = {
    ...{ title, words, chart, mirrored, revision },
    ...(view === null ? { sparql } : { view }),
    parameters: [...parameters].map(({ options, ...parameter }) => ({
      ...parameter,
      ...(options && { options: [...options] }),
    })),
    columns: columns.map(({ name, label, kind }) => ({ name, label, kind })),
  };
  return [
    triple(root, prov.wasAttributedTo, node(owner)),
    triple(root, dcterms.created, dateTime(created)),
    triple(root, dcterms.modified, dateTime(modified)),
    triple(root, dcterms.accessRights, factory.literal(visibility)),
    ...agents.map((agent) => triple(root, dcterms.audience, node(agent))),
    ...(graph === uri ? [] : [triple(root, prov.specializationOf, node(uri))]),
    ...(former === undefined ? [] : [triple(root, prov.wasRevisionOf, node(former))]),
    triple(root, prov.value, factory.literal(JSON.stringify(content), rdfTerms.JSON)),
  ];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The question in the graph of a revision; undefined for one that this release cannot read. */
export function readQuestion(data: Graph, graph: Iri): SavedQuestion | undefined {
  const root = node(graph);
  const uri = data.iri(root, prov.specializationOf) ?? graph;
  const owner = data.iri(root, prov.wasAttributedTo);
  const created = data.date(root, dcterms.created);
  const modified = data.date(root, dcterms.modified);
  const visibility = visibilities.find((one) => one === data.object(root, dcterms.accessRights)?.value);
  const content = storedContent.safeParse(parsed(data.object(root, prov.value)?.value ?? '')).data;
  if (owner === undefined || created === undefined || modified === undefined) return undefined;
  if (visibility === undefined || content === undefined) return undefined;
  const { view = null, sparql = '', revision, ...members } = content;
  const id = localName(uri);
  const agents = data.iris(root, dcterms.audience).sort();
  const question = { ...members, id, sparql };
  return { uri, id, owner, created, modified, visibility, agents, revision, view, question };
}
