/** The copy of a partner's object as loaded from the node. */
import type { CopiesAnswer, CopyItem } from '../../src/console/responses.js';
import { ask, askJson, config, consoleApi, N_TRIPLES, pathBelowBase, query } from '../core/index.js';
import { type ObjectRevision, readRevisionFrom } from './read-object.js';
import { parseNTriples } from './statements.js';

/** Copies whose label or URI has the one of the page in it. */
const MAX_SIMILAR = 50;

export interface CopiedObject extends ObjectRevision {
  readonly received: string | null;
}

/** What is known about a copy; undefined for an object of which there is none. */
export async function findCopy(uri: string, signal: AbortSignal): Promise<CopyItem | undefined> {
  const path = consoleApi('/mirror') + query({ q: uri, limit: MAX_SIMILAR });
  const { items } = await askJson<CopiesAnswer>(path, { signal });
  return items.find(({ object }) => object === uri);
}

/** A revision that is held: the latest without a number. */
export async function readCopy(uri: string, revision: string | undefined, signal: AbortSignal): Promise<CopiedObject> {
  const path = consoleApi('/mirror') + query({ object: uri, revision });
  const answer = await ask(path, { accept: N_TRIPLES, signal });
  const received = Date.parse(answer.headers.get('mirror-received') ?? '');
  return {
    ...readRevisionFrom(answer, uri),
    received: Number.isNaN(received) ? null : new Date(received).toISOString(),
  };
}

/** A contradiction in the partner's answers. */
export interface CopyDispute {
  readonly kind: string;
  readonly since: string;
  readonly text: string;
}

/** What only the head of a copy says. */
export interface CopyState {
  readonly since: string | null;
  readonly disputes: readonly CopyDispute[];
}

/** @param revision the graph of any revision of the copy. */
export async function readCopyState(revision: string, signal: AbortSignal): Promise<CopyState> {
  const head = revision.replace(/\/revisions\/\d+$/, '/head');
  const { text } = await ask(pathBelowBase(head) ?? '', { accept: N_TRIPLES, signal });
  const statements = parseNTriples(text);
  const terms = `${config().base}/ns/extensions#`;
  const valuesOf = (subject: string, name: string): string[] =>
    statements.filter(({ s, p }) => s === subject && p === terms + name).map(({ o }) => o.value);
  const one = (subject: string, name: string): string | null => valuesOf(subject, name)[0] ?? null;
  return {
    since: one(head, 'since'),
    disputes: valuesOf(head, 'dispute')
      .map((dispute) => ({
        kind: one(dispute, 'kind') ?? '',
        since: one(dispute, 'since') ?? '',
        text: one(dispute, 'reason') ?? '',
      }))
      .sort((before, after) => before.since.localeCompare(after.since)),
  };
}
