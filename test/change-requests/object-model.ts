/** What a Logistics Object must be after Changes, computed the simple way: a set of statements in memory. */
import type { OperationLike } from '../support/changes.js';

export const rdfType = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const double = 'http://www.w3.org/2001/XMLSchema#double';

export type Value =
  | { readonly kind: 'literal'; readonly text: string; readonly datatype: string }
  /** Of an IRI, or of an embedded object by its mark. */
  | { readonly kind: 'iri' | 'embedded'; readonly text: string };

export interface Statement {
  /** The object's URI, a linked object's URI, or an embedded object's mark. */
  readonly s: string;
  readonly p: string;
  readonly o: Value;
}

export type Graph = ReadonlyMap<string, Statement>;

/** Statements with the same key are the same, numbers counting by value. */
export function keyOf({ s, p, o }: Statement): string {
  const text = o.kind === 'literal' && o.datatype === double ? String(Number(o.text)) : o.text;
  return JSON.stringify([s, p, o.kind, text, o.kind === 'literal' ? o.datatype : '']);
}

export function graphOf(statements: readonly Statement[]): Graph {
  return new Map(statements.map((statement) => [keyOf(statement), statement]));
}

/** An operation, with what the model needs to know of it beside. */
export interface Step {
  readonly op: 'ADD' | 'DELETE';
  readonly statement: Statement;
  /** Of a link or an embedded object: the class that the operation names. */
  readonly type: string;
}

export interface Rules {
  readonly object: string;
  /** Properties of the object that may be given once. */
  readonly single: ReadonlySet<string>;
  readonly existing: ReadonlySet<string>;
}

/** The graph after a Change; undefined when the Change must fail. */
export function applied(graph: Graph, steps: readonly Step[], rules: Rules): Graph | undefined {
  const next = new Map(graph);
  for (const { statement } of steps.filter(({ op }) => op === 'DELETE')) {
    if (!graph.has(keyOf(statement))) return undefined;
    next.delete(keyOf(statement));
  }
  const put = (statement: Statement): void => void next.set(keyOf(statement), next.get(keyOf(statement)) ?? statement);
  for (const { statement, type } of steps.filter(({ op }) => op === 'ADD')) {
    put(statement);
    const { kind, text } = statement.o;
    if (kind === 'iri' && !rules.existing.has(text)) return undefined;
    const isTyped = [...next.values()].some(({ s, p }) => s === text && p === rdfType);
    if (kind === 'iri' || (kind === 'embedded' && !isTyped))
      put({ s: text, p: rdfType, o: { kind: 'iri', text: type } });
  }
  const kept = reachable(next, rules.object);
  const counts = new Map<string, number>();
  for (const { s, p } of kept.values()) if (s === rules.object) counts.set(p, (counts.get(p) ?? 0) + 1);
  return [...rules.single].some((p) => (counts.get(p) ?? 0) > 1) ? undefined : kept;
}

function reachable(graph: Graph, object: string): Graph {
  const reached = new Set([object]);
  for (let size = 0; size < reached.size;) {
    size = reached.size;
    for (const { s, p, o } of graph.values())
      if (reached.has(s) && p !== rdfType && o.kind !== 'literal') reached.add(o.text);
  }
  return new Map([...graph].filter(([, { s }]) => reached.has(s)));
}

/** The operation as a partner writes it. @param nameOfEmbedded gives an embedded object's id, or its label when it is new. */
export function operationOf(
  { op, statement: { s, p, o }, type }: Step,
  nameOf: (mark: string) => string,
): OperationLike {
  const value = o.kind === 'embedded' ? nameOf(o.text) : o.text;
  return { op, s: s.includes(':') ? s : nameOf(s), p, value, datatype: o.kind === 'literal' ? o.datatype : type };
}
