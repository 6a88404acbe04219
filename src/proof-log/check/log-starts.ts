/** What the graph of a start of a log says, or that of a change of its keys (P21, P49). */
import { FormatError } from '../../proofs/format/format-error.js';
import { parseVkey, type VerifierKey } from '../../proofs/format/note.js';
import { type LogTerms, logTerms } from '../../rdf/log-terms.js';
import { type Iri, node } from '../../rdf/terms.js';
import type { UriScheme } from '../../uris.js';
import type { StatedHead } from './epoch-check.js';
import { graphFrom } from './stored-graph.js';

export interface LogStart {
  readonly epoch: number;
  /** 1 for the start of the epoch. */
  readonly change: number;
  readonly origin: string | undefined;
  readonly key: VerifierKey | undefined;
  readonly previous: StatedHead | undefined;
}

export class LogStarts {
  readonly #terms: LogTerms;

  constructor(private readonly uris: UriScheme) {
    this.#terms = logTerms(uris.extensions);
  }

  /** @returns undefined for the name of another graph. */
  read(graph: Iri, text: string): LogStart | undefined {
    const kind = this.uris.graphKind(graph);
    const [, epoch, change] = kind?.kind === 'log-start' ? (/^([1-9]\d*)-([1-9]\d*)$/.exec(kind.id) ?? []) : [];
    if (epoch === undefined || change === undefined) return undefined;
    const data = graphFrom(text);
    const stated = (property: LogTerms[keyof LogTerms]): string | undefined =>
      data.object(node(graph), property)?.value;
    const { origin, key, previousOrigin, previousSize, previousRoot } = this.#terms;
    const [before, size, root] = [stated(previousOrigin), stated(previousSize), stated(previousRoot)];
    return {
      ...{ epoch: Number(epoch), change: Number(change), origin: stated(origin), key: keyIn(stated(key)) },
      previous:
        before === undefined || size === undefined || root === undefined
          ? undefined
          : { origin: before, size: Number(size), root },
    };
  }
}

function keyIn(text = ''): VerifierKey | undefined {
  try {
    return parseVkey(text);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
