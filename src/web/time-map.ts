/** The TimeMap of an object: its revisions with their times, in pages (RFC 7089, section 5; W17 to W19). */
import { ServiceError } from '../errors.js';
import { requireAcceptable } from '../http/representation/media-ranges.js';
import { digest } from '../http/representation/representation.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import type { MementoLinks } from '../logistics-objects/memento-links.js';
import { pathObject } from '../logistics-objects/path-object.js';
import type { Head, Revision, Revisions } from '../logistics-objects/revisions.js';
import { headerRefs } from '../openapi/headers.js';
import { string } from '../openapi/json-ld.js';
import { type DeclaredOperation, operation } from '../openapi/operation.js';
import * as query from '../openapi/query.js';
import { content } from '../openapi/responses.js';
import { exampleIds } from '../openapi/section.js';
import type { Iri } from '../rdf/terms.js';
import type { UriScheme } from '../uris.js';

const LINK_FORMAT = 'application/link-format';

/** Mementos per page: each costs one read of a small graph. */
const PAGE_SIZE = 1_000;

export interface TimeMapServices {
  readonly uris: UriScheme;
  readonly revisions: Revisions;
  readonly links: MementoLinks;
}

/** @param pageSize smaller in tests. */
export class TimeMaps {
  constructor(
    private readonly services: TimeMapServices,
    private readonly pageSize = PAGE_SIZE,
  ) {}

  /**
   * Writes a page. It lists the other pages with the time span of each, at two reads per page.
   *
   * @throws ServiceError `not-found` for a page that does not exist.
   */
  async page(head: Head, number: number): Promise<string> {
    const pages = Math.ceil(head.latestRevision / this.pageSize);
    if (number > pages)
      throw new ServiceError('not-found', {
        message: `the TimeMap has no page ${number}; the last one is ${pages}`,
        resource: head.object,
      });
    const { revisions, links: mementos } = this.services;
    const { first, last } = this.#span(head, number);
    const own = Array.from({ length: last - first + 1 }, (_, index) => revisions.numbered(head, first + index));
    const pageLinks = await Promise.all(
      Array.from({ length: pages }, (_, index) => this.#link(head, index + 1, index + 1 === number)),
    );
    return [
      `<${head.object}>; rel="original timegate"`,
      ...pageLinks,
      ...(await Promise.all(own)).map((revision) => mementos.to(revision)),
    ].join(',\n');
  }

  async #link(head: Head, page: number, isSelf: boolean): Promise<string> {
    const { first, last } = this.#span(head, page);
    const [from, until] = await Promise.all([first, last].map((number) => this.#made(head, number)));
    return `<${this.#address(head.object, page)}>; rel="${isSelf ? 'self' : 'timemap'}"; type="${LINK_FORMAT}"; from="${from}"; until="${until}"`;
  }

  async #made(head: Head, number: number): Promise<string> {
    const { createdAt }: Revision = await this.services.revisions.numbered(head, number);
    return createdAt.toUTCString();
  }

  #span({ latestRevision }: Head, page: number): { readonly first: number; readonly last: number } {
    return { first: (page - 1) * this.pageSize + 1, last: Math.min(page * this.pageSize, latestRevision) };
  }

  #address(object: Iri, page: number): string {
    const timeMap = this.services.uris.timeMap(object);
    return page === 1 ? timeMap : `${timeMap}?page=${page}`;
  }
}

export function readTimeMap(services: ExchangeServices, timeMaps: TimeMaps): DeclaredOperation {
  const { uris, objects, access } = services;
  return operation({
    method: 'GET',
    path: '/logistics-objects/:id/timemap',
    isNodeApi: true,
    negotiatesItself: true,
    id: 'getTimeMap',
    summary: 'List the revisions of a Logistics Object with their times',
    description:
      'The TimeMap of RFC 7089: at most 1,000 mementos on a page, the oldest first. Needs GET_LOGISTICS_OBJECT.',
    accessLevel: 'permitted',
    query: {
      page: query.integer('page', { description: 'The number of the page, from 1 on.', minimum: 1, fallback: 1 }),
    },
    responses: (described) => {
      const piece = described.uri(exampleIds.piece);
      const time = 'Sun, 01 Mar 2026 10:00:00 GMT';
      const example = [
        `<${piece}>; rel="original timegate"`,
        `<${piece}/timemap>; rel="self"; type="${LINK_FORMAT}"; from="${time}"; until="${time}"`,
        `<${piece}/revisions/1>; rel="first last memento"; datetime="${time}"`,
      ].join(',\n');
      const answer = content('The page.', LINK_FORMAT, { schema: string, example });
      return { 200: { ...answer, headers: headerRefs(['ETag', 'Cache-Control', 'Content-Language', 'Vary']) } };
    },
    handle: async (context, asks) => {
      const head = await objects.getOrThrow(pathObject(context, uris));
      await access.assertAllowed(context.caller, 'GET_LOGISTICS_OBJECT', head.object);
      requireAcceptable(context.header('accept'), LINK_FORMAT);
      const body = Buffer.from(`${await timeMaps.page(head, asks().page)}\n`);
      return { kind: 'content', body, contentType: LINK_FORMAT, etag: digest(body) };
    },
  });
}
