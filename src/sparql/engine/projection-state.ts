/**
 * The state of the projection, stored in the engine itself: its position in the feed, and the node that feeds it. It is
 * written in the same request as the data, so that it is correct after any failure on either side.
 */
import { createHash } from 'node:crypto';
import { type Iri, iri, isIri } from '../../rdf/terms.js';
import { type EngineClient, EngineError } from './engine-client.js';
import { readSolutions } from './solutions.js';

/** The graph of the state, and its subject. */
export const PROJECTION = iri('urn:x-cargograph:projection');
/** The graph that lists the named graphs of the default graph. */
export const CURRENT = iri('urn:x-cargograph:current');
/** The predicate of this graph: a named graph is part of the default graph. */
export const IN_DATASET = iri(`${CURRENT}#in`);
export const DEFAULT_DATASET = iri(`${CURRENT}#default`);
export const IS_CURRENT = `<${IN_DATASET}> <${DEFAULT_DATASET}>`;

/** The format of an engine's data; an engine with another format is filled anew. */
const FORMAT_NUMBER = 3;

const FORMAT = `<${PROJECTION}#format>`;
const BASE = `<${PROJECTION}#base>`;
/** The predicate of the position. */
export const HAS_SEQUENCE = iri(`${PROJECTION}#sequence`);
const SEQUENCE = `<${HAS_SEQUENCE}>`;
const FILLING = `<${PROJECTION}#filling>`;
const FILLED = `<${PROJECTION}#filled>`;
const WITNESS = `<${PROJECTION}#witness>`;
const S = `<${PROJECTION}>`;

const STATE_TIMEOUT_MS = 10_000;

/** A graph that never changes, with its content: after a restore, the record may lack it, or contain another one. */
export interface Witness {
  readonly graph: Iri;
  readonly digest: string;
}

export interface ProjectionState {
  /** The base URL of the node that feeds the engine; undefined without a state. */
  readonly base: string | undefined;
  /** Whether the engine's data has this release's format. */
  readonly isOfFormat: boolean;
  /** The commit that the engine has reached; undefined while it is filled. */
  readonly sequence: number | undefined;
  /** The name of the process that fills it. */
  readonly filling: string | undefined;
  /** The number of graphs that this process has written. */
  readonly filled: number;
  readonly witness: Witness | undefined;
}

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Reads the state. @throws EngineError */
export async function readState(engine: Pick<EngineClient, 'query'>): Promise<ProjectionState> {
  const body = await engine.query({
    text: `SELECT ?p ?o { GRAPH ${S} { ${S} ?p ?o } }`,
    accept: 'application/sparql-results+json',
    timeoutMs: STATE_TIMEOUT_MS,
  });
  const { rows } = readSolutions(body);
  const values = new Map(rows.map((row) => [`<${row.get('p')?.value ?? ''}>`, row.get('o')?.value ?? '']));
  const number = (name: string): number | undefined => {
    const text = values.get(name);
    if (text === undefined) return undefined;
    if (/^[0-9]{1,15}$/.test(text)) return Number(text);
    throw new EngineError('invalid-answer', 'the state of the projection cannot be read');
  };
  const [graph = '', digest = ''] = (values.get(WITNESS) ?? '').split(' ');
  return {
    base: values.get(BASE),
    isOfFormat: number(FORMAT) === FORMAT_NUMBER,
    sequence: number(SEQUENCE),
    filling: values.get(FILLING),
    filled: number(FILLED) ?? 0,
    witness: isIri(graph) ? { graph, digest } : undefined,
  };
}

/** Whether the engine holds any data. @throws EngineError */
export function holdsAnything(engine: Pick<EngineClient, 'ask'>): Promise<boolean> {
  return engine.ask('{ { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }', STATE_TIMEOUT_MS);
}

/** Empties the engine, for the process that fills it; without a name, for any process that feeds it. */
export const emptied = (base: Iri, filling?: string): string[] => [
  'DROP ALL',
  `INSERT DATA { GRAPH ${S} { ${S} ${BASE} "${base}" ; ${FORMAT} ${FORMAT_NUMBER} ${filling === undefined ? '' : `; ${FILLING} "${filling}"`} } }`,
];

/** Stores the number of written graphs. */
export const filledSoFar = (graphs: number): string[] => [
  `DELETE WHERE { GRAPH ${S} { ${S} ${FILLED} ?n } }`,
  `INSERT DATA { GRAPH ${S} { ${S} ${FILLED} ${graphs} } }`,
];

/** Ends filling. Has no effect if another process has begun to fill the engine. */
export const filledUpTo = (sequence: number, filling: string): string[] => [
  `INSERT { GRAPH ${S} { ${S} ${SEQUENCE} ${sequence} } } WHERE { GRAPH ${S} { ${S} ${FILLING} "${filling}" } }`,
  `DELETE DATA { GRAPH ${S} { ${S} ${FILLING} "${filling}" } }`,
  `DELETE WHERE { GRAPH ${S} { ${S} ${FILLED} ?n } }`,
];

/** Moves the position. Has no effect if there is none any more: the engine must be filled anew. */
export function movedTo(sequence: number, witness?: Witness): string[] {
  const move = `DELETE { GRAPH ${S} { ${S} ${SEQUENCE} ?old } } INSERT { GRAPH ${S} { ${S} ${SEQUENCE} ${sequence} } }
    WHERE { GRAPH ${S} { ${S} ${SEQUENCE} ?old } }`;
  if (witness === undefined) return [move];
  return [
    move,
    `DELETE WHERE { GRAPH ${S} { ${S} ${WITNESS} ?old } }`,
    `INSERT { GRAPH ${S} { ${S} ${WITNESS} "${witness.graph} ${witness.digest}" } } WHERE { GRAPH ${S} { ${S} ${SEQUENCE} ?n } }`,
  ];
}
