/** One answer of a server, read lazily (T41, T45). */
import { type ErrorDetail, errorOf, InvalidAnswerError, type OneRecordError } from '../errors.js';
import { Graph } from '../rdf/graph.js';
import { parseJsonLd } from '../rdf/json-ld.js';
import type { Resource, Term } from '../rdf/terms.js';
import { api } from '../vocabulary.js';
import { linksIn } from './links.js';

/** How much of a body that is no `api:Error` an error keeps. */
const MAX_TEXT = 4096;

export class Answer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  /** The address that answered, after redirects. */
  readonly answeredBy: string;
  /** Whether an earlier attempt was lost, so that the server may have carried it out (T46). */
  isAfterLoss = false;

  constructor(
    readonly method: string,
    readonly url: string,
    response: Response,
    readonly text: string,
  ) {
    this.status = response.status;
    this.statusText = response.statusText;
    this.headers = response.headers;
    this.answeredBy = response.url === '' ? url : response.url;
  }

  afterLoss(): this {
    this.isAfterLoss = true;
    return this;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status <= 299;
  }

  /** @throws OneRecordError unless the status is one of success. */
  async orThrow(): Promise<this> {
    if (this.ok) return this;
    throw await this.error();
  }

  /** A header as a whole number. */
  number(name: string): number | undefined {
    const text = this.headers.get(name)?.trim() ?? '';
    return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  }

  /** The addresses of `Link` fields with a relation. */
  links(relation: string): string[] {
    const links = linksIn(this.headers.get('link') ?? '', this.answeredBy);
    return links.filter(({ relations }) => relations.includes(relation)).map(({ uri }) => uri);
  }

  /** @throws InvalidAnswerError for a body that is no JSON-LD. */
  async graph(): Promise<Graph> {
    let document: unknown;
    try {
      document = JSON.parse(this.text);
    } catch {
      throw this.invalid(this.text.trim() === '' ? 'the answer is empty' : 'the answer is no JSON');
    }
    try {
      return new Graph(await parseJsonLd(document, this.answeredBy));
    } catch (error) {
      throw this.invalid(`the answer is no JSON-LD: ${error instanceof Error ? error.message : 'it cannot be read'}`);
    }
  }

  invalid(problem: string): InvalidAnswerError {
    return new InvalidAnswerError(this.method, this.url, problem, this.text);
  }

  /** The error of the status, with what its body says (T45). */
  async error(): Promise<OneRecordError> {
    const { status, method, url, headers } = this;
    const report = await this.#report();
    const fallback = this.statusText === '' ? `HTTP ${status}` : this.statusText;
    return errorOf({
      status,
      method,
      url,
      headers,
      title: report?.title ?? fallback,
      details: report?.details ?? [],
      text: report === undefined ? this.text.slice(0, MAX_TEXT) : undefined,
    });
  }

  /** What an `api:Error` says; undefined for any other body. */
  async #report(): Promise<ErrorReport | undefined> {
    if (!this.text.includes('Error')) return undefined;
    const graph = await this.graph().catch(() => undefined);
    const [root] = graph?.instances(`${api}Error`) ?? [];
    return graph && root && errorIn(graph, root);
  }
}

/**
 * What an `api:Error` states.
 *
 * @since 0.3.0
 */
export interface ErrorReport {
  readonly title: string | undefined;
  readonly details: readonly ErrorDetail[];
}

export function errorIn(graph: Graph, root: Resource): ErrorReport {
  const text = (subject: Term, name: string): string | undefined => graph.first(subject, api + name)?.value;
  return {
    title: text(root, 'hasTitle'),
    details: graph.values(root, `${api}hasErrorDetail`).map((detail) => ({
      code: text(detail, 'hasCode'),
      message: text(detail, 'hasMessage'),
      property: text(detail, 'hasProperty'),
      resource: text(detail, 'hasResource'),
    })),
  };
}
