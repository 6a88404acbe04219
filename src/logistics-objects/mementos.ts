/** Revisions as mementos of their object, which is its own TimeGate (RFC 7089, section 4.1.2; W5, W10 to W15). */
import { ServiceError } from '../errors.js';
import { parseHttpDate } from '../http/conditions.js';
import type { Content, RequestContext } from '../http/request-context.js';
import {
  contentType,
  type FormDefaults,
  formName,
  formOfGraph,
  type RepresentationFormat,
} from '../http/representation/negotiation.js';
import type { UriScheme } from '../uris.js';
import { MementoLinks } from './memento-links.js';
import type { RevisionBodies } from './revision-bodies.js';
import type { Head, Revision, Revisions } from './revisions.js';

const SECOND_MS = 1000;

/** The `Vary` fields of a TimeGate's answers (W12). */
export const ACCEPT_DATETIME = 'Accept-Datetime';

/**
 * The second in `Accept-Datetime`, in milliseconds; undefined without the field (W11, W38).
 *
 * @throws ServiceError `invalid-query` for an invalid date.
 */
export function acceptedSecond(context: RequestContext): number | undefined {
  const field = context.header('accept-datetime');
  if (field === undefined) return undefined;
  const second = parseHttpDate(field);
  if (!Number.isNaN(second)) return second;
  const message = `Accept-Datetime must be a date as HTTP has it, not ${JSON.stringify(field)}`;
  throw new ServiceError('invalid-query', { message, property: 'Accept-Datetime' });
}

export interface MementoServices {
  readonly revisions: Revisions;
  readonly bodies: RevisionBodies;
  readonly uris: UriScheme;
  readonly formDefaults: FormDefaults;
}

export class Mementos {
  readonly links: MementoLinks;

  constructor(private readonly services: MementoServices) {
    this.links = new MementoLinks(services);
  }

  /**
   * The revision that a read requests with `Accept-Datetime`: the one that was valid at the end of that second, or the
   * first one for an earlier time (RFC 7089, section 4.5; W11).
   *
   * @returns undefined for a read without the field.
   * @throws ServiceError `invalid-query` for an invalid date.
   */
  async asked(head: Head, context: RequestContext): Promise<Revision | undefined> {
    const second = context.isRead ? acceptedSecond(context) : undefined;
    if (second === undefined) return undefined;
    const { revisions } = this.services;
    const until = new Date(second + SECOND_MS - 1);
    return (await revisions.validAt(head, until)) ?? (await revisions.numbered(head, 1));
  }

  /** The object at a past time: a revision as at its own address, which Content-Location names (RFC 9110, 8.7; W10). */
  async negotiated(revision: Revision, form: RepresentationFormat): Promise<Content> {
    const content = await this.answer(revision, form);
    return { ...content, vary: ACCEPT_DATETIME, headers: { ...content.headers, 'Content-Location': revision.graph } };
  }

  /** The unchanged statements of a revision, with links to the other ones. */
  async answer(revision: Revision, form: RepresentationFormat): Promise<Content> {
    const { bodies, formDefaults } = this.services;
    const graphForm = formOfGraph(form, formDefaults);
    const { body, type, state } = await bodies.asItIs(revision, graphForm);
    return {
      kind: 'content',
      body,
      contentType: contentType(graphForm),
      // The object at its own address has the same state in the same form, with other statements in newer versions (V12).
      etag: `${state}.${formName(graphForm)}.graph`,
      type,
      lastModified: revision.createdAt,
      // An erasure has no date of its own (B9).
      ...(revision.head.erasures.length > 0 && { ignoresModifiedSince: true }),
      headers: { Revision: String(revision.number), ...(await this.fieldsOf(revision)) },
    };
  }

  /** The header fields of a memento (W13, W14): at most two revisions are read for them, whatever their number is. */
  async fieldsOf(revision: Revision): Promise<Readonly<Record<string, string>>> {
    return { 'Memento-Datetime': revision.createdAt.toUTCString(), Link: await this.links.ofMemento(revision) };
  }
}
