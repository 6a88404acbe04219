/** What was read of an object (T38). */
import type { Answer } from './http/answer.js';
import type { Names } from './names.js';
import { Graph } from './rdf/graph.js';
import type { Quad } from './rdf/terms.js';
import { claimed, rootOf } from './exchange.js';
import { idOf, valueOf } from './values/read-value.js';
import type { Typed } from './values/types.js';
import { api } from './vocabulary.js';

/**
 * The answer as it came.
 *
 * @since 0.3.0
 */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/**
 * What a server says of an object without its value.
 *
 * @since 0.3.0
 */
export interface Head {
  readonly uri: string;
  /** The revision that was read; undefined if the server does not say. */
  readonly revision: number | undefined;
  readonly latestRevision: number | undefined;
  readonly etag: string | undefined;
  readonly modified: Date | undefined;
  readonly raw: RawAnswer;
}

/**
 * A read object.
 *
 * @since 0.3.0
 */
export interface Read<T extends Typed> extends Head {
  readonly value: T;
  /** All statements of the answer, as RDF/JS quads. */
  quads(): readonly Quad[];
}

/** What the headers say. */
export function headOf(answer: Answer, uri: string): Head {
  const { headers, status, text } = answer;
  const modified = Date.parse(headers.get('last-modified') ?? '');
  return {
    uri,
    revision: answer.number('revision'),
    latestRevision: answer.number('latest-revision'),
    etag: headers.get('etag') ?? undefined,
    modified: Number.isNaN(modified) ? undefined : new Date(modified),
    raw: { status, headers, body: text },
  };
}

/**
 * Reads an answer about an object; a revision that no header states may be in the body (2.1.0).
 *
 * @throws InvalidAnswerError
 */
export async function readOf<T extends Typed>(answer: Answer, uri: string, names: Names): Promise<Read<T>> {
  const graph = await answer.graph();
  const root = rootOf(graph, uri, answer);
  const head = headOf(answer, uri);
  const stated = (name: string): number | undefined => {
    const number = Number(graph.first(root, api + name)?.value);
    return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
  };
  return {
    ...head,
    uri: root.termType === 'NamedNode' ? root.value : uri,
    revision: head.revision ?? stated('hasRevision'),
    latestRevision: head.latestRevision ?? stated('hasLatestRevision'),
    value: claimed<T>(valueOf(graph, root, names)),
    quads: () => graph.quads,
  };
}

/** The graph of what was read, and the resource that it is about. */
export function graphOf({ uri, quads }: Pick<Read<Typed>, 'uri' | 'quads'>): { graph: Graph; root: Quad['subject'] } {
  const graph = new Graph(quads());
  const root = graph.subjects.find((subject) => idOf(subject) === uri) ?? graph.roots[0];
  if (root === undefined) throw new TypeError('nothing was read');
  return { graph, root };
}
