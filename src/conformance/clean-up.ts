/** What a run makes, and how it goes away again (T18). */
import type { CallerName, Reply, Sent } from './reply.js';

/** A request that can be revoked, by the caller that submitted it. */
export interface Revocable {
  readonly request: string;
  readonly caller: CallerName;
}

export class CleanUp {
  /** By the URI of the request. A subscription and a delegation can be revoked also after their acceptance. */
  readonly #requests = new Map<string, { readonly caller: CallerName; readonly isLasting: boolean }>();
  readonly #left = new Set<string>();

  /** Called with every answer. */
  observe({ request: sent, status, headers }: Reply): void {
    if (status < 200 || status > 299) return;
    if (sent.method === 'DELETE') this.#requests.delete(sent.url);
    if (sent.method === 'PATCH' && sent.url.includes('/action-requests/')) this.#decided(sent);
    if (status !== 201) return;
    const location = headers.get('location') ?? '';
    // A relative one is of the request's address; what is none is left behind.
    const isAddress = location !== '' && URL.canParse(location, sent.url);
    this.#made(sent, isAddress ? new URL(location, sent.url).href : undefined);
  }

  /** What is still to be revoked. */
  get revocable(): readonly Revocable[] {
    return [...this.#requests].map(([request, { caller }]) => ({ request, caller }));
  }

  /** What cannot be deleted: objects and events. */
  get leftBehind(): readonly string[] {
    return [...this.#left];
  }

  /** A request that could not be revoked. */
  keep(request: string): void {
    this.#left.add(request);
    this.#requests.delete(request);
  }

  #made({ method, url, caller }: Sent, location: string | undefined): void {
    const { pathname } = new URL(url);
    const made = location ?? `${method} ${pathname} (no Location)`;
    if (method === 'POST' && /\/(subscriptions|access-delegations)$/.test(pathname)) {
      if (location !== undefined) this.#requests.set(location, { caller, isLasting: true });
    } else if (location?.includes('/action-requests/') === true)
      this.#requests.set(location, { caller, isLasting: false });
    else this.#left.add(made);
  }

  #decided({ url }: Sent): void {
    const [request = '', query = ''] = url.split('?');
    const known = this.#requests.get(request);
    if (known !== undefined && !(known.isLasting && query.includes('ACCEPTED'))) this.#requests.delete(request);
  }
}
