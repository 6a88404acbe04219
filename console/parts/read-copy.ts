/** The copy of a partner's object as loaded from the node. */
import type { CopiesAnswer, CopyItem } from '../../src/console/responses.js';
import { ask, askJson, config, consoleApi, N_TRIPLES, pathBelowBase, query } from '../core/index.js';
import { type ObjectRevision, readRevisionFrom } from './read-object.js';
import type { Difference } from './differences.js';
import { parseNTriples, type Statement } from './statements.js';

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
  /** Of a revision that was changed in place: what is shown, and what came last. */
  readonly sides: { readonly revision: number; readonly differences: readonly Difference[] } | undefined;
}

/** What only the head of a copy says. */
export interface CopyState {
  readonly since: string | null;
  /** The place of the error in the last answer about the object, or in its list of events. */
  readonly place: string | null;
  readonly disputes: readonly CopyDispute[];
}

/** @param revision the graph of any revision of the copy. */
export async function readCopyState(object: string, revision: string, signal: AbortSignal): Promise<CopyState> {
  const prefix = revision.replace(/\/revisions\/\d+$/, '');
  const head = `${prefix}/head`;
  const factsOf = factsIn(await statementsOf(head, signal));
  const disputes = factsOf(head, 'dispute').map((dispute) => {
    const one = (name: string): string => factsOf(dispute, name)[0] ?? '';
    return { kind: one('kind'), since: one('since'), text: one('reason'), revision: Number(one('revision')) };
  });
  const [unreadEvents = ''] = factsOf(head, 'unreadEvents');
  return {
    since: factsOf(head, 'since')[0] ?? null,
    place: factsOf(head, 'place')[0] ?? factsOf(unreadEvents, 'place')[0] ?? null,
    disputes: await Promise.all(
      disputes
        .sort((before, after) => before.since.localeCompare(after.since))
        .map(async ({ revision: number, ...dispute }, index, { length }) => {
          const isCompared = dispute.kind === 'changed-in-place' && index >= length - MAX_SIDES;
          return { ...dispute, sides: isCompared ? await readSides(object, prefix, number, signal) : undefined };
        }),
    ),
  };
}

/** The latest disputes of which both sides are shown. */
const MAX_SIDES = 5;

async function readSides(
  object: string,
  prefix: string,
  revision: number,
  signal: AbortSignal,
): Promise<CopyDispute['sides']> {
  const graph = `${prefix}/revisions/${revision}`;
  const provenance = factsIn(await statementsOf(`${graph}/provenance`, signal));
  const last = `${graph}/variants/${provenance(graph, 'variants')[0] ?? '1'}`;
  const visible = await ask(consoleApi('/mirror') + query({ object, revision }), { accept: N_TRIPLES, signal });
  const [before, after] = await Promise.all(
    [visible.headers.get('content-location') ?? graph, last].map((each) => statementsOf(each, signal)),
  );
  const added = (
    op: Difference['op'],
    from: readonly Statement[] = [],
    to: readonly Statement[] = [],
  ): Difference[] => {
    const known = new Set(from.map((statement) => JSON.stringify(statement)));
    return to
      .filter((statement) => !known.has(JSON.stringify(statement)))
      .map((statement) => ({ ...statement, op, path: [statement.p] }));
  };
  return { revision, differences: [...added('removed', after, before), ...added('added', before, after)] };
}

async function statementsOf(graph: string, signal: AbortSignal): Promise<Statement[]> {
  return parseNTriples((await ask(pathBelowBase(graph) ?? '', { accept: N_TRIPLES, signal })).text);
}

/** The values of the node's own terms. */
function factsIn(statements: readonly Statement[]): (subject: string, name: string) => string[] {
  const terms = `${config().base}/ns/extensions#`;
  return (subject, name) =>
    statements.filter(({ s, p }) => s === subject && p === terms + name).map(({ o }) => o.value);
}
