/** The calls about a subscription at a partner: asking for one, its status, revoking it (M12, M13, M15). */
import type { ApiVersion } from '../../api-versions.js';
import { contentType } from '../../http/representation/negotiation.js';
import { InputError } from '../../rdf/input-error.js';
import { parseJson } from '../../rdf/jsonld/json.js';
import { readJsonLdDataset } from '../../rdf/jsonld/reader.js';
import { type Graph, graphOf } from '../../rdf/graph.js';
import { type Iri, isIri, localName, node } from '../../rdf/terms.js';
import { describeSubscription } from '../../subscriptions/subscription.js';
import type { MirrorContext } from '../mirror-services.js';
import { isBelow, type PartnerClient } from '../partners/partner-client.js';
import type { Partners } from '../partners/partners.js';
import type { CopySubscription } from './copy-subscription.js';
import { wantedSubscription } from './wanted-subscription.js';

/** What a partner answers; `later` without a usable answer. */
export type Asked =
  | { readonly kind: 'asked'; readonly request: Iri }
  /** An equal subscription exists (V74). */
  | { readonly kind: 'equal'; readonly request: Iri }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'later' };

export type RequestStatusSeen =
  | { readonly kind: 'accepted'; readonly expiresAt: Date | undefined }
  | { readonly kind: 'pending' | 'later' }
  | { readonly kind: 'refused'; readonly why: string };

/** The first version that does not refuse an equal subscription is older than this one (V74). */
const BEFORE_DISTINCT: ApiVersion = '2.2.0';

/** Answers to a revocation after which nothing remains to be revoked (M7). */
const REVOKED: readonly number[] = [200, 202, 204, 403, 404, 410, 422];

export class SubscriptionCalls {
  constructor(
    private readonly context: MirrorContext,
    private readonly parts: { readonly client: PartnerClient; readonly partners: Partners },
  ) {}

  async ask(
    wanted: CopySubscription,
    { expiresAt, isRenewal }: { readonly expiresAt: Date; readonly isRenewal: boolean },
    lost: AbortSignal,
  ): Promise<Asked> {
    const { dataHolder, vocabulary, ids, representations, formDefaults } = this.context;
    const { server } = wanted;
    const partner = await this.parts.partners.informed(server, lost);
    if (typeof partner === 'string') return { kind: 'later' };
    const spoken = this.parts.partners.version(partner) ?? formDefaults.version;
    const version = isRenewal && partner.versions.includes(BEFORE_DISTINCT) ? BEFORE_DISTINCT : spoken;
    const subscription = wantedSubscription(wanted, dataHolder, expiresAt);
    const { root, statements } = describeSubscription(subscription, vocabulary, ids);
    const form = { syntax: 'jsonld', version, jsonLd: formDefaults.jsonLd } as const;
    const answer = await this.parts.client.request({
      ...{ server, method: 'POST', url: `${server}/subscriptions`, signal: lost },
      headers: { 'Content-Type': contentType(form), Accept: contentType(form) },
      body: await representations.write({ root, data: graphOf(statements) }, form),
    });
    if (answer.kind !== 'response') return { kind: 'later' };
    const { status, headers, body } = answer.response;
    if (status === 201) {
      const { location } = headers;
      const request =
        typeof location === 'string' && URL.canParse(location, answer.url) ? new URL(location, answer.url).href : '';
      if (isIri(request) && isBelow(request, server)) return { kind: 'asked', request };
      return { kind: 'refused', why: 'the answer names no action request' };
    }
    const data = await this.#statements(body);
    const { api } = vocabulary;
    const [equal] = data.match(null, api.hasResource);
    if (status === 422 && equal !== undefined && isIri(equal.object.value) && isBelow(equal.object.value, server))
      return { kind: 'equal', request: equal.object.value };
    const [message] = data.match(null, api.hasMessage);
    return { kind: 'refused', why: (message?.object.value ?? `it answered with status ${status}`).slice(0, 500) };
  }

  async status(server: Iri, request: Iri, lost: AbortSignal): Promise<RequestStatusSeen> {
    const { api } = this.context.vocabulary;
    const headers = { Accept: 'application/ld+json' };
    const answer = await this.parts.client.request({ server, method: 'GET', url: request, headers, signal: lost });
    if (answer.kind !== 'response') return { kind: 'later' };
    const { status, body } = answer.response;
    if ([403, 404, 410].includes(status)) return { kind: 'refused', why: `its request answers with status ${status}` };
    if (status !== 200) return { kind: 'later' };
    const data = await this.#statements(body);
    const name = localName(data.object(node(request), api.hasRequestStatus)?.value ?? '');
    if (name.endsWith('ACCEPTED')) {
      const [expiry] = data.match(null, api.expiresAt);
      return { kind: 'accepted', expiresAt: expiry && data.date(expiry.subject, api.expiresAt) };
    }
    return name.endsWith('PENDING') ? { kind: 'pending' } : { kind: 'refused', why: name === '' ? 'no status' : name };
  }

  /** @returns whether nothing remains to be revoked. */
  async revoke(server: Iri, request: Iri, lost: AbortSignal): Promise<boolean> {
    const answer = await this.parts.client.request({ server, method: 'DELETE', url: request, signal: lost });
    return answer.kind === 'response' && REVOKED.includes(answer.response.status);
  }

  async #statements(body: Buffer): Promise<Graph> {
    try {
      const { vocabulary } = this.context;
      return (await readJsonLdDataset(parseJson(body), { vocabulary, strict: false })).data;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return graphOf();
    }
  }
}
