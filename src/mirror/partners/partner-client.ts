/** Calls to partners' servers: every request of the mirror passes here (M19 to M22, M43, M44). */
import { TokenRequestError } from '../../identity/access-token-provider.js';
import type { Identity } from '../../identity/module.js';
import type { OutboundClient } from '../../outbound/http-client.js';
import { OutboundError } from '../../outbound/outbound-error.js';
import type { OutboundResponse } from '../../outbound/response-collector.js';
import type { Iri } from '../../rdf/terms.js';
import type { MirrorContext } from '../mirror-services.js';
import type { PaceOutcome, Paces } from './partner-pace.js';
import type { UnreachableReason } from './unreachable.js';

const MAX_REDIRECTS = 3;
const REDIRECTS: readonly number[] = [301, 302, 307, 308];

export interface PartnerCall {
  readonly server: Iri;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly signal: AbortSignal;
}

export type PartnerAnswer =
  | { readonly kind: 'response'; readonly response: OutboundResponse; /** That answered. */ readonly url: string }
  /** A redirect to an address that is not called (M22). */
  | { readonly kind: 'moved'; readonly target: string }
  | { readonly kind: 'too-large' }
  /** An error of the server for this address alone. */
  | { readonly kind: 'error'; readonly status: number }
  | { readonly kind: 'silent'; readonly reason: UnreachableReason; readonly retryAfterMs?: number | undefined };

export interface PartnerClientOptions {
  readonly client: Pick<OutboundClient, 'request'>;
  readonly ownToken: Identity['ownToken'];
  readonly paces: Paces;
  readonly userAgent: string;
  /** Whether redirects to a server are followed: one that somebody here follows. */
  readonly isFollowed: (url: string) => Promise<boolean>;
}

export class PartnerClient {
  constructor(
    private readonly services: Pick<MirrorContext, 'clock' | 'mirrorMetrics'>,
    private readonly options: PartnerClientOptions,
  ) {}

  /** @throws the reason of the signal when it is aborted. */
  async request(call: PartnerCall): Promise<PartnerAnswer> {
    let { url } = call;
    for (let redirects = 0; ; redirects += 1) {
      const answer = await this.#once({ ...call, url });
      if (answer.kind !== 'response' || call.method !== 'GET' || !REDIRECTS.includes(answer.response.status))
        return answer;
      const { location } = answer.response.headers;
      const target = typeof location === 'string' && URL.canParse(location, url) ? new URL(location, url).href : '';
      const isAllowed =
        redirects < MAX_REDIRECTS && (isBelow(target, call.server) || (await this.options.isFollowed(target)));
      if (!isAllowed) return { kind: 'moved', target: target === '' ? String(location ?? '') : target };
      url = target;
    }
  }

  async #once(call: PartnerCall): Promise<PartnerAnswer> {
    const { paces } = this.options;
    const silence = (reason: UnreachableReason): PartnerAnswer => ({ kind: 'silent', reason });
    const outcome = (result: PartnerAnswer): PaceOutcome => paceOutcome(result, call);
    const answer = await paces.run(call.server, call.signal, () => this.#attempt(call), outcome, silence);
    // Errors for one object after another are those of the server (M43).
    return answer.kind === 'error' && paces.isSilent(call.server) ? silence('status') : answer;
  }

  async #attempt(call: PartnerCall): Promise<PartnerAnswer> {
    const { ownToken } = this.options;
    const { mirrorMetrics } = this.services;
    if (ownToken === undefined) return { kind: 'silent', reason: 'credentials' };
    try {
      const token = await ownToken.get(call.signal);
      let response = await this.#send(call, token);
      mirrorMetrics.requested(response.status);
      if (response.status === 401) {
        ownToken.invalidate(token);
        const other = await ownToken.get(call.signal);
        if (other !== token) response = await this.#send(call, other);
      }
      return this.#answer(response, call.url);
    } catch (error) {
      call.signal.throwIfAborted();
      mirrorMetrics.requested('failed');
      if (error instanceof TokenRequestError) return { kind: 'silent', reason: 'credentials' };
      if (error instanceof OutboundError) return failureOf(error);
      throw error;
    }
  }

  #send({ method, url, headers, body, signal }: PartnerCall, token: string): Promise<OutboundResponse> {
    return this.options.client.request({
      method,
      url,
      headers: { ...headers, Authorization: `Bearer ${token}`, 'User-Agent': this.options.userAgent },
      ...(body !== undefined && { body }),
      signal,
    });
  }

  #answer(response: OutboundResponse, url: string): PartnerAnswer {
    const { status, headers } = response;
    if (status === 401) return { kind: 'silent', reason: 'credentials' };
    if (status === 429 || status === 503) {
      const retryAfterMs = retryAfter(headers['retry-after'], this.services.clock.now());
      return { kind: 'silent', reason: 'busy', retryAfterMs };
    }
    return status >= 500 ? { kind: 'error', status } : { kind: 'response', response, url };
  }
}

function failureOf({ reason }: OutboundError): PartnerAnswer {
  switch (reason) {
    case 'too-large':
      return { kind: 'too-large' };
    case 'timeout':
    case 'tls':
    case 'address-refused':
      return { kind: 'silent', reason };
    case 'invalid-answer':
      return { kind: 'silent', reason: 'status' };
    case 'invalid-url':
    case 'unreachable':
      return { kind: 'silent', reason: 'connect' };
  }
}

function paceOutcome(answer: PartnerAnswer, { server, url }: PartnerCall): PaceOutcome {
  // What the server says of itself says nothing of its objects.
  const about = url === `${server}/` ? undefined : (/^.*?\/logistics-objects\/[^/?]+/.exec(url)?.[0] ?? url);
  switch (answer.kind) {
    case 'silent':
      return { kind: 'silent', reason: answer.reason, retryAfterMs: answer.retryAfterMs };
    case 'error':
      return { kind: 'error', about };
    case 'response':
    case 'moved':
    case 'too-large':
      return { kind: 'answered', about };
  }
}

/** Seconds or a date (RFC 9110, section 10.2.3), in milliseconds from now. */
export function retryAfter(value: string | string[] | undefined, now: Date): number | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Whether a URL is below the base of a server, as an address of its own. */
export function isBelow(url: string, server: string): boolean {
  if (!URL.canParse(url) || !URL.canParse(server)) return false;
  const [target, base] = [new URL(url), new URL(server)];
  const hasUser = target.username !== '' || target.password !== '';
  return (
    !hasUser && target.origin === base.origin && target.pathname.startsWith(`${base.pathname.replace(/\/$/, '')}/`)
  );
}
