/** The revisions of an object by number, and what differs between two of them. */
import { ServiceError } from '../../errors.js';
import type { HandlerResult, RequestContext, Resource } from '../../http/request-context.js';
import { numberedPageLinks } from '../../http/page-links.js';
import { assertNumbered, invalidQuery } from '../../http/query-parameters.js';
import { type Iri, node } from '../../rdf/terms.js';
import { MAX_REVISIONS } from '../history.js';
import type { DiffAnswer, RevisionsAnswer } from '../responses.js';
import { type ConsoleServices, readableObject } from '../services.js';
import { jsonAnswer } from './answer.js';
import { pageOf } from './page.js';

/** A revision never changes; who may read it is asked again by other callers' caches only. */
const IMMUTABLE = 'private, max-age=31536000, immutable';

export function revisionRoutes(services: ConsoleServices): Resource[] {
  const { history, model, uris, representations } = services;

  async function list(context: RequestContext): Promise<HandlerResult> {
    const head = await readableObject(context, services);
    const { object, latestRevision: latest } = head;
    // Revisions are found by their numbers.
    const page = pageOf(context.query);
    assertNumbered(page, 'revisions');
    const { limit, offset } = page;
    const newest = latest - offset;
    const items = await history.items(head, newest, newest - limit + 1);
    const answer: RevisionsAnswer = { object, latest, total: latest, items };
    const links = numberedPageLinks(context.address(uris.base), context.query, page, latest);
    return jsonAnswer(context, answer, links);
  }

  async function read(context: RequestContext): Promise<HandlerResult> {
    const head = await readableObject(context, services);
    const text = context.param('number');
    const number = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
    if (number === undefined) throw new ServiceError('not-found', 'a revision is a number from 1 on');
    const data = await history.statements(head, number);
    const { at } = await history.provenance(head.object, number);
    const [first, ...others] = data.types(node(head.object));
    const type: Iri = first === undefined ? head.type : model.mostSpecific([first, ...others]);
    return representations.answer({ root: node(head.object), data }, context.form, {
      type,
      state: text,
      lastModified: new Date(at),
      headers: { Revision: text, 'Cache-Control': IMMUTABLE },
    });
  }

  /** A revision in the query. @throws ServiceError `invalid-query` for a number that the object does not have. */
  function numberIn({ query }: RequestContext, name: string, fallback: number, latest: number): number {
    const number = query.integer(name, fallback);
    if (number >= 1 && number <= latest) return number;
    throw invalidQuery(name, `must be the number of a revision, from 1 to ${latest}`);
  }

  async function diff(context: RequestContext): Promise<HandlerResult> {
    const head = await readableObject(context, services);
    const { object, latestRevision: latest } = head;
    const to = numberIn(context, 'to', latest, latest);
    const from = numberIn(context, 'from', Math.max(1, to - 1), latest);
    const { statements, truncated } = await history.diff(head, from, to);
    const [low, high] = from < to ? [from, to] : [to, from];
    const isLong = high - low >= MAX_REVISIONS;
    const revisions = [
      ...(await history.items(head, high, isLong ? high - MAX_REVISIONS + 2 : low)),
      ...(isLong ? await history.items(head, low, low) : []),
    ];
    const answer: DiffAnswer = { object, from, to, statements, revisions, truncated: truncated || isLong };
    return jsonAnswer(context, answer);
  }

  return [
    {
      path: '/internal/objects/:id/revisions',
      methods: { GET: list },
      query: ['limit', 'skip'],
      negotiatesItself: true,
    },
    { path: '/internal/objects/:id/revisions/:number', methods: { GET: read } },
    { path: '/internal/objects/:id/diff', methods: { GET: diff }, query: ['from', 'to'], negotiatesItself: true },
  ];
}
